import { typeToken } from "../../program/typeToken";
import { stackOf } from "../../names/stackUrn";
import { isValues, type Values } from "../../fields/values";

/** A resource of the state, its secrets in the clear where the export has them. */
export interface ExportedResource {
  readonly urn: string;
  readonly type: string;
  readonly id: string | undefined;
  /** `urn::id` of the provider. */
  readonly provider: string | undefined;
  readonly inputs: Values;
  readonly outputs: Values;
  /** Waits to be deleted. */
  readonly condemned: boolean;
  /** Was deleted to make room, and waits to be made anew: the object under its id is another one, if there is any. */
  readonly awaitsReplacement: boolean;
}

/** Work of the engine whose end it did not see. */
export interface PendingOperation {
  /** `creating`, `updating`, `deleting`, `reading`, … */
  readonly type: string;
  readonly resource: ExportedResource;
}

/** What `pulumi stack export` says, as far as it matters here. */
export interface StackExport {
  /** URN of the stack itself; `undefined` where nothing tells: before the first run, and after a destroy. */
  readonly urn: string | undefined;
  readonly resources: readonly ExportedResource[];
  readonly pending: readonly PendingOperation[];
}

/** A text that is no export. */
export class ExportError extends Error {
  override readonly name = "ExportError";
}

/** Reads the JSON that `pulumi stack export` prints. */
export function parseStackExport(json: string): StackExport {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    throw new ExportError("It is not JSON. Give the output of `pulumi stack export --show-secrets`.");
  }
  const deployment = isValues(parsed) ? parsed.deployment : undefined;
  if (!isValues(deployment)) {
    throw new ExportError("It has no `deployment`. Give the output of `pulumi stack export --show-secrets`.");
  }
  const resources = listIn(deployment.resources).map(resourceIn);
  const pending = listIn(deployment.pending_operations).map(({ type, resource }) => ({
    type: typeof type === "string" ? type : "changing",
    resource: resourceIn(isValues(resource) ? resource : {}),
  }));
  const root = resources.find(({ type }) => type === "pulumi:pulumi:Stack");
  return { urn: root?.urn ?? stackOf(pending[0]?.resource.urn ?? ""), resources, pending };
}

/** The kind of a resource of this package: `Route`; `undefined` for one of another. */
export function kindOf({ type }: ExportedResource): string | undefined {
  const prefix = typeToken("");
  return type.startsWith(prefix) ? type.slice(prefix.length) : undefined;
}

/** The name that the program gives a resource. */
export function logicalName(urn: string): string {
  return urn.slice(urn.lastIndexOf("::") + 2);
}

function resourceIn(given: Values): ExportedResource {
  const text = (key: string) => (typeof given[key] === "string" ? given[key] : undefined);
  const values = (key: string) => {
    const value = inTheClear(given[key]);
    return isValues(value) ? value : {};
  };
  return {
    urn: text("urn") ?? "",
    type: text("type") ?? "",
    id: text("id"),
    provider: text("provider"),
    inputs: values("inputs"),
    outputs: values("outputs"),
    condemned: given.delete === true,
    awaitsReplacement: given.pendingReplacement === true,
  };
}

function listIn(value: unknown): Values[] {
  return Array.isArray(value) ? value.filter(isValues) : [];
}

/** How the engine marks a value that is more than JSON, and that this one is a secret. */
const signatureKey = "4dabf18193072939515e22adb298388d";
const secretSignature = "1b47061264138c4ac30d75fd1eb44270";

/** The value without the engine's wrapping of secrets; an encrypted one is absent. */
function inTheClear(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inTheClear);
  if (!isValues(value)) return value;
  if (value[signatureKey] === secretSignature) {
    return typeof value.plaintext === "string" ? inTheClear(parsedSecret(value.plaintext)) : undefined;
  }
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, inTheClear(member)]));
}

/** What a secret holds. One that is no JSON, as of a file that was edited, is absent: its text is in no message. */
function parsedSecret(plaintext: string): unknown {
  try {
    return JSON.parse(plaintext);
  } catch {
    return undefined;
  }
}
