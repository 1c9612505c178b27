import { reserveNumericId } from "./identifiers";
import { rollOut } from "./groups/rollout";
import type { Resource } from "./json";
import { TrackedOperation, type Change, type OperationFailure, type OperationTerms } from "./operation";
import type { World } from "./world";

/**
 * What of a world outlives its emulator: objects, operations, the ids of requests, and which projects were seen. Latency,
 * faults, quotas, tokens, histories and the request log belong to one run.
 */
export interface SavedWorld {
  readonly projects: readonly string[];
  /** The groups whose instances were being made, changed or deleted. */
  readonly rollouts: readonly string[];
  readonly objects: Readonly<Record<string, Resource>>;
  readonly operations: readonly SavedOperation[];
  readonly requestIds: readonly SavedRequestId[];
}

/** An operation without what it would do: one that runs is not continued. */
interface SavedOperation {
  readonly name: string;
  readonly id: string;
  readonly acceptedAt: number;
  /** Missing while it runs. */
  readonly doneAt?: number | undefined;
  readonly landed: boolean;
  readonly vanished: boolean;
  /** Whether its retention is over. */
  readonly expired: boolean;
  readonly failure?: OperationFailure | undefined;
  readonly change: Pick<Change, "operationType" | "scope" | "parentId" | "target" | "targetId" | "targetLink">;
  readonly terms: Pick<OperationTerms, "durationMs" | "user" | "requestId" | "warnings">;
}

/** Which operation a request of this key started, and when. */
interface SavedRequestId {
  readonly key: string;
  readonly operation: string;
  readonly at: number;
}

/** The world as it is now. An object that an operation is changing is taken as it was before, and so no change is half done. */
export function savedWorld(world: World): SavedWorld {
  const { operations, requestIds, store, projects, timers } = world;
  const requests = requestIds.remembered();
  const all = new Set([...operations.kept(), ...requests.map(({ operation }) => operation)]);
  const unchanged = [...all].filter(({ isDone }) => !isDone).map(({ change }) => [change.target, change.before]);
  const stored = store.paths("").map((path) => [path, store.get(path)]);
  return {
    projects: projects.entered(),
    rollouts: timers.keys(),
    // JSON leaves out an object that is undefined: it was not there before.
    objects: Object.fromEntries([...stored, ...unchanged]) as SavedWorld["objects"],
    operations: [...all].map((operation) => ({
      ...saved(operation),
      expired: operations.peek(operation.path) === undefined,
    })),
    requestIds: requests.map(({ key, operation, at }) => ({ key, operation: operation.path, at })),
  };
}

/** JSON leaves out members that are undefined. */
function saved({ name, id, acceptedAt, doneAt, landed, vanished, failure, change, terms }: TrackedOperation) {
  const { operationType, scope, parentId, target, targetId, targetLink } = change;
  const { durationMs, user, requestId, warnings } = terms;
  return {
    ...{ name, id, acceptedAt, doneAt, landed, vanished, failure },
    change: { operationType, scope, parentId, target, targetId, targetLink },
    terms: { durationMs, user, requestId, warnings },
  };
}

/** Makes a world that nothing has happened in what was saved. */
export function restoreWorld(world: World, { projects, rollouts, objects, operations, requestIds }: SavedWorld): void {
  for (const project of projects) {
    world.projects.enter(project);
  }
  for (const [path, object] of Object.entries(objects)) {
    world.store.put(path, object);
    reserveNumericId(object.id);
  }
  const byPath = new Map<string, TrackedOperation>();
  for (const one of operations) {
    const operation = restored(one, world.now());
    reserveNumericId(operation.id);
    byPath.set(operation.path, operation);
    world.operations.restore(operation, one.expired);
  }
  for (const { key, operation: path, at } of requestIds) {
    const operation = byPath.get(path);
    if (operation !== undefined) {
      world.requestIds.restore(key, operation, at);
    }
  }
  for (const group of rollouts) {
    rollOut(world, group);
  }
}

function restored({ name, id, acceptedAt, doneAt, ...one }: SavedOperation, now: number): TrackedOperation {
  const land = () => undefined;
  const operation = new TrackedOperation({ ...one.change, land }, one.terms, { name, id, acceptedAt });
  operation.vanished = one.vanished;
  operation.doneAt = doneAt ?? now;
  operation.landed = one.landed;
  operation.failure = doneAt === undefined ? INTERRUPTED : one.failure;
  return operation;
}

const INTERRUPTED: OperationFailure = {
  errors: [
    {
      code: "INTERNAL_ERROR",
      message: "The emulator was stopped before this operation was done. The operation has changed nothing.",
    },
  ],
  httpErrorStatusCode: 500,
  httpErrorMessage: "INTERNAL SERVER ERROR",
};
