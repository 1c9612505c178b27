import { isDeepStrictEqual } from "node:util";
import type { Values } from "../../../provider/src/fields/values";
import type { Timeouts } from "./program";

/** A resource as the state has it. */
export interface StateResource {
  urn: string;
  readonly kind: string;
  /** Empty until it is created. */
  id: string;
  readonly provider: string;
  inputs: Values;
  outputs: Values;
  initErrors?: readonly string[];
  delete?: true;
  pendingReplacement?: true;
  /** The next `up` replaces it, whatever the provider says. */
  taint?: true;
  /** URNs of what it depends on, each of which is before it in the state. */
  dependencies: readonly string[];
  propertyDependencies: Readonly<Record<string, readonly string[]>>;
  readonly protect?: boolean;
  readonly retainOnDelete?: boolean;
  readonly customTimeouts?: Timeouts;
  readonly ignoreChanges?: readonly string[];
  readonly replaceOnChanges?: readonly string[];
  readonly replacementTrigger?: string;
}

export interface PendingOperation {
  readonly type: "creating" | "updating" | "deleting" | "reading";
  readonly resource: StateResource;
}

export interface State {
  readonly resources: readonly StateResource[];
  readonly pending: readonly PendingOperation[];
}

/**
 * The state during one command: what the command began with, what it has made of it, and what is under way.
 *
 * As in the engine, resources are objects that steps change, and each write records them as they are at that moment.
 */
export class Snapshot {
  /** The state that the command began with, or its form after a refresh. */
  base: readonly StateResource[];
  private readonly made: StateResource[] = [];
  private readonly done = new Set<StateResource>();
  private readonly underWay = new Set<PendingOperation>();
  private readonly inherited: readonly PendingOperation[];
  /** The URNs that resources had before this command. */
  private readonly oldUrns = new Map<StateResource, string>();

  constructor(
    state: State,
    private readonly save: (state: State) => void,
  ) {
    this.base = state.resources.map((resource) => ({ ...resource }));
    // Only a person knows what became of a create; the engine drops the other operations.
    this.inherited = state.pending.filter(({ type }) => type === "creating");
  }

  /** From when the resource is recorded, all that has its old URN has the new one. */
  rename(oldUrn: string, resource: StateResource): void {
    this.oldUrns.set(resource, oldUrn);
  }

  /** Records that an operation begins. */
  begin(type: PendingOperation["type"], resource: StateResource): PendingOperation {
    const operation = { type, resource };
    this.underWay.add(operation);
    this.write();
    return operation;
  }

  /** Records the end of an operation, and what it has made of the resource. */
  end(operation: PendingOperation, record: () => void = () => undefined): void {
    this.underWay.delete(operation);
    record();
    this.write();
  }

  add(resource: StateResource): void {
    this.made.push(resource);
  }

  drop(resource: StateResource): void {
    this.done.add(resource);
  }

  /** Nothing of it is changed but what the program says; a write that would record nothing is left to the next one. */
  same(old: StateResource, resource: StateResource): void {
    this.drop(old);
    this.add(resource);
    if (!isDeepStrictEqual(toRecorded(old), toRecorded(resource))) this.write();
  }

  write(): void {
    const resources = [...this.made, ...this.base].filter((resource) => !this.done.has(resource));
    const urns = new Map(resources.map((resource) => [this.oldUrns.get(resource), resource.urn]));
    const current = (urn: string) => urns.get(urn) ?? urn;
    this.save({
      resources: resources.map((resource) =>
        mapDependencies({ ...resource, urn: current(resource.urn) }, (dependencies) => dependencies.map(current)),
      ),
      pending: [...this.underWay, ...this.inherited].map((operation) => ({
        ...operation,
        resource: { ...operation.resource },
      })),
    });
  }
}

/** The members that even a step without a change has to write. */
function toRecorded({ urn, provider, protect, retainOnDelete, customTimeouts, ...resource }: StateResource): unknown[] {
  const { inputs, outputs, dependencies } = resource;
  return [urn, provider, protect, retainOnDelete, customTimeouts, inputs, outputs, [...dependencies].sort()];
}

/** The same resource with other dependencies. */
export function mapDependencies(
  resource: StateResource,
  change: (urns: readonly string[]) => readonly string[],
): StateResource {
  const properties = Object.entries(resource.propertyDependencies).map(([key, urns]) => [key, change(urns)] as const);
  return {
    ...resource,
    dependencies: change(resource.dependencies),
    propertyDependencies: Object.fromEntries(properties),
  };
}
