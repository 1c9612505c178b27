import type { Located } from "../collection";
import type { Call } from "../endpoint";
import { toText, type JsonObject, type Resource } from "../../basics/json";
import { operationScope } from "../../basics/links";
import { startOperation } from "./mutation";
import { failWith, type OperationFailure } from "../../world/operation";

/** A change to an object that exists. */
export interface Update {
  readonly references?: readonly string[];
  /** Makes the change to the object as it is when the operation turns DONE. */
  apply(current: Resource): Resource;
  /** Called when the operation is about to start. */
  begin?(): void;
  /** Makes what follows from the change, once it is stored. */
  follow?(): void;
  /** Called after the operation failed. */
  fail?(): void;
}

/** Changes an object when the operation turns DONE. */
export function updateObject(call: Call, { path, resource }: Located, update: Update): JsonObject {
  const { store } = call.world;
  return startOperation(call, {
    scope: operationScope(path),
    target: path,
    targetId: toText(resource.id),
    references: update.references ?? [],
    begin: () => update.begin?.(),
    land: (warnings) => {
      const current = store.get(path);
      if (current === undefined) return goneFailure(path);
      const after = update.apply(current);
      store.put(path, warnings.length === 0 ? after : { ...after, warnings });
      update.follow?.();
      return undefined;
    },
    fail: (landsAs) => {
      const current = store.get(path);
      if (current !== undefined && landsAs !== undefined) store.put(path, { ...current, ...landsAs });
      update.fail?.();
    },
  });
}

/** How an operation ends whose object went away while it ran. */
export function goneFailure(path: string): OperationFailure {
  return failWith(404, { code: "RESOURCE_NOT_FOUND", message: `The resource '${path}' was not found` });
}
