import { providerKey } from "../../../provider/src/names/internalInputs";
import type { DetailedDifference } from "../../../provider/src/engine/steps/steps";
import { isValues, type Values } from "../../../provider/src/fields/values";
import { loader } from "../../../provider/src/program/loader";

/** The parts of a call besides the properties. */
export interface EngineRequest {
  readonly urn: string;
  readonly timeoutMs?: number;
  readonly oldInputs?: Values;
  readonly randomSeed?: Uint8Array;
  /** Paths of the option `ignoreChanges`, in a diff and an update. */
  readonly ignoreChanges?: readonly string[];
}

export type Method = "check" | "diff" | "create" | "read" | "update" | "delete";

/** The provider processes of one command: one for each provider of the program, and one for the default. */
export interface Plugins {
  /** Rejects with `ProviderDied` if that process was killed, and with the provider's own error otherwise. */
  call(
    provider: string,
    kind: string,
    method: Method,
    args: readonly unknown[],
    request: EngineRequest,
  ): Promise<unknown>;
  /** Called when no further step begins, since the user has cancelled the command, or a step has failed. */
  cancel(): void;
}

/** The process ended before it answered. */
export class ProviderDied extends Error {
  override readonly name = "ProviderDied";
}

export interface Checked {
  readonly inputs: Values;
  readonly failures: readonly { readonly property: string; readonly reason: string }[];
}

export interface Difference {
  /** `undefined`: the provider does not say. */
  readonly changes: boolean | undefined;
  readonly replaces: readonly string[];
  readonly deleteBeforeReplace: boolean;
  /** Paths of what differs, which the option `replaceOnChanges` is compared with. */
  readonly paths: readonly string[];
}

/** The result of a create or an update, also of one that failed after it had made something. */
export interface Made {
  readonly id: string;
  readonly outputs: Values;
  readonly failure?: { readonly error: Error; readonly reasons: readonly string[] };
}

/**
 * One kind of resource of one provider process, as the engine sees it through the SDK's server for dynamic providers:
 * what that server adds, leaves out and cannot carry.
 */
export class Server {
  constructor(
    private readonly plugins: Plugins,
    private readonly provider: string,
    private readonly kind: string,
  ) {}

  async check(request: EngineRequest, olds: Values, news: Values): Promise<Checked> {
    const answer = await this.call("check", news, [olds, news], request);
    const { inputs = news, failures = [] } = answer as Partial<Checked>;
    return { inputs: carried({ ...inputs, [providerKey]: news[providerKey] }), failures };
  }

  async diff(request: EngineRequest, id: string, outputs: Values, news: Values): Promise<Difference> {
    const answer = await this.call("diff", news, [id, outputs, news], request);
    const { changes, replaces, deleteBeforeReplace, details } = answer as Partial<DetailedDifference>;
    return {
      changes,
      replaces: replaces ?? [],
      deleteBeforeReplace: (deleteBeforeReplace ?? false) || (details?.deletesFirst ?? false),
      paths: details?.paths ?? [],
    };
  }

  create(request: EngineRequest, inputs: Values): Promise<Made> {
    return this.made(async () => {
      const { id, outs } = await this.call("create", inputs, [inputs], request);
      if (typeof id !== "string" || id === "") throw new Error(`plugin returned empty resource.ID from create`);
      return { id, outputs: withProvider(outs, inputs) };
    });
  }

  update(request: EngineRequest, id: string, outputs: Values, news: Values): Promise<Made> {
    return this.made(async () => {
      const { outs } = await this.call("update", news, [id, outputs, news], request);
      return { id, outputs: withProvider(outs, news) };
    });
  }

  /** As a plugin answers it, which is asked without properties. A class takes the resource over, and so its provider is recorded. */
  async import(request: EngineRequest, id: string): Promise<{ id: string; outputs: Values; inputs: Values }> {
    const answer = await this.plugins.call(this.provider, this.kind, "read", [id, {}], request);
    const { id: found, props, inputs } = answer as { id: string; props: Values; inputs?: Values };
    if (inputs === undefined) throw new Error(`resource '${id}' does not exist`);
    const provider = { [providerKey]: loader(this.kind) };
    return { id: found || id, outputs: withProvider(props, provider), inputs: withProvider(inputs, provider) };
  }

  /** `undefined`: the object is gone. The SDK passes on no partial failure of a read. */
  async read(
    request: EngineRequest,
    id: string,
    outputs: Values,
  ): Promise<{ id: string; outputs: Values; inputs: Values | undefined } | undefined> {
    const answer = await this.call("read", outputs, [id, outputs], request);
    const read = { outputs: withProvider(answer.props, outputs), inputs: answer.inputs };
    if (typeof answer.id !== "string" || answer.id === "") return undefined;
    return { id: answer.id, ...read, inputs: read.inputs ? withProvider(read.inputs, outputs) : undefined };
  }

  async delete(request: EngineRequest, id: string, outputs: Values): Promise<void> {
    await this.call("delete", outputs, [id, outputs], request);
  }

  /** @param properties those that hold the loader of the provider */
  private async call(
    method: Method,
    properties: Values,
    args: readonly unknown[],
    request: EngineRequest,
  ): Promise<Values> {
    if (typeof properties[providerKey] !== "string") throw new Error(`${method}: the properties hold no provider`);
    const answer = await this.plugins.call(this.provider, this.kind, method, args.map(carried), request);
    return isValues(answer) ? answer : {};
  }

  /** An error that has an id is about an object that exists. */
  private async made(call: () => Promise<Made>): Promise<Made> {
    try {
      return await call();
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      const partial = error as { id?: string; properties?: Values; reasons?: readonly string[] };
      if (!partial.id) throw error;
      const { id, reasons = [] } = partial;
      return { id, outputs: carried(partial.properties ?? {}), failure: { error, reasons } };
    }
  }
}

function withProvider(values: unknown, properties: Values): Values {
  return carried({ ...(isValues(values) ? values : {}), [providerKey]: properties[providerKey] });
}

/** A copy, as it comes out at the other end of the wire, which refuses what JSON does not have. */
function carried<T>(value: T): T {
  if (Array.isArray(value)) return value.map(carried) as T;
  if (isValues(value))
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, carried(member)])) as T;
  if (value === null || ["string", "number", "boolean"].includes(typeof value)) return value;
  throw new Error("Unexpected struct type.");
}
