import { defineCollection, requireObject, type Collection, type ObjectChange } from "../collection";
import { listParameters, listQuery, mutationQuery, type Call, type Endpoint } from "../endpoint";
import { invalidField, required } from "../../basics/errors";
import { nextNumericId } from "../../basics/identifiers";
import type { JsonObject, Resource } from "../../basics/json";
import { answerList } from "../listing/envelope";
import type { Page } from "../../world/listing/list";
import { splitPath } from "../../basics/links";
import type { CollectionDescription } from "../objects/description";
import type { NewObject } from "../objects/insertObject";
import { projectCollection } from "../objects/projectCollection";
import { groupFields, managedInstanceFields } from "./fields";
import {
  fingerprintConfig,
  instanceLink,
  readInstances,
  instancesPath,
  renderInstance,
  toInstanceVersion,
  readVersions,
} from "./instances";
import { movesInstances } from "./moves";
import { patchManagedGroup } from "./patch";
import { listNeeded, putNeeded } from "./references";
import { fillGroup, toGroupPath, refreshStatus, rollOut } from "./rollout";
import { groupFromOutside } from "./settings";

/**
 * Managed instance groups of a zone or a region, with the instances that they ask for. The list of these is a method of
 * the group.
 */
export function defineGroups(description: GroupDescription): Collection {
  const groups = projectCollection({
    ...description,
    collection: "instanceGroupManagers",
    kind: "compute#instanceGroupManager",
    fields: groupFields,
    holds: listNeeded,
    routes: { delete: { query: { ...mutationQuery, noGracefulShutdown: "boolean" } } },
    insert: { complete: groupFromInsert },
    complete: (object, { before, path: groupPath }) => groupFromOutside(object, before, groupPath),
    afterChange: ({ world, path: groupPath, before }, after) => {
      if (after === undefined) {
        world.timers.cancel(groupPath);
        for (const { name } of readInstances(world, groupPath))
          world.store.delete(`${instancesPath(groupPath)}/${name}`);
        return;
      }
      putNeeded(world, before, after);
      if (before === undefined) fillGroup(world, groupPath, after);
      else if (movesInstances(world, before, after)) rollOut(world, groupPath);
    },
  });
  const listInstances: Endpoint = {
    method: "POST",
    path: `/compute/v1/${groups.path}/listManagedInstances`,
    query: listQuery,
    permissions: ["compute.instanceGroupManagers.get"],
    handle: (call) => listManagedInstances(call, groups),
  };
  const patch: Endpoint = {
    method: "PATCH",
    path: `/compute/v1/${groups.path}`,
    query: mutationQuery,
    body: groupFields,
    operationType: "patch",
    permissions: ["compute.instanceGroupManagers.update"],
    handle: (call) => patchManagedGroup(call, groups),
  };
  return { ...groups, endpoints: [...(groups.endpoints ?? []), patch, listInstances] };
}

/** The service asks for a template, in either of its places, and for a size; the rest has defaults. */
function groupFromInsert(body: JsonObject, { path, id }: NewObject): JsonObject {
  if (body.instanceTemplate === undefined && body.versions === undefined) throw required("resource.instanceTemplate");
  if (body.targetSize === undefined) throw required("resource.targetSize");
  return groupFromOutside({ ...body, id }, undefined, path);
}

/** The parts that differ between groups of zones and groups of regions. */
type GroupDescription = Pick<CollectionDescription, "scope" | "methods">;

/**
 * The instances of such groups, for `objects`: the service has no path for one, and shows them in `listManagedInstances`
 * only.
 */
export function defineManagedInstances(groups: Collection): Collection {
  return defineCollection({
    path: `${instancesPath(groups.path)}/{managedInstance}`,
    kind: "compute#managedInstance",
    listKind: "",
    fields: managedInstanceFields,
    isPart: true,
    complete: completeInstance,
    afterChange: ({ world, path }, after) => {
      const groupPath = toGroupPath(path);
      // A group makes an instance again that is lost.
      if (after === undefined) rollOut(world, groupPath);
      else refreshStatus(world, groupPath);
    },
  });
}

function completeInstance(object: Resource, { world, path }: ObjectChange): Resource {
  const group = world.find(toGroupPath(path)) ?? {};
  const [version] = readVersions(group);
  const { name } = splitPath(path);
  const exists = object.currentAction !== "CREATING" && object.currentAction !== "CREATING_WITHOUT_RETRIES";
  return {
    currentAction: "NONE",
    appliedConfig: fingerprintConfig(group),
    ...(version === undefined ? {} : { version: toInstanceVersion(version) }),
    instance: instanceLink(toGroupPath(path), group, name, 0),
    ...(exists ? { instanceStatus: "RUNNING" } : {}),
    ...Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)),
    ...(exists && object.id === undefined ? { id: nextNumericId(world.now()) } : {}),
    name,
  };
}

/** One page, or, for a group that is PAGELESS, all instances whatever page was asked for. */
function listManagedInstances(call: Call, groups: Collection): JsonObject {
  const { world, query } = call;
  const { path: groupPath, resource: group } = requireObject(call, groups);
  if (query.orderBy !== undefined && query.orderBy !== "")
    throw invalidField("orderBy", query.orderBy, "This method does not sort.");
  const parameters = listParameters(call);
  const instances = readInstances(world, groupPath).map(renderInstance);
  // A group that is PAGELESS gives all its instances at once, and neither reads a size nor a token.
  const isPaginated = group.listManagedInstancesResults === "PAGINATED";
  const paging = isPaginated ? parameters : { ...parameters, maxResults: instances.length, pageToken: "" };
  return answerList(
    call,
    { fields: managedInstanceFields, items: () => instances, areCopies: true },
    renderInstances,
    paging,
  );
}

/** There is no envelope here that could tell of a page without items or of places that were not reached. */
function renderInstances({ items, nextPageToken }: Page): JsonObject {
  return {
    ...(items.length === 0 ? {} : { managedInstances: items }),
    ...(nextPageToken === undefined ? {} : { nextPageToken }),
  };
}
