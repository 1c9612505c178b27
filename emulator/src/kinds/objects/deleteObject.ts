import { requireObject, type Collection } from "../collection";
import type { Call } from "../endpoint";
import { inUse, notReady } from "../../basics/errors";
import { toText, type JsonObject, type Resource } from "../../basics/json";
import { operationScope, stripRoot } from "../../basics/links";
import { startOperation } from "./mutation";

/** The rules that one kind of object adds to a delete. */
export interface DeleteRules {
  /** Fields by which an object shows that it is going. */
  readonly leaving?: JsonObject;
  /** The links of those that use an object: while it has any, the object stays. Anything but a list has none. */
  readonly readUsers?: (object: Resource) => unknown;
  /** The owner of an operation that belongs to no project. */
  readonly readParentId?: (object: Resource) => unknown;
}

/** `delete`: the object is there until the operation turns DONE, with `leaving` where it shows that it is going. */
export function deleteObject(call: Call, collection: Collection, rules: DeleteRules = {}): JsonObject {
  const { world } = call;
  const { leaving, readUsers, readParentId } = rules;
  // An object whose insert is running is not there yet, and still it is the running operation that stands in the way.
  const asked = collection.template.fill(call.parameters);
  if (world.operations.findRunning(asked) !== undefined) throw notReady(asked);
  const { path, resource } = requireObject(call, collection);
  const holder = world.findHolder(path) ?? firstUser(readUsers?.(resource));
  if (holder !== undefined) throw inUse(path, holder);
  return startOperation(call, {
    scope: operationScope(path),
    target: path,
    targetId: toText(resource.id),
    ...(readParentId === undefined ? {} : { parentId: toText(readParentId(resource)) }),
    ...(leaving === undefined
      ? {}
      : {
          begin: () => {
            world.store.put(path, { ...resource, ...leaving });
          },
        }),
    land: () => {
      world.store.delete(path);
      collection.afterChange?.({ world, path, before: resource }, undefined);
      return undefined;
    },
    fail: (landsAs) => {
      if (leaving !== undefined || landsAs !== undefined) world.store.put(path, { ...resource, ...landsAs });
    },
  });
}

/** The path of the first of the users of an object. */
function firstUser(users: unknown): string | undefined {
  const [first] = Array.isArray(users) ? (users as unknown[]) : [];
  return typeof first === "string" ? stripRoot(first) : undefined;
}
