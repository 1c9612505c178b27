import type protobuf from "protobufjs";
import { isObject, mapMembers, mapObjects, type Json, type JsonObject } from "../json";
import { inAnswers, onlyWith, unlessLacking, type Family, type Liberty } from "../liberty";
import { mapMessages } from "../messages";
import type { Asked } from "../proxy";

/** Members that a later version of the service may add to any message. */
const surplus: JsonObject = {
  surplusText: "x",
  surplusNumber: 7,
  surplusFlag: true,
  surplusList: ["x", { deep: "x" }],
  surplusObject: { inner: { deep: ["x"] } },
};

/** What the service has added to a policy it also takes back, in the change that follows. */
const takesBack = (isAdded: (value: Json, name: string) => boolean) => (asked: Asked) =>
  asked.path.endsWith("/setIamPolicy") && asked.body !== undefined
    ? { ...asked, body: withoutMembers(asked.body, isAdded) as JsonObject }
    : asked;

const withoutMembers = (body: Json, isLeftOut: (value: Json, name: string) => boolean) =>
  mapObjects(body, (object) => mapMembers(object, (value, name) => (isLeftOut(value, name) ? undefined : value)));

const unknownMembers: Liberty = {
  name: "unknown members in every message",
  hooks: () => ({
    understood: takesBack((_value, name) => name.startsWith("surplus")),
    answer: (answered, asked) =>
      answered.body === undefined || answered.status >= 400
        ? answered
        : { ...answered, body: mapMessages(answered.body, asked, (object) => ({ ...object, ...surplus })) },
  }),
};

type FieldForm = Pick<protobuf.Field, "repeated" | "map" | "type">;

/** In every message, the members that it lacks and that are empty, as the choice says. */
const emptiesPresent = (
  name: string,
  empty: (field: FieldForm) => Json | undefined,
  more: Pick<Liberty, "impossible"> = {},
): Liberty => ({
  name,
  ...more,
  hooks: () => ({
    understood: takesBack(isEmpty),
    answer: (answered, asked) =>
      answered.body === undefined || answered.status >= 400
        ? answered
        : {
            ...answered,
            body: mapMessages(answered.body, asked, (object, fields) => completed(object, fields, empty)),
          },
  }),
});

function completed(
  object: JsonObject,
  fields: Readonly<Record<string, FieldForm>>,
  empty: (field: FieldForm) => Json | undefined,
): JsonObject {
  const added = Object.entries(fields).flatMap(([name, field]) => {
    const value = object[name] === undefined && !oneOf.has(name) ? empty(field) : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(added), ...object };
}

/** Present, even empty, they would say that this one was chosen, or that something failed. */
const oneOf = new Set(["nextPageToken", "error", "errors"]);

const isEmpty = (value: Json) =>
  value === "" ||
  value === false ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);

/** The object itself, and neither its operations nor a list of such. */
const isObjectItself = ({ method, path }: Asked) => method === "GET" && !path.includes("/operations");

/** The defaults of a kind that has some, present where they are not shown, or absent where they are. */
function ofDefaults(name: string, change: (object: JsonObject, known: JsonObject) => JsonObject): Liberty {
  return {
    name,
    hooks: ({ subject }) => ({
      answer: (answered, asked) =>
        isObject(answered.body) && answered.status < 400 && isObjectItself(asked)
          ? { ...answered, body: change(answered.body, subject.defaults ?? {}) }
          : answered,
    }),
    impossible: ({ defaults }) => (defaults === undefined ? "none of its members has a default" : undefined),
  };
}

const sizes = new Set(["targetSize", "maxSurge", "maxUnavailable"]);
const onlyGroups = onlyWith("sizes that the service calculates", "it has no sizes that the service calculates");

const mapSizes = (body: Json, change: (size: JsonObject) => JsonObject): Json =>
  mapObjects(body, (object) =>
    mapMembers(object, (value, name) => (sizes.has(name) && isObject(value) ? change(value) : value)),
  );

/** Members that clients do not know, that are left out, and that are there although they say nothing. */
export const members: Family = {
  name: "members",
  liberties: [
    unknownMembers,
    ofDefaults("members with defaults present", (object, known) => ({ ...known, ...object })),
    ofDefaults("members with defaults absent", (object, known) =>
      mapMembers(object, (value, name) =>
        JSON.stringify(value) === JSON.stringify(known[name]) || name === "kind" ? undefined : value,
      ),
    ),
    emptiesPresent("empty lists present", ({ repeated }) => (repeated ? [] : undefined)),
    emptiesPresent("empty maps present", ({ map }) => (map ? {} : undefined), {
      impossible: onlyWith("maps that no program fills", "its messages have no map but one that the program fills"),
    }),
    emptiesPresent("empty texts present", ({ repeated, map, type }) =>
      !repeated && !map && type === "string" ? "" : undefined,
    ),
    emptiesPresent("false present", ({ type }) => (type === "bool" ? false : undefined), {
      impossible: unlessLacking("members that are true or false"),
    }),
    inAnswers("empty lists, maps, texts and false absent", (body) => withoutMembers(body, isEmpty), {
      impossible: onlyWith("empty members in its answers", "the emulator leaves them out in the first place"),
    }),
    inAnswers(
      "kind, self link and time absent",
      (body) =>
        isObject(body)
          ? mapMembers(body, (value, name) => (/^(kind|selfLink|creationTimestamp)$/.test(name) ? undefined : value))
          : body,
      {
        impossible: unlessLacking("kind, self link and time in its answers"),
      },
    ),
    inAnswers("sizes with what they come to", (body) => mapSizes(body, (size) => ({ ...size, calculated: 99 })), {
      impossible: onlyGroups,
    }),
    inAnswers(
      "sizes without what they come to",
      (body) =>
        mapSizes(body, (size) => mapMembers(size, (value, name) => (name === "calculated" ? undefined : value))),
      { impossible: onlyGroups },
    ),
    inAnswers(
      "an association with its policy's number and names",
      (body, { path }) =>
        path.endsWith("/getAssociation") && isObject(body)
          ? { ...body, firewallPolicyId: "7003", shortName: "shown", displayName: "shown" }
          : body,
      {
        impossible: ({ makes }) => (makes === "an association" ? undefined : "it is no association"),
      },
    ),
  ],
};
