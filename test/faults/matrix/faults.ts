import type { Fault, FaultRule, OperationErrorItem } from "../../../emulator/src/index";
import type { MutatingCall } from "../../kinds/kind";
import { lookUp } from "../../support/routeProvider";

/**
 * How a step ends that meets a fault:
 *
 * - `survives`: it succeeds, and the change is made once;
 * - `refused`: it fails, nothing was changed, and nothing is recorded of it;
 * - `recorded`: it fails, and the change may have been made: what is known is recorded, and the next step finds out.
 */
export type End = "survives" | "refused" | "recorded";

/** A fault, and what it has to come to. */
export interface MatrixFault {
  /** Faults of one kind are told apart by how long they last. */
  readonly kind: string;
  readonly name: string;
  rules?(call: MutatingCall): FaultRule[];
  /** In place of a rule: what somebody else does at the service, before the step or between its read and its change. */
  readonly elsewhere?: "vanishes" | "obstacle";
  ends(call: MutatingCall): End;
  /** Whether the service has made the change when the step fails. */
  readonly acts?: true;
  /** What the error has to say. */
  says?(call: MutatingCall): readonly (string | RegExp)[];
  /** Why it cannot meet this call. */
  impossible?(call: MutatingCall): string | undefined;
  /** The process that it met sends less for a while, whatever is asked of it. */
  readonly slowsDown?: true;
  /** It lasts longer than the whole step may take. */
  readonly lasting?: true;
  /** How long operations take. */
  readonly operationMs?: number;
  /** Operations end when so many of the requests that wait for each were answered early, and not before. */
  readonly earlyAnswers?: number;
}

const survives = () => "survives" as const;
const refused = () => "refused" as const;
const recorded = () => "recorded" as const;

/** A fault that is over after one request: the request is sent again. */
function once(kind: string, fault: (call: MutatingCall) => Fault, name = `${kind}, once`): MatrixFault {
  return { kind, name, rules: (call) => [{ match: call.request, fault: fault(call) }], ends: survives };
}

/** A fault that outlasts the step. Where the answer is lost, so is the one to the question what became of the request. */
function always(
  kind: string,
  fault: (call: MutatingCall) => Fault,
  more: Pick<MatrixFault, "ends" | "says" | "acts"> & { name?: string },
): MatrixFault {
  const rules = (call: MutatingCall): FaultRule[] => [
    { match: call.request, times: "always", fault: fault(call) },
    ...(more.ends(call) === "recorded"
      ? [{ match: lookUp, times: "always", fault: { kind: "status", status: 503 } } as const]
      : []),
  ];
  return { kind, name: `${kind}, always`, rules, lasting: true, ...more };
}

/** An error of the service, which repeats what it was sent. */
const status =
  (code: number, more: Partial<Fault & { kind: "status" }> = {}) =>
  ({ secret }: MutatingCall): Fault => ({ kind: "status", status: code, message: `no: ${secret ?? "-"}`, ...more });

const rateLimit = status(403, { reason: "rateLimitExceeded" });
const retryAfter = (seconds: number) => status(429, { headers: { "retry-after": String(seconds) } });

const page = (title: string) => ({
  body: `<!DOCTYPE html><html><head><title>${title}</title></head><body><p>${"x".repeat(2000)}</p></body></html>`,
  contentType: "text/html; charset=UTF-8",
});

const broken = [/the connection was reset \(ECONNRESET|the other side closed the connection \(UND_ERR_SOCKET/];
const html = (title: string) => [`a page titled "${title}"`];

/** What stands between the request and its answer: everything before an operation is known. */
const requestFaults: readonly MatrixFault[] = [
  ...outages(),
  once("reset before the request is acted on", () => ({ kind: "resetBefore" })),
  always("reset before the request is acted on", () => ({ kind: "resetBefore" }), {
    ends: recorded,
    says: () => broken,
  }),
  once("reset after the server acted", () => ({ kind: "resetAfter" })),
  always("reset after the server acted", () => ({ kind: "resetAfter" }), {
    ends: recorded,
    acts: true,
    says: () => broken,
  }),
  once("answer cut in the middle", () => ({ kind: "truncate" })),
  always("answer cut in the middle", () => ({ kind: "truncate" }), { ends: recorded, acts: true, says: () => broken }),
  once("stalled body", () => ({ kind: "stall" })),
  always("stalled body", () => ({ kind: "stall" }), {
    ends: recorded,
    acts: true,
    says: () => ["no complete answer within"],
  }),
  once("HTML error body", status(502, page("502 Bad Gateway"))),
  always("HTML error body", status(403, page("Blocked by the proxy")), {
    name: "HTML error body, of a proxy that refuses",
    ends: refused,
    says: () => ["HTTP 403: ", ...html("Blocked by the proxy")],
  }),
  once("HTML in place of the answer", status(200, page("Sign in"))),
  always("HTML in place of the answer", () => ({ kind: "replaceAnswer", status: 200, ...page("Sign in") }), {
    ends: recorded,
    acts: true,
    says: () => ["HTTP 200 with a body that is not a JSON object", "may be answering in its place"],
  }),
  once("empty error body", status(503, { body: "" })),
  always("empty error body", status(400, { body: "" }), {
    ends: refused,
    says: () => ["HTTP 400: the answer has no body"],
  }),
  once("401", status(401), "401 once"),
  always("401", status(401), {
    name: "401 always",
    ends: refused,
    says: () => ["HTTP 401 authError: no", "The credentials were refused: they are expired, revoked"],
  }),
  always("403 permission", status(403), {
    name: "403 permission",
    ends: refused,
    says: ({ permission }) => ["HTTP 403 forbidden: no", `The caller needs ${permission}`],
  }),
  ...tooFast("403 rate limit", rateLimit, rateLimit, "HTTP 403 rateLimitExceeded: no"),
  ...notFound(),
  once("408", status(408)),
  always("408", status(408), { ends: recorded, says: () => ["HTTP 408 requestTimeout: no"] }),
  ...conflicts(),
  ...tooFast(
    "429 with Retry-After",
    retryAfter(1),
    retryAfter(60),
    "HTTP 429 rateLimitExceeded: no",
    "the service asks to wait 1m",
  ),
  ...tooFast("429 without Retry-After", status(429), status(429), "HTTP 429 rateLimitExceeded: no"),
  ...[500, 502, 503].flatMap((code) => trouble(code)),
];

/** Refusals because of too many requests: the provider sends less from then on. */
function tooFast(
  kind: string,
  brief: (call: MutatingCall) => Fault,
  lasting: (call: MutatingCall) => Fault,
  ...says: string[]
): MatrixFault[] {
  return [once(kind, brief), always(kind, lasting, { ends: refused, says: () => says })].map((fault) => ({
    ...fault,
    slowsDown: true,
  }));
}

function outages(): MatrixFault[] {
  const kind = "connection refused";
  // It begins with the answer to the read before, or to a read that is made for that.
  const rules = (ms: number) => (call: MutatingCall) => [
    { match: call.readBefore ?? knock, fault: { kind: "outage", ms } as const },
  ];
  return [
    { kind, name: `${kind}, for a moment`, rules: rules(500), ends: survives },
    {
      kind,
      name: `${kind}, always`,
      rules: rules(60_000),
      lasting: true,
      ends: refused,
      says: () => ["nothing listens there (ECONNREFUSED, http://127.0.0.1:", "gcp:computeCustomEndpoint"],
    },
  ];
}

/** The request that an outage begins with where the call has no read before it. */
export const knock = { method: "GET", path: "/zones/knock/operations/knock$" } as const;

function notFound(): MatrixFault[] {
  const kind = "404";
  return [
    {
      ...always(kind, status(404), { ends: refused, says: () => ["HTTP 404 notFound: no"] }),
      name: "404 of the service",
      // Where something is put back or taken off, the object itself may be there all the same.
      impossible: ({ request }) =>
        request.method === "DELETE" ? "for a delete, it means that the object is gone, as in the next row" : undefined,
    },
    {
      kind,
      name: "404 because somebody else has removed it",
      elsewhere: "vanishes",
      ends: survives,
      impossible: ({ step }) => (step === "up" ? "a create or change gets a refusal, as in the row before" : undefined),
    },
    always(kind, status(404, page("Error 404")), {
      name: "404 of a proxy",
      ends: refused,
      says: () => ["HTTP 404: ", ...html("Error 404"), "The answer does not show that the object is gone"],
    }),
  ];
}

/** Refusals as stale of what nobody has changed: no repeat helps. */
function conflicts(): MatrixFault[] {
  const stale = (code: 409 | 412, says: string): MatrixFault[] => [
    { ...once(String(code), status(code)), ends: refused, says: () => [says] },
    always(String(code), status(code), { ends: refused, says: () => [says] }),
  ];
  return [
    ...stale(409, "HTTP 409 conflict: no"),
    {
      kind: "409",
      name: "409 because of an object of others",
      elsewhere: "obstacle",
      ends: refused,
      says: ({ obstacle }) => [obstacle?.says ?? ""],
      impossible: ({ obstacle }) => (obstacle === undefined ? "it makes no object that could clash" : undefined),
    },
    ...stale(412, "HTTP 412 conditionNotMet: no"),
  ];
}

/** A server error, before the service acted and after. */
function trouble(code: number): MatrixFault[] {
  return [
    once(String(code), status(code)),
    always(String(code), status(code), { ends: recorded, says: () => [`HTTP ${String(code)} `, "no"] }),
    once(
      String(code),
      () => ({ kind: "replaceAnswer", status: code }),
      `${String(code)} although the server acted, once`,
    ),
    always(String(code), () => ({ kind: "replaceAnswer", status: code }), {
      name: `${String(code)} although the server acted, always`,
      ends: recorded,
      acts: true,
      says: () => [`HTTP ${String(code)}: the answer has no body`],
    }),
  ];
}

const waiting = { method: "POST", path: "/wait$" } as const;

const ofOperations: readonly MatrixFault[] = [
  {
    kind: "wait that returns immediately twenty times",
    name: "wait that returns immediately twenty times",
    rules: () => [{ match: waiting, times: 20, fault: { kind: "earlyWait" } }],
    operationMs: 600_000,
    earlyAnswers: 20,
    ends: survives,
  },
  {
    kind: "wait that drops",
    name: "wait that drops three times",
    rules: () =>
      (["resetBefore", "resetAfter", "truncate"] as const).map((kind) => ({ match: waiting, fault: { kind } })),
    operationMs: 200,
    ends: survives,
  },
  {
    kind: "wait that drops",
    name: "wait that drops, always",
    rules: () => [{ match: waiting, times: "always", fault: { kind: "resetAfter" } }],
    operationMs: 20,
    lasting: true,
    ends: recorded,
    acts: true,
    says: () => ["the wait for the operation ended early: ", ...broken, /operation operation-\S+ may still be running/],
  },
  ...operationErrors(),
  ...(["atOnce", "whenDone"] as const).map((when): MatrixFault => ({
    kind: "operation that vanishes",
    name: `operation that vanishes ${when === "atOnce" ? "immediately" : "when it is done"}`,
    rules: ({ request }) => [{ match: request, fault: { kind: "operationVanishes", when } }],
    operationMs: 20,
    ends: survives,
  })),
  {
    kind: "operation DONE in the first answer",
    name: "operation DONE in the first answer",
    rules: ({ request }) => [{ match: request, fault: { kind: "doneAtOnce" } }],
    ends: survives,
  },
];

/** What can only happen to an operation. */
const operationFaults: readonly MatrixFault[] = ofOperations.map((fault) => ({
  ...fault,
  impossible: ({ operationType }) =>
    operationType === undefined ? "the call has no operation, and is done when the answer arrives" : undefined,
}));

function operationErrors(): MatrixFault[] {
  const kind = "operation that fails";
  const fails = (name: string, item: OperationErrorItem | undefined, ...says: string[]): MatrixFault => ({
    kind,
    name: `${kind}: ${name}`,
    rules: ({ request, secret }) => {
      const message = item?.message ?? `no: ${secret ?? "-"}`;
      const errors = item === undefined ? [] : [{ ...item, message }];
      return [{ match: request, fault: { kind: "operationError", errors, httpErrorStatusCode: 409 } }];
    },
    ends: refused,
    says: () => [...says, "HTTP 409", /operation operation-\S+/],
  });
  const quota = {
    metricName: "compute.googleapis.com/things",
    limitName: "THINGS-per-project",
    dimensions: { region: "global" },
    limit: 250,
    futureLimit: 500,
    rolloutStatus: "IN_PROGRESS",
  };
  const help = { links: [{ description: "Troubleshooting", url: "https://cloud.google.com/help" }] };
  const errorInfo = { reason: "STOCKOUT", domain: "compute.googleapis.com", metadatas: { zone: "z" } };
  const localizedMessage = { locale: "de", message: "Es ist nichts mehr da." };
  return [
    fails(
      "code, message and location",
      { code: "INVALID_USAGE", location: "resource.x" },
      "INVALID_USAGE",
      "at resource.x",
      "no: ",
    ),
    fails(
      "quotaInfo",
      { code: "QUOTA_EXCEEDED", errorDetails: [{ quotaInfo: quota }] },
      "QUOTA_EXCEEDED",
      "THINGS-per-project: limit 250 (region global, future limit 500, rollout IN_PROGRESS",
      "Ask for more quota",
    ),
    fails(
      "errorInfo",
      { code: "ZONE_RESOURCE_POOL_EXHAUSTED", errorDetails: [{ errorInfo }] },
      "ZONE_RESOURCE_POOL_EXHAUSTED",
      "reason STOCKOUT (compute.googleapis.com) zone=z",
    ),
    fails(
      "help",
      { code: "RESOURCE_IN_USE", errorDetails: [{ help }] },
      "help: Troubleshooting https://cloud.google.com/help",
    ),
    fails(
      "localizedMessage",
      { code: "INTERNAL_ERROR", errorDetails: [{ localizedMessage }] },
      "Es ist nichts mehr da.",
    ),
    fails("nothing but its HTTP status", undefined, "HTTP 409"),
  ];
}

/** Every fault of the matrix. */
export const faults: readonly MatrixFault[] = [...requestFaults, ...operationFaults];

/** A message whose first line is not broken behind the status, where it would be too long for a line. */
export function unbroken(message: string): string {
  return message.replaceAll(/:\n\s+/g, ": ");
}
