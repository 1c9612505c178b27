import type { Emulator, Fault, FaultRule } from "../../emulator/src/index";
import type { MutatingCall } from "../kinds/kind";
import { lookUp } from "../support/routeProvider";

/**
 * How a step ends that meets a fault:
 *
 * - `survives`: it succeeds, and the change is made once;
 * - `refused`: it fails, nothing was changed, and nothing is recorded of it;
 * - `recorded`: it fails, and the change may have been made: what is known is recorded, and the next step finds out.
 */
export type End = "survives" | "refused" | "recorded";

/** A kind of fault, and what it has to come to. What a service in trouble does over hours is in `test/simulation`. */
export interface StepFault {
  readonly name: string;
  readonly rules: (call: MutatingCall) => FaultRule[];
  readonly end: End;
  /** The words that the error has to have. One that denies has to name the permissions of the call as well. */
  readonly says: readonly (string | RegExp)[];
  /** True if the service has made the change when the step fails. */
  readonly acts?: true;
  /** True if a change of what was there before may have had its effect all the same: it is recorded. */
  readonly isNoProof?: true;
  /** It is the lack of a permission. */
  readonly isDenial?: true;
  /** It lasts longer than the whole step may take. */
  readonly isLasting?: true;
  /** It meets only calls that have an operation. */
  readonly isOfOperations?: true;
  /** How long operations take. */
  readonly operationMs?: number;
  /** Operations end when so many of the requests that wait for each were answered early, and not before. */
  readonly earlyAnswers?: number;
}

/** A fault that is over after one request: the request is sent again. */
function once(name: string, fault: Fault): StepFault {
  return { name: `${name}, once`, rules: (call) => [{ match: call.request, fault }], end: "survives", says: [] };
}

/** A fault that outlasts the step. Where the answer is lost, so is the one to the question what became of the request. */
function always(
  name: string,
  fault: Fault | ((call: MutatingCall) => Fault),
  more: Pick<StepFault, "end" | "says" | "acts" | "isDenial">,
): StepFault {
  const rules = (call: MutatingCall): FaultRule[] => [
    { match: call.request, times: "always", fault: typeof fault === "function" ? fault(call) : fault },
    ...(more.end === "recorded"
      ? [{ match: lookUp, times: "always", fault: { kind: "status", status: 503 } } as const]
      : []),
  ];
  return { name: `${name}, always`, rules, isLasting: true, ...more };
}

/** An error of the service, which repeats what it was sent. */
const status =
  (code: number, more: Partial<Fault & { kind: "status" }> = {}) =>
  ({ secret }: MutatingCall): Fault => ({ kind: "status", status: code, message: `no: ${secret ?? "-"}`, ...more });

const page = (title: string) => ({
  body: `<!DOCTYPE html><html><head><title>${title}</title></head><body><p>${"x".repeat(2000)}</p></body></html>`,
  contentType: "text/html; charset=UTF-8",
});

const broken = /the connection was reset \(ECONNRESET|the other side closed the connection \(UND_ERR_SOCKET/;

/** The request that an outage begins with. */
const knock = { method: "GET", path: "/zones/knock/operations/knock$" } as const;

/** The faults between the request and its answer: everything before an operation is known. */
const ofRequests: readonly StepFault[] = [
  {
    name: "connection refused, always",
    rules: () => [{ match: knock, fault: { kind: "outage", ms: 600_000 } }],
    isLasting: true,
    end: "refused",
    says: ["nothing listens there (ECONNREFUSED, http://127.0.0.1:", "gcp:computeCustomEndpoint"],
  },
  once("reset before the request is acted on", { kind: "resetBefore" }),
  always("reset before the request is acted on", { kind: "resetBefore" }, { end: "recorded", says: [broken] }),
  once("reset after the server acted", { kind: "resetAfter" }),
  always("reset after the server acted", { kind: "resetAfter" }, { end: "recorded", acts: true, says: [broken] }),
  always("answer cut in the middle", { kind: "truncate" }, { end: "recorded", acts: true, says: [broken] }),
  always("stalled body", { kind: "stall" }, { end: "recorded", acts: true, says: ["no complete answer within"] }),
  always("HTML error body of a proxy", status(403, page("Blocked by the proxy")), {
    end: "refused",
    says: ["HTTP 403: ", 'a page titled "Blocked by the proxy"'],
  }),
  always(
    "HTML in place of the answer",
    { kind: "replaceAnswer", status: 200, ...page("Sign in") },
    {
      end: "recorded",
      acts: true,
      says: ["HTTP 200 with a body that is not a JSON object", "may be answering in its place"],
    },
  ),
  always("401", status(401), {
    end: "refused",
    says: ["HTTP 401 authError: no", "The credentials were refused: they are expired, revoked"],
  }),
  always("403 permission", status(403), {
    end: "refused",
    says: ["HTTP 403 forbidden: no"],
    isDenial: true,
  }),
  always("404 of a proxy", status(404, page("Error 404")), {
    end: "refused",
    says: ["HTTP 404: ", 'a page titled "Error 404"', "The answer does not show that the object is gone"],
  }),
  once("409 operationInProgress", { kind: "status", status: 409, reason: "operationInProgress" }),
  always("409 operationInProgress", status(409, { reason: "operationInProgress" }), {
    end: "refused",
    says: ["HTTP 409 operationInProgress: no", "Another change of that resource is running."],
  }),
  once("429 with Retry-After", { kind: "status", status: 429, headers: { "retry-after": "1" } }),
  always("429 with Retry-After", status(429, { headers: { "retry-after": "60" } }), {
    end: "refused",
    says: ["HTTP 429 rateLimitExceeded: no", "the service asks to wait 1m"],
  }),
  once("502 with HTML", { kind: "status", status: 502, ...page("502 Bad Gateway") }),
  always("503", status(503), { end: "recorded", says: ["HTTP 503 ", "no"] }),
  always(
    "500 although the server acted",
    { kind: "replaceAnswer", status: 500 },
    { end: "recorded", acts: true, says: ["HTTP 500: the answer has no body"] },
  ),
];

const waiting = { method: "POST", path: "/wait$" } as const;

/** The faults that can only happen to an operation. */
const ofOperations: readonly StepFault[] = [
  {
    name: "wait that returns immediately twenty times",
    rules: () => [{ match: waiting, times: 20, fault: { kind: "earlyWait" } }],
    operationMs: 600_000,
    earlyAnswers: 20,
    end: "survives",
    says: [],
  },
  {
    name: "wait that drops three times",
    rules: () =>
      (["resetBefore", "resetAfter", "truncate"] as const).map((kind) => ({ match: waiting, fault: { kind } })),
    operationMs: 200,
    end: "survives",
    says: [],
  },
  {
    name: "wait that drops, always",
    rules: () => [{ match: waiting, times: "always", fault: { kind: "resetAfter" } }],
    operationMs: 20,
    isLasting: true,
    end: "recorded",
    acts: true,
    says: ["the wait for the operation ended early: ", broken, /operation operation-\S+ may still be running/],
  },
  {
    name: "operation that fails",
    rules: ({ request, secret }) => {
      const errors = [{ code: "INVALID_USAGE", location: "resource.x", message: `no: ${secret ?? "-"}` }];
      return [{ match: request, fault: { kind: "operationError", errors, httpErrorStatusCode: 409 } }];
    },
    end: "refused",
    isNoProof: true,
    says: ["INVALID_USAGE", "at resource.x", "no: ", "HTTP 409", /operation operation-\S+/],
  },
  {
    name: "operation that vanishes immediately",
    rules: ({ request }) => [{ match: request, fault: { kind: "operationVanishes", when: "atOnce" } }],
    operationMs: 20,
    end: "survives",
    says: [],
  },
  {
    name: "operation DONE in the first answer",
    rules: ({ request }) => [{ match: request, fault: { kind: "doneAtOnce" } }],
    end: "survives",
    says: [],
  },
];

export const faults: readonly StepFault[] = [
  ...ofRequests,
  ...ofOperations.map((fault) => ({ ...fault, isOfOperations: true as const })),
];

/** True if the fault can meet the call. */
export function meets({ isOfOperations }: StepFault, { operationType }: MutatingCall): boolean {
  return isOfOperations === undefined || operationType !== undefined;
}

/** True if the error says all that it has to, also where its first line is broken behind the status. */
export function saysAll(error: string, { says, isDenial }: StepFault, { permission }: MutatingCall): boolean {
  const unbroken = error.replaceAll(/:\n\s+/g, ": ");
  return [...says, ...(isDenial ? [`The caller needs ${permission}`] : [])].every((said) =>
    typeof said === "string" ? unbroken.includes(said) : said.test(unbroken),
  );
}

/** From now on the emulator has the fault for these calls. */
export async function begin(emulator: Emulator, fault: StepFault, calls: readonly MutatingCall[]): Promise<void> {
  if (fault.operationMs !== undefined) emulator.latency({ defaultMs: fault.operationMs });
  const rules = calls.flatMap((call) => fault.rules(call));
  const outage = rules.find((rule) => rule.fault.kind === "outage");
  for (const rule of outage === undefined ? rules : [outage]) emulator.fault(rule);
  if (outage !== undefined)
    await fetch(emulator.endpoint + knock.path.replace(/\$$/, "")).then((answer) => answer.text());
}

/** Ends the operations when so many answers came early, unless the step is over before. */
export async function finishAfterEarlyAnswers(
  emulator: Emulator,
  count: number,
  step: Promise<unknown>,
): Promise<void> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  void step.then(end, end);
  const early = () => emulator.requests().filter(({ fault }) => fault === "earlyWait").length;
  while (!isOver && early() < count) await new Promise((resolve) => setTimeout(resolve, 20));
  emulator.finishOperations();
}

/** The part of the object that this call changes, as it is at the service. */
export function thereOf(emulator: Emulator, { path, shown }: MutatingCall): unknown {
  const object = emulator.objects.get(path);
  return object === undefined ? undefined : shown(object);
}
