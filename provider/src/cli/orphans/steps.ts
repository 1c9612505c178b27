import { resourceNameProblem } from "../../names/names";
import type { Settings } from "../../settings/settings";
import { command, quoted } from "../../shown/shell";
import type { Step } from "./finding";

/** Deletes an object: with `gcloud`, or with a plain request where a custom endpoint stands in for the service. */
export function deleteStep(path: string, settings: Settings): Step {
  const custom = settings.text("gcp:computeCustomEndpoint");
  const url = urlOf(path, settings);
  const [, project = "", scope = "", ...rest] = path.split("/");
  const [name = "", collection = "", location] = rest.reverse();
  const place = location === undefined ? [] : [`--${scope.replace(/s$/, "")}=${location}`];
  return {
    do: "delete",
    say: "delete it",
    command:
      custom === undefined && resourceNameProblem(name) === undefined
        ? command(`gcloud compute ${gcloudNoun(collection)} delete`, name, ...place, `--project=${project}`)
        : `curl -X DELETE -H "Authorization: Bearer $GOOGLE_OAUTH_ACCESS_TOKEN" ${quoted(url)}`,
    request: { method: "DELETE", url },
  };
}

/** The command line of the cloud calls `instanceTemplates` `instance-templates`. */
function gcloudNoun(collection: string): string {
  return collection.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Takes a part off somebody else's object, with a plain request. */
export function removeStep(path: string, settings: Settings): Step {
  const url = urlOf(path, settings);
  return {
    do: "delete",
    say: "remove it",
    command: `curl -X POST -H "Authorization: Bearer $GOOGLE_OAUTH_ACCESS_TOKEN" -H "Content-Length: 0" '${url}'`,
    request: { method: "POST", url },
  };
}

function urlOf(path: string, settings: Settings): string {
  const custom = settings.text("gcp:computeCustomEndpoint")?.replace(/(?<!\/)\/+$/, "");
  const universe = settings.text("gcp:universeDomain") ?? "googleapis.com";
  return `${custom ?? `https://compute.${universe}/compute/v1`}/${path}`;
}

/** Takes an object over: what to write into the program. */
export function adoptStep(resource: string | undefined, args: Readonly<Record<string, string | boolean>>): Step {
  const whose = resource === undefined ? "the resource that it was made for" : JSON.stringify(resource);
  const given = Object.entries(args)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(", ");
  return {
    do: "adopt",
    say: `take it over: give ${whose} the arguments ${given}`,
    command: "pulumi up",
    arguments: args,
  };
}

export function upStep(say: string): Step {
  return { do: "up", say, command: "pulumi up" };
}

export function refreshStep(say: string): Step {
  return { do: "refresh", say, command: "pulumi refresh" };
}

export const waitStep: Step = {
  do: "wait",
  say: "wait until its operation ends, and run the command again",
  command: "npx pulumi-gce orphans",
};
