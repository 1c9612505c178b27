import { validateCallBody, type Collection } from "../collection";
import { parameter, type Call } from "../endpoint";
import { alreadyExists, notReady, required } from "../../basics/errors";
import { nextNumericId } from "../../basics/identifiers";
import { toText, type JsonObject, type Resource } from "../../basics/json";
import { operationScope, splitPath } from "../../basics/links";
import { startOperation } from "./mutation";
import type { Change } from "../../world/operation";

/** The rules that one kind of object adds to an insert. */
export interface InsertRules {
  /** Rules between fields, and the fields that the server sets. Takes a valid body, and returns the object to store. */
  complete?(body: JsonObject, object: NewObject): JsonObject;
  /** Fields that show the progress of the operation. Without them, the object appears when the operation ends. */
  readonly stages?: { readonly accepted: JsonObject; readonly midway: JsonObject; readonly done: JsonObject };
  /** The target and the scope of the operation, if they are not those of the new object. */
  operationTarget?(
    resource: Resource,
    body: JsonObject,
    call: Call,
  ): Partial<Pick<Change, "targetLink" | "targetId" | "scope" | "parentId">>;
  /** True if the service chooses the name, which is the id. */
  readonly isNamedById?: true;
}

/** An object before its insert. */
export interface NewObject {
  readonly call: Call;
  readonly path: string;
  readonly id: string;
}

/**
 * `insert`: checks everything, reserves the name, and adds the object when the operation turns DONE, or, for one that
 * has stages, shows it from the start.
 */
export function insertObject(call: Call, collection: Collection, rules: InsertRules = {}): JsonObject {
  const { world } = call;
  const { value, references } = validateCallBody(call, collection.fields, "insert");
  if (value.name === undefined && rules.isNamedById !== true) throw required("resource.name");
  const id = nextNumericId(world.now());
  const name = rules.isNamedById === true ? id : toText(value.name);
  const path = `${collection.template.fill(call.parameters)}/${name}`;
  const fields = rules.complete?.(value, { call, path, id }) ?? value;
  const running = world.operations.findRunning(path);
  if (running !== undefined && running.change.operationType !== "insert") throw notReady(path);
  if (running !== undefined || world.store.has(path)) throw alreadyExists(path);
  const resource = world.describe(collection, path, fields, id);
  const failure = quotaFailure(call, collection, splitPath(path).parent);
  const stages = failure === undefined ? rules.stages : undefined;
  const show = (more: JsonObject = {}) => {
    world.store.put(path, { ...resource, ...more });
  };
  return startOperation(call, {
    scope: operationScope(path),
    target: path,
    targetId: id,
    ...rules.operationTarget?.(resource, value, call),
    references,
    failure,
    ...(stages === undefined
      ? {}
      : {
          begin: () => {
            show(stages.accepted);
          },
          midway: () => {
            show(stages.midway);
          },
        }),
    land: (warnings) => {
      show({ ...stages?.done, ...(warnings.length === 0 ? {} : { warnings }) });
      collection.afterChange?.({ world, path, before: undefined }, world.store.get(path));
      return undefined;
    },
    fail: (landsAs) => {
      if (landsAs !== undefined) show(landsAs);
      else if (stages !== undefined) world.store.delete(path);
    },
  });
}

function quotaFailure(call: Call, collection: Collection, collectionPath: string) {
  const { world } = call;
  // Quotas of zonal objects belong to the region of the zone.
  const { region = call.parameters.zone?.replace(/-[^-]+$/, "") ?? "global" } = call.parameters;
  return (
    collection.quota &&
    world.quotas.checkLimit(
      collection.quota,
      { project: parameter(call, "project"), region },
      () =>
        world.store.items(collectionPath).length +
        world.operations
          .listRunning(collectionPath)
          .filter(({ change, terms }) => change.operationType === "insert" && terms.failure === undefined)
          .filter(({ change }) => !world.store.has(change.target)).length,
    )
  );
}
