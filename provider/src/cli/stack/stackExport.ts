import { isStackUrn, parseStack } from "../../names/stackUrn";
import { secretSignature, signatureKey } from "../../fields/secretMark";
import { toValues, isValues, listObjects, text, type Values } from "../../fields/values";
import { parsed } from "../../http/json";

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
  /** True if the object was deleted, and its replacement is not made yet: an object under its id is another one. */
  readonly awaitsReplacement: boolean;
}

/** A step of the engine without a recorded end. */
export interface PendingOperation {
  /** `creating`, `updating`, `deleting`, `reading`, … */
  readonly type: string;
  readonly resource: ExportedResource;
}

/** The output of `pulumi stack export`, as far as it matters here. */
export interface StackExport {
  /** URN of the stack itself; `undefined` where nothing tells: before the first run, and after a destroy. */
  readonly urn: string | undefined;
  readonly resources: readonly ExportedResource[];
  readonly pending: readonly PendingOperation[];
}

/** Reads the JSON that `pulumi stack export` prints. */
export function parseStackExport(json: string): StackExport {
  const document = parsed(json);
  const deployment = isValues(document) ? document.deployment : undefined;
  if (!isValues(deployment))
    throw new Error("It is no export of a stack. Give the output of `pulumi stack export --show-secrets`.");
  const resources = listObjects(deployment.resources).map(readResource);
  const pending = listObjects(deployment.pending_operations).map((operation) => ({
    type: text(operation, "type") ?? "changing",
    resource: readResource(toValues(operation.resource)),
  }));
  const root = resources.find(({ urn }) => isStackUrn(urn));
  return { urn: root?.urn ?? parseStack(pending[0]?.resource.urn ?? ""), resources, pending };
}

function readResource(exported: Values): ExportedResource {
  const [inputs, outputs] = [revealSecrets(exported.inputs), revealSecrets(exported.outputs)];
  return {
    urn: text(exported, "urn") ?? "",
    type: text(exported, "type") ?? "",
    id: text(exported, "id"),
    provider: text(exported, "provider"),
    inputs: toValues(inputs),
    outputs: toValues(outputs),
    condemned: exported.delete === true,
    awaitsReplacement: exported.pendingReplacement === true,
  };
}

/** The value without the engine's wrapping of secrets; a secret that is encrypted, or not JSON, is absent. */
function revealSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(revealSecrets);
  if (!isValues(value)) return value;
  if (value[signatureKey] === secretSignature) return revealSecrets(parsed(text(value, "plaintext") ?? ""));
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, revealSecrets(member)]));
}
