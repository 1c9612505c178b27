import { reserveNumericId } from "../../basics/identifiers";
import type { Resource } from "../../basics/json";
import { failWith, TrackedOperation } from "../operation";
import type { World } from "../world";

/**
 * The part of a world that outlives its emulator: objects, operations, the ids of requests, the visited projects, and which
 * groups' instances were being made, changed or deleted. Settings, faults, histories and the request log belong to one
 * run.
 */
export type SavedWorld = ReturnType<typeof saveWorld>;

type SavedOperation = ReturnType<typeof saveOperation>;

/** The world as it is now. An object that an operation is changing is taken as it was before, and so no change is half done. */
export function saveWorld(world: World) {
  const { operations, requestIds, store, projects, timers } = world;
  const requests = requestIds.list();
  const all = new Set([...operations.listRetained(), ...requests.map(({ operation }) => operation)]);
  const unchanged = [...all].filter(({ isDone }) => !isDone).map(({ change }) => [change.target, change.before]);
  const stored = store.paths("").map((path) => [path, store.get(path)]);
  return {
    projects: projects.list(),
    rollouts: timers.keys(),
    // JSON leaves out an object that is undefined: it was not there before.
    objects: Object.fromEntries([...stored, ...unchanged]) as Record<string, Resource>,
    operations: [...all].map((operation) => saveOperation(operation, operations.peek(operation.path) === undefined)),
    requestIds: requests.map(({ key, operation, at }) => ({ key, operation: operation.path, at })),
  };
}

/** An operation without what it would do: one that runs is not continued. Expired ones are no longer found. */
function saveOperation(operation: TrackedOperation, expired: boolean) {
  const { name, id, acceptedAt, doneAt, landed, vanished, failure } = operation;
  const { operationType, scope, parentId, target, targetId, targetLink } = operation.change;
  const { durationMs, user, requestId, warnings } = operation.terms;
  return {
    ...{ name, id, acceptedAt, doneAt, landed, vanished, failure, expired },
    change: { operationType, scope, parentId, target, targetId, targetLink },
    terms: { durationMs, user, requestId, warnings },
  };
}

/** Makes a world that nothing has happened in what was saved, but for the rollouts, which have to go on. */
export function restoreWorld(world: World, { projects, objects, operations, requestIds }: SavedWorld): void {
  for (const project of projects) world.projects.enter(project);
  world.store.plant(() => {
    for (const [path, object] of Object.entries(objects)) {
      world.store.put(path, object);
      reserveNumericId(object.id);
    }
  });
  const byPath = new Map<string, TrackedOperation>();
  for (const one of operations) {
    const operation = restoreOperation(one, world.now());
    reserveNumericId(operation.id);
    byPath.set(operation.path, operation);
    world.operations.restore(operation, one.expired);
  }
  for (const { key, operation: path, at } of requestIds) {
    const operation = byPath.get(path);
    if (operation !== undefined) world.requestIds.restore(key, operation, at);
  }
}

function restoreOperation({ name, id, acceptedAt, doneAt, ...one }: SavedOperation, now: number): TrackedOperation {
  const land = () => undefined;
  const operation = new TrackedOperation({ ...one.change, land }, one.terms, { name, id, acceptedAt });
  operation.vanished = one.vanished;
  operation.doneAt = doneAt ?? now;
  operation.landed = one.landed;
  operation.failure = doneAt === undefined ? INTERRUPTED : one.failure;
  return operation;
}

const INTERRUPTED = failWith(500, {
  code: "INTERNAL_ERROR",
  message: "The emulator was stopped before this operation was done. The operation has changed nothing.",
});
