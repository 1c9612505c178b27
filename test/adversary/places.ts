import { isObject, type JsonObject } from "../support/json";
import type { Answered, Asked, Hooks } from "../support/lyingProxy";

/** Where a service can put a text of its own into what answers a create. */
export interface Place {
  readonly name: string;
  /** What the service does about the object of that path. */
  readonly hooks: (text: string) => Hooks;
  /** Whether what the service says is an error. */
  readonly fails: boolean;
  /** Longer texts do not fit there. */
  readonly isShort?: true;
}

const isInsert = ({ method, path }: Asked) => method === "POST" && /\/global\/(routes|snapshots)$/.test(path);
const isWait = ({ path }: Asked) => path.endsWith("/wait");
const isRead = ({ method, path }: Asked) => method === "GET" && /\/global\/(routes|snapshots)\//.test(path);

const refuses =
  (answer: (text: string) => Omit<Answered, "body"> & { body?: JsonObject }) =>
  (text: string): Hooks => ({
    instead: (asked) => (isInsert(asked) ? { body: undefined, ...answer(text) } : undefined),
  });

const error = (error: JsonObject): { status: number; body: JsonObject } => ({
  status: 400,
  body: { error: { code: 400, message: "no", ...error } },
});

const changed =
  (when: (asked: Asked) => boolean, change: (body: JsonObject, text: string) => JsonObject) =>
  (text: string): Hooks => ({
    answer: (answered, asked) =>
      when(asked) && isObject(answered.body) ? { ...answered, body: change(answered.body, text) } : answered,
  });

const operation = (change: (text: string) => JsonObject) =>
  changed(isWait, (body, text) => ({ ...body, ...change(text) }));

const failed = (error: (text: string) => JsonObject) =>
  operation((text) => ({
    status: "DONE",
    progress: 100,
    error: { errors: [{ code: "BROKEN", message: "no", ...error(text) }] },
  }));

const object = (change: (text: string) => JsonObject) =>
  changed(isRead, (body, text) => ({ ...body, ...change(text) }));

const detail = (detail: (text: string) => JsonObject) => failed((text) => ({ errorDetails: [detail(text)] }));

/** In errors, in warnings, and beside them. */
export const messagePlaces: readonly Place[] = [
  { name: "the message of a refusal", fails: true, hooks: refuses((text) => error({ message: text })) },
  {
    name: "an entry of a refusal",
    fails: true,
    hooks: refuses((text) => error({ errors: [{ reason: "invalid", message: text }] })),
  },
  {
    name: "the reason of a refusal",
    fails: true,
    hooks: refuses((text) => error({ errors: [{ reason: text, message: "no" }] })),
  },
  { name: "the status of a refusal", fails: true, hooks: refuses((text) => error({ status: text })) },
  {
    name: "a detail of a refusal",
    fails: true,
    hooks: refuses((text) =>
      error({
        details: [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "X", metadata: { at: text } }],
      }),
    ),
  },
  {
    name: "a page in place of an answer",
    fails: true,
    isShort: true,
    hooks: refuses((text) => ({ status: 403, text: `<html><title>${text}</title></html>` })),
  },
  { name: "the message of a failed operation", fails: true, hooks: failed((text) => ({ message: text })) },
  { name: "the code of a failed operation", fails: true, hooks: failed((text) => ({ code: text })) },
  { name: "the location of a failed operation", fails: true, hooks: failed((text) => ({ location: text })) },
  {
    name: "a name in the metadata of an error",
    fails: true,
    hooks: detail((text) => ({ errorInfo: { reason: "X", metadatas: { [text]: "v" } } })),
  },
  {
    name: "the limit of a quota",
    fails: true,
    hooks: detail((text) => ({ quotaInfo: { limitName: text } })),
  },
  {
    name: "a dimension of a quota",
    fails: true,
    hooks: detail((text) => ({ quotaInfo: { limitName: "L", dimensions: { at: text } } })),
  },
  {
    name: "a help link",
    fails: true,
    hooks: detail((text) => ({ help: { links: [{ description: "see", url: text }] } })),
  },
  {
    name: "a localized message",
    fails: true,
    hooks: detail((text) => ({ localizedMessage: { locale: "en", message: text } })),
  },
  {
    name: "the HTTP message of an operation",
    fails: true,
    hooks: operation((text) => ({ status: "DONE", httpErrorStatusCode: 400, httpErrorMessage: text })),
  },
  {
    name: "the message of a warning",
    fails: false,
    hooks: operation((text) => ({ warnings: [{ code: "W", message: text }] })),
  },
  {
    name: "the code of a warning",
    fails: false,
    hooks: operation((text) => ({ warnings: [{ code: text, message: "m" }] })),
  },
  {
    name: "a key in the data of a warning",
    fails: false,
    hooks: operation((text) => ({ warnings: [{ code: "W", data: [{ key: text, value: "v" }] }] })),
  },
  {
    name: "a value in the data of a warning",
    fails: false,
    hooks: operation((text) => ({ warnings: [{ code: "W", data: [{ key: "k", value: text }] }] })),
  },
];

/** In headers, which take few characters. */
export const headerPlaces: readonly Place[] = [
  {
    name: "the content type",
    fails: true,
    isShort: true,
    hooks: refuses((text) => ({ status: 403, text: "no", headers: { "content-type": `text/${text}` } })),
  },
  {
    name: "the host of a redirect",
    fails: true,
    isShort: true,
    hooks: refuses((text) => ({ status: 302, text: "", headers: { location: `https://${text}.example/` } })),
  },
  {
    name: "the path of a redirect",
    fails: true,
    isShort: true,
    hooks: refuses((text) => ({ status: 302, text: "", headers: { location: `https://login.example/${text}` } })),
  },
];

/** In members of the object, which are recorded. */
export const memberPlaces: readonly (Place & { kinds: readonly ("route" | "snapshot")[] })[] = [
  { name: "an argument", kinds: ["route", "snapshot"], fails: false, hooks: object((text) => ({ description: text })) },
  {
    name: "an output",
    kinds: ["route", "snapshot"],
    fails: false,
    hooks: object((text) => ({ creationTimestamp: text })),
  },
  { name: "an item of a list", kinds: ["route"], fails: false, hooks: object((text) => ({ tags: [text] })) },
  { name: "a label", kinds: ["snapshot"], fails: false, hooks: object((text) => ({ labels: { at: text } })) },
  {
    name: "the name of a label",
    kinds: ["snapshot"],
    fails: false,
    hooks: object((text) => ({ labels: { [text]: "v" } })),
  },
];
