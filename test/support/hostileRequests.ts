import { endpoints, catalogWith } from "../../emulator/src/kinds/catalog";
import { FAULTS } from "../../emulator/src/world/settings/faultKinds";
import type { Emulator } from "../../emulator/src/index";
import type { Field, Fields, StringField } from "../../emulator/src/basics/schema";
import { fc } from "./property";
import { hostileJson, hostileObject, hostileProperties, hostileTexts } from "./hostileValues";

/** A request that somebody might send who means no good, or just anything. */
export interface HostileRequest {
  readonly method: string;
  /** With the query, as it is sent. */
  readonly target: string;
  readonly body: string | undefined;
}

const encoded = (text: string) => encodeURIComponent(text.toWellFormed());
const hostileSegment = fc.oneof(
  fc.constantFrom(...hostileTexts).map(encoded),
  fc.constantFrom("%", "%zz", "%2f", "__proto__", "constructor", "0", "1", "default"),
);

const catalog = catalogWith([]);
const described = catalog.rest.collections.flatMap((collection) => collection.endpoints ?? []);

/** Filters, selectors, page tokens and other parameters, well-formed and not. */
const queryText = fc.oneof(
  fc.constantFrom("name=a", "id > 5", "name eq .*", "labels.a:*", "(name eq a)(name eq b)", "creationTimestamp desc"),
  fc.constantFrom("items(id,name)", "a(".repeat(300), "(".repeat(300), "a/".repeat(300), "1", "3", "true", "[]"),
  fc.constantFrom("organizations/123456789012", "default", "json;enum-encoding=int", "my-project", "WyIxIl0"),
  fc.constantFrom(...hostileTexts),
);
const systemParameters = ["fields", "$alt", "prettyPrint", "access_token", "callback", "__proto__", "requestId"];

function query(known: readonly string[]): fc.Arbitrary<string> {
  const name = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...known, "fields") },
    { weight: 1, arbitrary: fc.constantFrom(...systemParameters) },
  );
  return fc
    .array(fc.tuple(name, queryText), { maxLength: 2 })
    .map((pairs) => pairs.map(([name, text]) => `${encoded(name)}=${encoded(text)}`).join("&"))
    .map((text) => (text === "" ? "" : `?${text}`));
}

/** Anything, and often an object that nothing can make a text or a number of. */
const anything = fc.oneof(hostileJson, fc.constant(hostileObject));

/** Members with any value, of which some have these names. */
function anyMembers(...names: string[]): fc.Arbitrary<object> {
  return fc.oneof(hostileProperties(names), fc.dictionary(fc.constantFrom(...names), anything, { maxKeys: 2 }));
}

/** Chooses the text of a field. */
type Texts = (field: StringField | undefined) => fc.Arbitrary<string>;

/** A body by its fields: most of it of the right form, so that it comes far, and any of it anything else. */
function makeBody(fields: Fields, texts: Texts): fc.Arbitrary<object> {
  const names = Object.keys(fields).filter((name) => fields[name]?.outputOnly !== true);
  const needed = names.filter((name) => fields[name]?.required === true || name === "name" || name === "targetSize");
  return fc.subarray(names, { maxLength: Math.min(3, names.length) }).chain((chosen) => {
    const members = [...new Set([...needed, ...chosen])].map((name) => [name, makeValue(fields[name], texts)] as const);
    return fc.record(Object.fromEntries(members));
  });
}

function makeValue(field: Field | undefined, texts: Texts): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 30, arbitrary: rightValue(field, texts) }, { weight: 1, arbitrary: anything });
}

function rightValue(field: Field | undefined, texts: Texts): fc.Arbitrary<unknown> {
  switch (field?.type) {
    case "string":
      return field.values === undefined ? texts(field) : fc.constantFrom(...field.values);
    case "int64":
      return fc.constantFrom("0", "1", "18446744073709551615");
    case "bytes":
      return fc.constantFrom("AAAA", "");
    case "integer":
    case "number": {
      const min = field.minimum ?? -2;
      return fc.integer({ min, max: Math.min(field.maximum ?? Infinity, min + 5) });
    }
    case "boolean":
      return fc.boolean();
    case "list":
      return fc.array(makeValue(field.items, texts), { maxLength: Math.min(3, field.maximumItems ?? 3) });
    case "map":
      return fc.dictionary(fc.constantFrom("a", "b", "constructor"), makeValue(field.values, texts), { maxKeys: 2 });
    case "object":
      return makeBody(field.fields, texts);
    default:
      return anything;
  }
}

/** Requests to the API and to the admin paths of an emulator, about what it has and what it has not. */
export function hostileRequests(emulator: Emulator): fc.Arbitrary<HostileRequest> {
  const paths = ["projects/", "locations/"].flatMap((root) => emulator.objects.list(root)).map(({ path }) => path);
  const names = ["x", "y", ...paths.map((path) => path.slice(path.lastIndexOf("/") + 1))];
  const texts: Texts = (field) => {
    const wanted = [field?.reference?.to ?? []].flat().map((form) => form.split("/").at(-2));
    const fitting = paths.filter((path) => wanted.includes(path.split("/").at(-2)));
    const others =
      field?.isLink === true ? paths : ["10.0.0.0/8", "global/gateways/default-internet-gateway", ...names];
    return fc.oneof(
      { weight: 20, arbitrary: fc.constantFrom(...(fitting.length === 0 ? others : fitting)) },
      { weight: 1, arbitrary: fc.constantFrom(...hostileTexts) },
    );
  };

  /** A path of a template: that of an object which is there, or of a new one, or with anything in it. */
  function path(template: string): fc.Arbitrary<string> {
    const wanted = template.split("/");
    const isVariable = (part: string | undefined) => part?.startsWith("{") === true;
    const alike = paths
      .map((one) => one.split("/"))
      .filter((one) => one.every((part, at) => isVariable(wanted[at]) || wanted[at] === part));
    const place: Record<string, string> = { project: "my-project", region: "us-central1", zone: "us-central1-a" };
    const fill = (known: readonly string[]) =>
      wanted.map((part, at) => (isVariable(part) ? (known[at] ?? place[part.slice(1, -1)] ?? "x") : part));
    return fc
      .tuple(fc.constantFrom(...alike.map(fill), fill([])), fc.option(fc.tuple(fc.nat(9), hostileSegment), { freq: 1 }))
      .map(([parts, other]) => parts.map((part, at) => (other?.[0] === at ? other[1] : part)).join("/"));
  }

  const api = fc
    .oneof(
      { weight: 3, arbitrary: fc.constantFrom(...endpoints) },
      { weight: 1, arbitrary: fc.constantFrom(...described) },
    )
    .chain(({ method, path: template, query: fields = {}, body }) =>
      fc.record<HostileRequest>({
        method: fc.oneof({ weight: 30, arbitrary: fc.constant(method) }, { weight: 1, arbitrary: fc.constant("PUT") }),
        target: fc
          .tuple(path(template.slice("/compute/v1/".length)), query(Object.keys(fields)))
          .map(([place, asked]) => `/compute/v1/${place}${asked}`),
        body: body === undefined ? fc.constant(undefined) : makeBody(body, texts).map((value) => JSON.stringify(value)),
      }),
    );

  const kinds = [...catalog.modelled, ...catalog.rest.collections];
  const stored = kinds.filter(({ template }) => paths.some((path) => template.match(path) !== undefined));
  const hostileMembers = anyMembers("status", "versions", "associations", "currentAction", "labels", "version");
  const objects = fc
    .oneof({ weight: 5, arbitrary: fc.constantFrom(...stored) }, { weight: 1, arbitrary: fc.constantFrom(...kinds) })
    .chain((kind) =>
      fc.record<HostileRequest>({
        method: fc.constantFrom("PUT", "PATCH", "PATCH", "GET", "DELETE"),
        target: path(kind.path).map((place) => `/_emulator/objects/${place}`),
        body: fc
          .tuple(makeBody(kind.fields, texts), fc.option(hostileMembers), anyMembers("id", "name", "iamPolicy"))
          .map(([right, members, identity]) =>
            JSON.stringify({ ...right, ...(members ?? identity), ...(members === null ? {} : { name: undefined }) }),
          ),
      }),
    );

  const fault = fc
    .constantFrom(...Object.entries(FAULTS))
    .chain(([kind, { fields = {} }]) => makeBody(fields, texts).map((settings) => ({ ...settings, kind })));
  const match = anyMembers("path", "query", "body", "method");
  const settings: readonly [method: string, path: string, body: fc.Arbitrary<unknown>][] = [
    ["POST", "/faults", fc.record({ fault })],
    ["POST", "/faults", fc.record({ fault, match, times: fc.constantFrom(1, "always", hostileTexts) })],
    ["PUT", "/latency", anyMembers("defaultMs", "byType", "instancesMs", "perInstanceMs")],
    ["PUT", "/rollouts", anyMembers("rollouts")],
    ["PUT", "/rollouts", fc.record({ rollouts: fc.array(anyMembers("instanceTemplate", "errors", "times")) })],
    ["PUT", "/checks", anyMembers("order")],
    ["PUT", "/quotas", anyMembers("project", "routes", "requestsPerSecond", "iamPolicyBytes")],
    ["PUT", "/tokens", anyMembers("tokens")],
    ["PUT", "/projects", anyMembers("id")],
    ["POST", "/seed", anyMembers("project", "region", "parentId", "parts")],
    ["POST", "/operations/expire", anyMembers("name")],
    ["POST", "/operations/finish", anyMembers("name")],
    ...["/history", "/console/request", "/console/object", "/console/state"].map(
      (path) => ["GET", path, fc.constant(undefined)] as [string, string, fc.Arbitrary<unknown>],
    ),
  ];
  const admin = fc.constantFrom(...settings).chain(([method, place, body]) =>
    fc.record<HostileRequest>({
      method: fc.constant(method),
      target: query(["path", "prefix", "sequence", "objects", "requests", "problems"]).map(
        (asked) => `/_emulator${place}${asked}`,
      ),
      body: fc
        .oneof({ weight: 9, arbitrary: body }, { weight: 1, arbitrary: anything })
        .map((value) => JSON.stringify(value) as string | undefined),
    }),
  );
  return fc.oneof({ weight: 4, arbitrary: api }, { weight: 4, arbitrary: objects }, { weight: 2, arbitrary: admin });
}
