import type { Settings } from "../../settings/settings";
import { quoted } from "../../messages/shell";

/** What to do about a finding. */
export interface Step {
  readonly do: "adopt" | "delete" | "refresh" | "up" | "wait";
  /** As a sentence. */
  readonly say: string;
  /** What to type. */
  readonly command: string;
  /** What to write into the resource's arguments. */
  readonly arguments?: Readonly<Record<string, string | boolean>>;
  /** The request that deletes the object. */
  readonly request?: { readonly method: "DELETE"; readonly url: string };
}

/** Takes an object over: what to write into the program. */
export function adoptStep(resource: string, name: string): Step {
  const say = `take it over: give ${resource} the arguments name: ${JSON.stringify(name)}, adoptExisting: true`;
  return { do: "adopt", say, command: "pulumi up", arguments: { name, adoptExisting: true } };
}

/** Deletes an object with a plain request, which also works where a custom endpoint stands in for the service. */
export function deleteStep(path: string, settings: Settings, successor: string): Step {
  const custom = settings.text("gcp:computeCustomEndpoint")?.replace(/(?<!\/)\/+$/, "");
  const universe = settings.text("gcp:universeDomain") ?? "googleapis.com";
  const url = `${custom ?? `https://compute.${universe}/compute/v1`}/${path}`;
  return {
    do: "delete",
    say: `delete it: its resource is now ${successor}`,
    command: `curl -X DELETE -H "Authorization: Bearer $(gcloud auth print-access-token)" ${quoted(url)}`,
    request: { method: "DELETE", url },
  };
}

export const upStep = (say: string): Step => ({ do: "up", say, command: "pulumi up" });

export const refreshStep: Step = {
  do: "refresh",
  say: "let the state record the object as it is; the next `pulumi up` then makes the remaining changes",
  command: "pulumi refresh",
};

export const waitStep: Step = {
  do: "wait",
  say: "wait until its operation ends, and run the command again",
  command: "npx pulumi-gce orphans",
};
