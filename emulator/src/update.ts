import type { Located } from "./collection";
import type { Call } from "./endpoint";
import type { JsonObject, Resource } from "./json";
import { operationScope } from "./links";
import { startOperation } from "./mutation";
import { failWith, type OperationFailure } from "./operation";

/** A change to an object that exists. */
export interface Update {
  readonly references?: readonly string[];
  /** Makes the change to the object as it is when the operation turns DONE, or says why it cannot be made any more. */
  apply(current: Resource): Resource | OperationFailure;
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
    targetId: String(resource.id),
    references: update.references ?? [],
    begin: () => update.begin?.(),
    land: (warnings) => {
      const current = store.get(path);
      const after = current === undefined ? goneFailure(path) : update.apply(current);
      if (isFailure(after)) {
        return after;
      }
      store.put(path, warnings.length === 0 ? after : { ...after, warnings });
      update.follow?.();
      return undefined;
    },
    fail: (landsAs) => {
      const current = store.get(path);
      if (current !== undefined && landsAs !== undefined) {
        store.put(path, { ...current, ...landsAs });
      }
      update.fail?.();
    },
  });
}

function isFailure(result: Resource | OperationFailure): result is OperationFailure {
  return "httpErrorStatusCode" in result;
}

/** How an operation ends whose object went away while it ran. */
export function goneFailure(path: string): OperationFailure {
  return failWith(404, { code: "RESOURCE_NOT_FOUND", message: `The resource '${path}' was not found` });
}
