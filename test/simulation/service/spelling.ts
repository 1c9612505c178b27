import type { answerSpellings, LibertyName } from "../liberties";
import { host, refusal, type Answer } from "./answers";
import { defaults } from "./defaults";
import { isData, isEmpty, isSurplus, mapDeep, without } from "./json";
import { findFields, mapMessages, findMessage, type Field } from "./messages";
import { namesIn, plainPath, project, projectNumber } from "./names";
import type { Data } from "./objects";
import type { Service } from "./service";

/** A request as it was sent. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Data;
}

/** Members of a later version. */
const surplus = {
  surplusText: "x",
  surplusNumber: 7,
  surplusFlag: true,
  surplusList: ["x", { deep: "x" }],
  surplusObject: { inner: { deep: ["x"] } },
};

const readDefaults = ({ kind }: Data) => defaults[String(kind)] ?? {};
const changeObject = (change: (object: Data) => Data) => (body: unknown) => (isData(body) ? change(body) : body);
const pick = (object: Data, isPicked: (member: unknown, name: string) => boolean): Data =>
  Object.fromEntries(Object.entries(object).filter(([name, member]) => isPicked(member, name)));
const mapMembers = (object: Data, change: (member: unknown, name: string) => unknown): Data =>
  Object.fromEntries(Object.entries(object).map(([name, member]) => [name, change(member, name)]));
const isSame = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);

const toVersion = (prefix: string) => (body: unknown) =>
  mapDeep(body, { text: (text) => (text.startsWith(host) ? prefix + text.slice(host.length) : text) });

/** Present, even empty, they would say that this one was chosen, or that something failed. */
const omittedMembers = new Set(["nextPageToken", "error", "errors"]);

const withEmpties =
  (empty: (field: Field) => unknown): Spelling =>
  (body, { message }) =>
    mapMessages(body, message, (object, fields) => {
      const missing = Object.entries(fields).filter(
        ([name]) => object[name] === undefined && !omittedMembers.has(name),
      );
      const added = missing.map(([name, field]) => [name, empty(field)] as const);
      return { ...Object.fromEntries(added.filter(([, value]) => value !== undefined)), ...object };
    });

const operationsIn = (change: (operation: Data, asked: Spelled) => Data) => (body: unknown, asked: Spelled) =>
  isOperation(body) ? change(body, asked) : body;
const isOperation = (body: unknown): body is Data => isData(body) && body.kind === "compute#operation";

const timesAs = (form: (moment: Date) => string) => (body: unknown) =>
  mapDeep(body, {
    text: (text) => (/^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(text) ? form(new Date(text)) : text),
  });

const backwards = (body: unknown) => mapDeep(body, { list: (items) => [...items].reverse() });

const sizes = new Set(["targetSize", "maxSurge", "maxUnavailable"]);
const wide = new Set(["int64", "uint64"]);
/** In front of a text that is written as a number: JavaScript would not hold it. */
const mark = "\u0000";

interface Spelled extends Asked {
  readonly message: string;
  /** How many requests have been answered before. */
  readonly count: number;
}

type Spelling = (body: unknown, asked: Spelled) => unknown;

/** In the order in which they are applied. */
const spellings: readonly (readonly [keyof typeof answerSpellings, Spelling])[] = [
  ["unknownStatus", operationsIn((one) => ({ ...one, status: one.status === "DONE" ? "DONE" : "QUEUED" }))],
  [
    "fallingProgress",
    operationsIn((one, { count }) => (one.status === "DONE" ? one : { ...one, progress: [90, 40, 0][count % 3] })),
  ],
  [
    "operationWarnings",
    operationsIn((one) => ({
      ...one,
      warnings: [
        { code: "DEPRECATED_RESOURCE_USED", message: "It is old.", data: [{ key: "resource_name", value: "x" }] },
        { code: "A_WARNING_OF_NEXT_YEAR" },
      ],
    })),
  ],
  [
    "deletedAlready",
    operationsIn((one) =>
      one.status === "DONE" &&
      one.error === undefined &&
      /^(?:delete|removeAssociation)$/.test(String(one.operationType))
        ? {
            ...one,
            error: { errors: [{ code: "RESOURCE_NOT_FOUND", message: "The resource was not found" }] },
            httpErrorStatusCode: 404,
            httpErrorMessage: "NOT FOUND",
          }
        : one,
    ),
  ],
  [
    "bareOperations",
    operationsIn((one) =>
      one.error === undefined ? pick(one, (_member, name) => /^(?:name|status|region|zone)$/.test(name)) : one,
    ),
  ],
  ["defaultsPresent", changeObject((object) => ({ ...readDefaults(object), ...object }))],
  ["defaultsAbsent", changeObject((object) => pick(object, (one, name) => !isSame(one, readDefaults(object)[name])))],
  [
    "envelopeAbsent",
    changeObject((object) => pick(object, (_one, name) => !/^(?:kind|selfLink|creationTimestamp)$/.test(name))),
  ],
  [
    "calculatedSizes",
    (body) =>
      mapDeep(body, {
        object: (object) =>
          mapMembers(object, (one, name) => (sizes.has(name) && isData(one) ? { ...one, calculated: 99 } : one)),
      }),
  ],
  [
    "associationWithNames",
    (body, { path }) =>
      path.endsWith("/getAssociation") && isData(body)
        ? { ...body, firewallPolicyId: "7003", shortName: "shown", displayName: "shown" }
        : body,
  ],
  [
    "emptyFirstPage",
    (body, { message }) => ("nextPageToken" in findFields(message) ? { nextPageToken: "", ...(body as Data) } : body),
  ],
  ["linksOnOtherHost", toVersion("https://compute.googleapis.com/compute/v1/")],
  ["betaLinks", toVersion("https://www.googleapis.com/compute/beta/")],
  ["alphaLinks", toVersion("https://compute.googleapis.com/compute/alpha/")],
  [
    "betaPlaces",
    (body) =>
      mapDeep(body, {
        text: (text, member) =>
          /^(?:zones?|region)$/.test(member) ? text.replace("/compute/v1/", "/compute/beta/") : text,
      }),
  ],
  ["offsetTimes", timesAs((one) => new Date(+one + 19_800_000).toISOString().replace("Z", "+05:30"))],
  ["timesWithoutFraction", timesAs((one) => one.toISOString().replace(/\.\d+Z$/, "Z"))],
  ["timesInNanoseconds", timesAs((one) => one.toISOString().replace("Z", "123456Z"))],
  ["emptiesAbsent", (body) => without(body, isEmpty)],
  ["emptyLists", withEmpties(({ form }) => (form === "list" ? [] : undefined))],
  ["emptyMaps", withEmpties(({ form }) => (form === "map" ? {} : undefined))],
  ["emptyTexts", withEmpties(({ form, type }) => (form === "one" && type === "string" ? "" : undefined))],
  ["falseMembers", withEmpties(({ form, type }) => (form === "one" && type === "bool" ? false : undefined))],
  ["unknownMembers", (body, { message }) => mapMessages(body, message, (object) => ({ ...object, ...surplus }))],
  ["otherOrder", backwards],
  ["changingOrder", (body, { count }) => (count % 2 === 1 ? backwards(body) : body)],
  [
    "membersInOtherOrder",
    (body) => mapDeep(body, { object: (object) => Object.fromEntries(Object.entries(object).reverse()) }),
  ],
  [
    "wideNumbers",
    (body, { message }) =>
      mapMessages(body, message, (object, fields) =>
        mapMembers(object, (one, name) =>
          wide.has(fields[name]?.type ?? "") && typeof one === "string" ? mark + one : one,
        ),
      ),
  ],
];

const firstPage = "after the empty page";
const removes = ({ method, path }: Asked) => method === "DELETE" || path.endsWith("/removeAssociation");

/** How the service writes what it answers in this life, and what it understands. */
export class Spellings {
  private count = 0;

  constructor(private readonly service: Service) {}

  /** The request as everything else of the service knows it, or why it is refused. */
  understood({ method, path, query, body }: Asked): Asked | Answer {
    if (query.get("pageToken") === firstPage) query.delete("pageToken");
    const asked = { method, path: namesIn(path), query };
    if (path.endsWith("/setIamPolicy")) return { ...asked, body: understoodPolicy(body) };
    let wrong: string | undefined;
    const items = isData(body) && Array.isArray(body.backends) ? { backends: understoodItems(body.backends) } : {};
    const links = mapDeep(
      { ...body, ...items },
      {
        text(text, member) {
          const linked = plainPath(text);
          // Of the spellings of a link, requests have the paths and the URLs of this version.
          if (
            linked !== undefined &&
            !/^(?:https:\/\/(?:www|compute)\.googleapis\.com\/compute\/v1\/)?\w+\//.test(text)
          )
            wrong ??= `Invalid value for field 'resource.${member}': '${text}'. The URL is malformed.`;
          return linked === undefined ? text : host + linked;
        },
      },
    );
    without({ ...body, ...items }, (member, name) => {
      if (isSurplus(member, name))
        wrong ??= `Invalid JSON payload received. Unknown name "${name}": Cannot find field.`;
      return false;
    });
    return wrong === undefined ? { ...asked, body: links } : refusal(400, "invalid", wrong);
  }

  /** A page without items, if each list begins with one. */
  instead({ method, path, query }: Asked): Answer | undefined {
    const message = method === "GET" ? findMessage(method, path) : undefined;
    if (message === undefined || !("nextPageToken" in findFields(message)) || query.has("pageToken")) return undefined;
    return this.takes("emptyFirstPage") ? { status: 200, body: { nextPageToken: firstPage } } : undefined;
  }

  answered(asked: Asked, answer: Answer): Answer {
    const message = findMessage(asked.method, asked.path);
    if (answer.status >= 400 || message === undefined) return answer;
    // A delete that is still to come to its end has an operation that tells how.
    const isRemoved = removes(asked) && isData(answer.body) && answer.body.status === "DONE" && !answer.body.error;
    if (isRemoved && this.takes("emptyBodyForDelete")) return { status: 200, body: {}, text: "" };
    if (isRemoved && this.takes("emptyObjectForDelete")) return { status: 200, body: {} };
    const spelled = { ...asked, message, count: (this.count += 1) };
    let { body } = answer;
    for (const [name, spelling] of spellings) {
      if (this.service.rate(name) === 0) continue;
      const text = JSON.stringify(body);
      body = spelling(body, spelled);
      if (JSON.stringify(body) !== text) this.service.meet(name);
    }
    const text = JSON.stringify(body).replaceAll(/"\\u0000(-?\d+)"/g, "$1");
    return { ...answer, text };
  }

  /** The project in the program's configuration. */
  get configuredProject(): string {
    return this.takes("configuredByNumber") ? projectNumber : project;
  }

  private takes(name: LibertyName): boolean {
    if (this.service.rate(name) === 0) return false;
    this.service.meet(name);
    return true;
  }
}

/** The service accepts its own additions to an item of a list. */
function understoodItems(items: readonly unknown[]): readonly unknown[] {
  return without(items, (member, name) => isSurplus(member, name) || isEmpty(member));
}

/** The service accepts its own additions to a policy. */
function understoodPolicy(body: Data): Data {
  return without(body, (member, name) => isSurplus(member, name) || (isEmpty(member) && name !== "policy"));
}
