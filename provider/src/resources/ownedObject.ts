import { addressMembers, getObject, objectPath, type Address, type ApiObject } from "../compute/objects";
import {
  deleteObject,
  insertObject,
  listProjectObjects,
  setObjectLabels,
  type OwnedCollection,
} from "../compute/ownedCollection";
import { locationKind, projectKind, resourceNameKind } from "../fields/scalars";
import { pick, type Values } from "../fields/values";
import type { ResourceDefinition } from "../lifecycle/schema/definition";
import type { Borrow } from "../lifecycle/changes/borrow";
import type { ResourceDescription, Update } from "../lifecycle/schema/description";
import { defineResource } from "../lifecycle/schema/definition";
import { fieldsIdentity } from "../lifecycle/schema/schema";
import { makeForm, output, outputAs, type FieldTable } from "../lifecycle/schema/field";
import type { Job } from "../lifecycle/job/job";
import { parseObject } from "../fields/linkScope";
import { readAppliedValues } from "../lifecycle/job/outputKeys";
import { describeUnseenDrift } from "../lifecycle/changes/unseenDrift";
import { assertNotReplaced, assertSameIncarnation } from "../lifecycle/resource/incarnation";
import { unlessNotFound } from "../http/errors/responseError";
import { endSentence } from "../messages/text";
import { ownedEffects } from "../names/deleteEffects";
import { linkName, parseLink, type LinkContext } from "../names/links";
import type { Form } from "../types/form";
import { memberText } from "../types/memberText";
import { differingLabels, dueLabels, mergedLabels, sameLabels } from "./labels";

/** The members that follow from the collection: nobody writes them for one kind. */
type Derived =
  | "identity"
  | "path"
  | "create"
  | "read"
  | "list"
  | "update"
  | "delete"
  | "partial"
  | "adoptable"
  | "deleteEffects";

/** The special parts of a kind of object that a resource owns, from its insert to its delete. */
export interface OwnedObject extends Omit<ResourceDescription<Address>, Derived> {
  /** For messages: `a route`. */
  readonly noun: string;
  readonly collection: OwnedCollection;
  /**
   * All fields but those that every such object has: its place and name, its number, kind, time and link. Where `labels`
   * is one of them, labels change in place.
   */
  readonly fields: FieldTable;
  /** The other values to keep of an object, from what the service answers and what the program gave. */
  derived?(object: ApiObject, known: Values, context: LinkContext): Values;
}

/** The definition of a kind whose objects are made, read, listed, labelled and deleted as those of any collection are. */
export function ownedObject({ noun, collection, derived, ...special }: OwnedObject): ResourceDefinition<Address> {
  const { scope } = collection;
  const isLabelled = special.fields.labels?.change === "update";
  const members = addressMembers(collection);
  const fields: FieldTable = {
    project: { kind: projectKind, change: "replace", inPathOnly: true, required: true },
    ...(scope === "global"
      ? {}
      : { [scope]: { kind: locationKind(scope), change: "replace", inPathOnly: true, required: true } as const }),
    name: { kind: resourceNameKind, change: "replace", required: true },
    ...special.fields,
    kind: output,
    numericId: { ...outputAs("int64"), apiName: "id" },
    creationTimestamp: output,
    selfLink: output,
    ...(isLabelled
      ? { effectiveLabels: { ...outputAs({ map: "text" }), apiName: "labels" }, labelFingerprint: output }
      : {}),
  };
  const form = makeForm(fields);
  const path = (identity: Address) => objectPath(collection, identity);
  const target = { collection: collection.name, scopes: [scope] };
  return defineResource<Address>({
    ...special,
    collection,
    adoptable: true,
    deleteEffects: ownedEffects(noun.replace(/^an? /, "the ")),
    fields,
    path,
    identity: {
      members,
      read: (values) => fieldsIdentity(members, values) as Address | undefined,
      parse(id, context) {
        const parts = id.split("/");
        const [project = "", place = ""] = parts;
        const isShort = parts.length === members.length && !places.has(project);
        const link = isShort ? path({ project, [scope]: place, name: linkName(id) }) : id;
        const parsed = parseLink(link, target, context);
        if (!("problem" in parsed)) return parseObject(parsed.path);
        const short = members.map((member) => member.toUpperCase()).join("/");
        const rule = endSentence(`It must be ${short}, or ${parsed.problem}`);
        throw new Error(`${JSON.stringify(id)} is not the id of ${noun}. ${rule}`);
      },
    },

    create: ({ client }, { identity, body }) => ({
      action: "insert",
      project: identity.project,
      send: (requestId, call) => insertObject(client, collection, identity, body, requestId, call),
    }),

    async read(job, identity, known) {
      const object = await getObject(job.client, collection, identity, form, job.call);
      return { ...placed(object, scope), ...derived?.(object, known, { ...job.links, ...identity }) };
    },

    async *list(job, project, filter) {
      for await (const object of listProjectObjects(job.client, collection, project, form, job.call, filter))
        yield placed(object, scope);
    },

    ...(isLabelled ? { update: (job: Job, target: Update<Address>) => setLabels(job, collection, form, target) } : {}),

    delete({ client, call: means }, identity, outputs) {
      let lookedMs = performance.now();
      return {
        action: "delete",
        project: identity.project,
        send: (requestId, call) => deleteObject(client, collection, identity, requestId, call),
        async beforeRepeat() {
          // A delete goes by the name, and can be repeated for minutes. The step itself has looked shortly before.
          if (outputs.numericId === undefined || performance.now() - lookedMs < lookAgainMs) return;
          const object = await unlessNotFound(getObject(client, collection, identity, form, means));
          lookedMs = performance.now();
          if (object !== undefined) assertNotReplaced("delete", object, outputs);
        },
      };
    },
  });
}

/** How long a look tells which object is deleted. */
const lookAgainMs = 10_000;

/** The service answers the region or zone as a link, and a program gives its name. */
function placed(object: ApiObject, scope: OwnedCollection["scope"]): ApiObject {
  const place = scope === "global" ? undefined : object[scope];
  return typeof place === "string" ? { ...object, [scope]: linkName(place) } : object;
}

/** The words that a path may begin with: no project has such an id. */
const places = new Set(["projects", "global", "regions", "zones"]);

/**
 * Sends the labels that the program has changed, by what the state records, and takes off those of which it no longer speaks.
 * Labels that others have added or changed stay.
 */
function setLabels(
  { client, ignored, call: means }: Job,
  collection: OwnedCollection,
  form: Form,
  { identity, values, olds }: Update<Address>,
): Borrow<ApiObject, Readonly<Record<string, string>>> {
  const { due, gone, settled } = dueLabels(values.labels, olds.labels, readAppliedValues(olds), ignored);
  const changing = [...Object.keys(due), ...gone];
  return {
    action: "setLabels",
    key: objectPath(collection, identity),
    isConditional: true,
    version: ({ labelFingerprint }) => labelFingerprint,
    async read() {
      const actual = await getObject(client, collection, identity, form, means);
      // Before anything is written: a fingerprint is a hash of the labels, and does not tell one object from another.
      assertSameIncarnation("update", actual, olds);
      return actual;
    },
    plan(actual) {
      const merged = mergedLabels(actual.labels, due, changing);
      const drifted = differingLabels(settled, actual.labels);
      const members = Object.entries(drifted).map(([key, value]) => ({
        name: memberText("labels", key),
        shown: value === undefined ? "absent" : JSON.stringify(value),
      }));
      const isDrifted = members.length > 0;
      return {
        next: sameLabels(actual.labels, merged) ? undefined : merged,
        record: { appliedValues: changing },
        applied: () => ({
          appliedValues: [],
          unseenDrift: isDrifted ? { labels: pick(settled, Object.keys(drifted)) } : undefined,
        }),
        notices: isDrifted ? [describeUnseenDrift(members)] : [],
      };
    },
    write: (labels, { labelFingerprint }) => ({
      action: "setLabels",
      project: identity.project,
      takesRequestId: false,
      send(_requestId, call) {
        const body = { labels, labelFingerprint: labelFingerprint as string | undefined };
        return setObjectLabels(client, collection, identity, body, call);
      },
    }),
  };
}
