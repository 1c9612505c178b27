import { ownCommand } from "../../messages/installation";
import { quote } from "../../messages/shell";
import type { Connection } from "../stack/connections";

/** The remedy for a finding. */
export interface Step {
  readonly do: "adopt" | "delete" | "look" | "refresh" | "up" | "wait";
  /** As a sentence. */
  readonly say: string;
  /** The command to type. */
  readonly command: string;
  /** The text to write into the resource's arguments. */
  readonly arguments?: Readonly<Record<string, string | boolean>>;
  /** The request that deletes the object, or shows it. */
  readonly request?: { readonly method: "DELETE" | "GET"; readonly url: string };
}

/** Takes an object over: what to write into the program. */
export function adoptStep(resource: string, name: string): Step {
  const say = `take it over: give ${resource} the arguments name: ${JSON.stringify(name)}, adoptExisting: true`;
  return { do: "adopt", say, command: "pulumi up", arguments: { name, adoptExisting: true } };
}

/** Deletes an object. */
export function deleteStep(path: string, connection: Connection, successor: string): Step {
  return {
    do: "delete",
    say: `delete it: its resource is now ${successor}`,
    ...makeRequest("DELETE", path, connection),
  };
}

/** Shows an object of which nobody can tell whose it is. */
export function lookStep(path: string, connection: Connection, successor: string): Step {
  const say = `look at it: the resource of its name is now ${successor}, and it may be there on purpose. Then delete it or leave it`;
  return { do: "look", say, ...makeRequest("GET", path, connection) };
}

/** A plain request, which also works where a custom endpoint stands in for the service. */
function makeRequest(method: "DELETE" | "GET", path: string, { service, settings }: Connection) {
  const url = `${service}/${path}`;
  // The token of gcloud is a real one, which an emulator must not get.
  const isCustom = settings.text("gcp:computeCustomEndpoint") !== undefined;
  const token = isCustom ? "$GOOGLE_OAUTH_ACCESS_TOKEN" : "$(gcloud auth print-access-token)";
  const command = `curl -X ${method} -H "Authorization: Bearer ${token}" ${quote(url)}`;
  return { command, request: { method, url } };
}

export const upStep = (say: string): Step => ({ do: "up", say, command: "pulumi up" });

/** An object that may be the stack's own, or somebody else's: only a person can tell. */
export const ownOrNotStep = upStep(
  "look whose it is. If it is this stack's, give its resource adoptExisting: true. If not, choose another name",
);

export const refreshStep: Step = {
  do: "refresh",
  say: "let the state record the object as it is; the next `pulumi up` then makes the remaining changes",
  command: "pulumi refresh",
};

export const waitStep: Step = {
  do: "wait",
  say: "wait until its operation ends, and run the command again",
  command: `${ownCommand} orphans`,
};
