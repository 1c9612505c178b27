import { createHash } from "node:crypto";
import { parseDuration } from "../../../provider/src/names/duration";
import { providerKey } from "../../../provider/src/names/internalInputs";
import { loader } from "../../../provider/src/program/loader";
import { withoutMissing } from "./dependencies";
import { Server, type EngineRequest, type Made, type Plugins } from "./plugins";
import type { Timeouts } from "./program";
import type { PendingOperation, Snapshot, StateResource } from "./snapshot";

/** As Pulumi's own CLI names them. */
export type Operation =
  | "same"
  | "create"
  | "create-replacement"
  | "update"
  | "delete"
  | "delete-replaced"
  | "remove-pending-replace"
  | "refresh";

export interface Result {
  readonly ok: boolean;
  readonly errors: readonly { readonly urn: string; readonly message: string }[];
  readonly steps: readonly { readonly op: Operation; readonly urn: string }[];
}

/** A resource with the option `protect` is not deleted, and nothing that it depends on. The other deletes go on. */
class ProtectedError extends Error {}

/** The input of one command. */
export interface RunOptions {
  readonly snapshot: Snapshot;
  readonly plugins: Plugins;
  /**
   * Awaited before each decision and around each step, as `before check URN`, `before create URN`, `after create URN`: who
   * never resolves it has killed the CLI there. A step is recorded as pending before the first of the two, and its result
   * after the other.
   */
  readonly point: (name: string) => Promise<void>;
  readonly isPreview: boolean;
  /** Tells this command from the others of the same stack. */
  readonly number: number;
}

/** The steps of one command (`step.go`, `step_executor.go`): each records what it begins, calls a provider, and records what came of it. */
export class Run {
  readonly snapshot: Snapshot;
  readonly isPreview: boolean;
  /** After an error no step begins; those that run end. */
  hasStopped = false;
  /** Resources that could not be deleted: their dependencies cannot be deleted either. */
  readonly undeleted: StateResource[] = [];
  private readonly errors: { urn: string; message: string }[] = [];
  private readonly steps: { op: Operation; urn: string }[] = [];

  constructor(private readonly options: RunOptions) {
    this.snapshot = options.snapshot;
    this.isPreview = options.isPreview;
  }

  get result(): Result {
    return { ok: this.errors.length === 0, errors: [...this.errors], steps: [...this.steps] };
  }

  /** No step begins any more; those that run end, and are recorded. */
  cancel(): void {
    this.fail("", new Error("the user has cancelled it"));
  }

  /** Its process is dead: nothing goes on from here, and nothing is recorded any more. */
  isDead = false;

  point(name: string): Promise<void> {
    return this.isDead ? new Promise(() => undefined) : this.options.point(name);
  }

  server({ provider, kind }: Pick<StateResource, "provider" | "kind">): Server {
    return new Server(this.options.plugins, provider, kind);
  }

  makeSeed(urn: string): Uint8Array {
    return createHash("sha256")
      .update(`${urn} ${String(this.options.number)}`)
      .digest();
  }

  fail(urn: string, error: unknown): void {
    this.report(urn, error);
    if (this.hasStopped || error instanceof ProtectedError) return;
    this.hasStopped = true;
    this.options.plugins.cancel();
  }

  /** An error in spite of which the next steps begin. */
  report(urn: string, error: unknown): void {
    this.errors.push({ urn, message: error instanceof Error ? error.message : String(error) });
  }

  same(old: StateResource, resource: StateResource): void {
    this.steps.push({ op: "same", urn: resource.urn });
    Object.assign(resource, { id: old.id, outputs: old.outputs });
    this.snapshot.same(old, resource);
  }

  /** @param replaced what it takes the place of; `isLeft` says that the old object is still to be deleted */
  create(
    resource: StateResource,
    replaced?: { readonly old: StateResource; readonly isLeft: boolean },
  ): Promise<boolean> {
    const call = async () => {
      if (this.isPreview) return { id: "", outputs: resource.inputs };
      const made = await this.server(resource).create(toRequest(resource, "create"), resource.inputs);
      if (replaced?.isLeft) replaced.old.delete = true;
      return made;
    };
    return this.mutate(replaced === undefined ? "create" : "create-replacement", "creating", resource, call, () => {
      this.snapshot.add(resource);
      if (replaced?.old.pendingReplacement) this.snapshot.drop(replaced.old);
    });
  }

  update(old: StateResource, resource: StateResource): Promise<boolean> {
    const call = async () => {
      resource.id = old.id;
      if (this.isPreview) return { id: old.id, outputs: resource.inputs };
      const request = { ...toRequest(resource, "update"), oldInputs: old.inputs, ...toIgnored(resource) };
      const made = await this.server(resource).update(request, old.id, old.outputs, resource.inputs);
      // The object is not as the new inputs say.
      if (made.failure !== undefined) resource.inputs = old.inputs;
      return made;
    };
    return this.mutate("update", "updating", resource, call, () => {
      this.snapshot.drop(old);
      this.snapshot.add(resource);
    });
  }

  /** @param isReplaced `"first"`: the new object is made after this, and until then the state remembers the old one */
  delete(resource: StateResource, isReplaced: false | "first" | "last"): Promise<boolean> {
    const call = async () => {
      if (isReplaced === false && resource.protect) throw new ProtectedError(`${resource.urn} is protected`);
      if (!resource.retainOnDelete && !this.isPreview) {
        const request = { ...toRequest(resource, "delete"), oldInputs: resource.inputs };
        await this.server(resource).delete(request, resource.id, resource.outputs);
      }
      if (isReplaced === "first") resource.pendingReplacement = true;
      return undefined;
    };
    return this.mutate(isReplaced === false ? "delete" : "delete-replaced", "deleting", resource, call, () => {
      if (!resource.pendingReplacement) this.snapshot.drop(resource);
    });
  }

  /** A resource that a replacement deleted and never made again is no longer wanted. */
  removePendingReplacement(resource: StateResource): Promise<boolean> {
    this.steps.push({ op: "remove-pending-replace", urn: resource.urn });
    this.snapshot.drop(resource);
    this.snapshot.write();
    return Promise.resolve(true);
  }

  /** Reads every resource at once. A read that fails leaves its resource as it is, and lets the others go on. */
  async refresh(): Promise<void> {
    const resources = await Promise.all(this.snapshot.base.map((resource) => this.read(resource)));
    this.snapshot.base = withoutMissing(resources.filter((resource) => resource !== undefined));
  }

  /** Reads an object by its id, and records what is found. */
  async import(resource: StateResource, id: string): Promise<void> {
    const { urn } = resource;
    try {
      Object.assign(resource, await this.server(resource).import({ urn }, id));
      this.snapshot.add(resource);
    } catch (error) {
      this.fail(urn, error);
    }
  }

  /** Reads what a program only refers to. */
  async get(resource: Pick<StateResource, "urn" | "kind" | "provider">, id: string): Promise<void> {
    const { urn, kind } = resource;
    try {
      await this.server(resource).read({ urn }, id, { [providerKey]: loader(kind) });
    } catch (error) {
      this.fail(urn, error);
    }
  }

  private async read(old: StateResource): Promise<StateResource | undefined> {
    const { urn, inputs } = old;
    this.steps.push({ op: "refresh", urn });
    // There is nothing to read of it.
    if (old.pendingReplacement) return old;
    await this.point(`before refresh ${urn}`);
    let refreshed: StateResource | undefined = old;
    try {
      const found = await this.server(old).read({ urn, oldInputs: inputs }, old.id, old.outputs);
      refreshed = found && { ...old, ...found, inputs: found.inputs ?? inputs };
      // A resource that was not ready then may be ready now: no answer has denied it.
      delete refreshed?.initErrors;
      // The engine asks what the next `up` would find, for the display alone.
      if (refreshed !== undefined) {
        const request = { urn, oldInputs: refreshed.inputs, ...toIgnored(old) };
        await this.server(old).diff(request, refreshed.id, refreshed.outputs, inputs);
      }
    } catch (error) {
      this.fail(urn, error);
    }
    await this.point(`after refresh ${urn}`);
    return refreshed;
  }

  /** True if the next step of the chain may begin. */
  private async mutate(
    op: Operation,
    type: PendingOperation["type"],
    resource: StateResource,
    call: () => Promise<Made | undefined>,
    record: () => void,
  ): Promise<boolean> {
    const { urn } = resource;
    this.steps.push({ op, urn });
    const operation = this.snapshot.begin(type, resource);
    await this.point(`before ${op} ${urn}`);
    let failure: unknown;
    let isRecorded = true;
    try {
      const made = await call();
      if (made !== undefined) apply(made, resource);
      failure = made?.failure?.error;
    } catch (error) {
      failure = error;
      isRecorded = false;
    }
    await this.point(`after ${op} ${urn}`);
    this.snapshot.end(operation, isRecorded ? record : undefined);
    if (failure === undefined) return true;
    if (type === "deleting") this.undeleted.push(resource);
    this.fail(urn, failure);
    return false;
  }
}

function apply({ id, outputs, failure }: Made, resource: StateResource): void {
  Object.assign(resource, { id, outputs });
  if (failure !== undefined && failure.reasons.length > 0) resource.initErrors = failure.reasons;
}

function toRequest({ urn, customTimeouts }: StateResource, action: keyof Timeouts): EngineRequest {
  const timeout = customTimeouts?.[action];
  const timeoutMs = timeout === undefined ? undefined : parseDuration(timeout);
  return timeoutMs ? { urn, timeoutMs } : { urn };
}

/** The part of a request that tells the option `ignoreChanges`. */
export function toIgnored({ ignoreChanges }: StateResource): Pick<EngineRequest, "ignoreChanges"> {
  return ignoreChanges === undefined ? {} : { ignoreChanges };
}
