import { makeAttemptTimeout } from "../../provider/src/http/transport/transport";
import type { Answer as WireAnswer, Transport, WireRequest } from "../../provider/src/http/transport/transport";
import { currentCall, type RunningCall } from "./calls";
import { nowMs, pause } from "./clock";
import type { LibertyName } from "./liberties";
import { refusal, type Answer } from "./service/answers";
import { project } from "./service/names";
import type { Data } from "./service/objects";
import type { Service } from "./service/service";

/** A process that sends requests, and that can be killed. */
export interface Sender {
  isDead: boolean;
  /** Asked at each request; kills the process if it says so. */
  dies(label: string): "before it sends" | "after it has sent" | undefined;
  kill(): void;
}

const toPath = (target: string) => target.replace(/^\/compute\/v1\//, "");

/** The fates of a request, from the sender to the service and back. */
export const onTheWay = [
  "requestLost",
  "answerLost",
  "silence",
  "refusedConnection",
  "slowNetwork",
  "slowAnswer",
  "unavailable",
  "unavailableAfterEffect",
  "requestTimeout",
  "tooManyRequests",
  "rateLimit",
  "operationInProgress",
  "projectLost",
] as const satisfies readonly LibertyName[];

const isInsert = /^POST (?:routes|snapshots)$/;

const unavailable: Answer = { status: 503, body: {} };
/** The answer in place of the service's. */
const refusals: Readonly<Partial<Record<(typeof onTheWay)[number], Answer>>> = {
  unavailable,
  requestTimeout: { status: 408, body: {} },
  tooManyRequests: { ...refusal(429, "rateLimitExceeded", "Too many requests"), headers: { "retry-after": "3" } },
  rateLimit: refusal(403, "rateLimitExceeded", "Rate Limit Exceeded"),
  operationInProgress: refusal(409, "operationInProgress", "Another operation is in progress. Try again later."),
  projectLost: refusal(404, "notFound", `The resource 'projects/${project}' was not found`),
};
const constraint = refusal(412, "conditionNotMet", "Constraint constraints/compute.x violated for project p");
const badValue = refusal(400, "invalid", "Invalid value for field 'resource.x': 'y'.");

/** The network between a process of the provider and the service. */
export class Network {
  /** When each request was sent, in virtual milliseconds. */
  readonly sentAtMs: number[] = [];
  /** How many requests have asked for a change. */
  changes = 0;
  /** How many inserts of objects have lost their answer, or got one that does not say what came of them. */
  lostInserts = 0;
  /** True if a cancelled run has not waited for the answer to a change. */
  hasAbandoned = false;

  /** Refusals that each call has met; for writes that carry the changes of several, each step that has made one. */
  private readonly refusals = new Map<string, Refusals>();
  /** Answers to writes that carry the changes of several calls. */
  private readonly shared: { readonly atMs: number; readonly isConflict: boolean; readonly asksUntilMs: number }[] = [];
  private readonly steps = new Map<object, string>();
  /** Told of a change that is sent after a refusal of it that asks to wait: the time for which it asks. */
  resent: (label: string, asksUntilMs: number) => void = () => undefined;

  /** Told of each request for a change when it arrives. */
  changeArrives: (label: string) => void = () => undefined;

  constructor(readonly service: Service) {}

  transport(sender: Sender): Transport {
    return {
      send: (request) => this.send(request, sender),
      close: () => Promise.resolve(),
    };
  }

  /**
   * Refusals that the changes of a call have met. A write of a policy carries the changes of all calls that wait, and is the request of
   * any one of them.
   */
  refusalsSince({ urn, beganMs }: Pick<RunningCall, "urn" | "beganMs">, isShared: boolean): Refusals {
    if (!isShared) return this.findRefusals(`${urn} ${String(beganMs)}`);
    const met = this.shared.filter(({ atMs }) => atMs >= beganMs);
    const conflicts = met.filter((one) => one.isConflict).length;
    return { conflicts, asksUntilMs: new Map(met.map(({ asksUntilMs }, index) => [String(index), asksUntilMs])) };
  }

  private findRefusals(key: string): Refusals {
    const known = this.refusals.get(key) ?? { conflicts: 0, asksUntilMs: new Map() };
    this.refusals.set(key, known);
    return known;
  }

  /** A step is known by its deadline. */
  private nameStep(deadline: object): string {
    const name = this.steps.get(deadline) ?? `step ${String(this.steps.size)}`;
    this.steps.set(deadline, name);
    return name;
  }

  private send(request: WireRequest, sender: Sender): Promise<WireAnswer> {
    const { service } = this;
    const target = toPath(request.target);
    const [path = ""] = target.split("?");
    const isChange = request.method !== "GET" && !/\/(?:wait|listManagedInstances)$/.test(path);
    const label = `${request.method} ${service.shortened(path).replace(/operations\/[^/]+/, "operations/…")}`;
    const body = (request.body === null ? {} : JSON.parse(request.body)) as Data;
    if (sender.isDead) return never();
    const end = sender.dies(label);
    if (end !== undefined) {
      service.say(`KILLED at ${label}, ${end}`);
      if (end === "after it has sent") setTimeout(() => void service.handle(request.method, target, body), 5);
      sender.kill();
      return never();
    }
    this.sentAtMs.push(nowMs());
    if (isChange) this.changes += 1;
    const call = currentCall.getStore();
    const isShared = isSharedWrite.test(label);
    const key = isShared ? this.nameStep(request.deadline) : call && `${call.urn} ${String(call.beganMs)}`;
    const refusals = isChange && key !== undefined ? this.findRefusals(key) : undefined;
    const asksUntilMs = refusals?.asksUntilMs.get(label);
    if (asksUntilMs !== undefined) this.resent(label, asksUntilMs);
    const fate = service.meets(label, onTheWay);
    const final = isChange ? service.meets(`${label} at the service`, ["constraint", "badValue"]) : undefined;
    const exchange = this.exchange(request, label, fate, () => {
      if (isChange) this.changeArrives(label);
      if (final !== undefined) return Promise.resolve(final === "constraint" ? constraint : badValue);
      return service.handle(request.method, target, body);
    }).then((answer) => {
      const asking = this.asking(label, answer);
      if (refusals !== undefined) note(refusals, label, asking);
      if (isShared && refusals !== undefined) {
        this.shared.push({
          atMs: nowMs(),
          isConflict: isConflict(asking),
          asksUntilMs: refusals.asksUntilMs.get(label) ?? 0,
        });
      }
      return asking;
    });
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => {
          service.say(`${label}: nothing came in time`);
          reject(makeAttemptTimeout());
        },
        Math.max(1, request.timeoutMs),
      );
      const { signal } = request.deadline;
      // A request on its way goes on, and may have an effect.
      const giveUp = () => {
        service.say(`${label}: nobody waits for it any more`);
        if (isInsert.test(label)) this.lostInserts += 1;
        this.hasAbandoned ||= isChange;
        settled(() => reject(new Error("given up")));
      };
      const settled = (settle: () => void) => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", giveUp);
        if (!sender.isDead) settle();
      };
      signal?.addEventListener("abort", giveUp);
      exchange.then(
        (answer) => settled(() => resolve(wireAnswer(answer))),
        (error: Error) => settled(() => reject(error)),
      );
    });
  }

  /** A refusal that passes may say when to ask again. */
  private asking(label: string, answer: Answer): Answer {
    if (!isPassing(answer)) return answer;
    const asks = this.service.meets(`the refusal of ${label}`, ["asksForSeconds", "asksForLong"]);
    if (asks === undefined) return answer;
    const seconds = asks === "asksForSeconds" ? "3" : "40";
    this.service.say(`${label}: the refusal asks to wait for ${seconds} s`);
    return { ...answer, headers: { ...answer.headers, "retry-after": seconds } };
  }

  private async exchange(
    { method }: WireRequest,
    label: string,
    fate: (typeof onTheWay)[number] | undefined,
    handle: () => Promise<Answer>,
  ): Promise<Answer> {
    const { service } = this;
    const report = (text: string) => {
      if (method !== "GET" || fate !== undefined) service.say(`${label} ${fate === undefined ? "" : "… "}${text}`);
    };
    await pause(fate === "slowNetwork" ? 8_000 : 5);
    if (fate === "requestLost" || fate === "refusedConnection") {
      if (fate === "requestLost" && isInsert.test(label)) this.lostInserts += 1;
      report(fate === "requestLost" ? "is lost on its way" : "meets nobody");
      throw broken(fate === "requestLost" ? "ECONNRESET" : "ECONNREFUSED");
    }
    const refused = fate === undefined ? undefined : refusals[fate];
    if (refused !== undefined) {
      report(String(refused.status));
      // Such an answer does not say whether the service acted, and a cancelled run asks no more.
      if (refused === unavailable || refused.status === 408) this.lostInserts += isInsert.test(label) ? 1 : 0;
      return refused;
    }
    const answer = await handle();
    const text = summarize(answer);
    await pause(fate === "slowAnswer" ? 25_000 : 5);
    const isLost = fate !== undefined && fate !== "slowNetwork" && fate !== "slowAnswer";
    if (isLost && isInsert.test(label)) this.lostInserts += 1;
    if (fate === "answerLost" || fate === "silence") {
      report(`${text}, and the answer is lost`);
      if (fate === "silence") return never();
      throw broken("ECONNRESET");
    }
    report(fate === "unavailableAfterEffect" ? `${text}, and 503 arrives` : text);
    return fate === "unavailableAfterEffect" ? unavailable : answer;
  }
}

/** A write that has the changes of all who wait for their turn. */
const isSharedWrite = /setIamPolicy$/;

/** Refusals of the changes that a call has asked for. */
export interface Refusals {
  /** How many were because of another change. */
  conflicts: number;
  /** Until when the newest refusal of a change asks to wait, by the change. */
  readonly asksUntilMs: Map<string, number>;
}

const isConflict = ({ status, body }: Answer) =>
  (status === 409 || status === 412) && /concurrent policy|fingerprint is not/.test(JSON.stringify(body));

/** True for a refusal that another attempt can mend. */
function isPassing(answer: Answer): boolean {
  return [429, 503].includes(answer.status) || answer === refusals.operationInProgress || isConflict(answer);
}

function note(known: Refusals, label: string, answer: Answer): void {
  if (isConflict(answer)) known.conflicts += 1;
  const seconds = Number(answer.headers?.["retry-after"] ?? 0);
  known.asksUntilMs.set(label, nowMs() + seconds * 1000);
}

/** One of its own for each request: what waits for a promise that all share would never be freed. */
const never = () => new Promise<never>(() => undefined);

const broken = (code: "ECONNRESET" | "ECONNREFUSED") =>
  Object.assign(new Error(`${code === "ECONNRESET" ? "read" : "connect"} ${code}`), { code });

function wireAnswer({ status, body, text, headers }: Answer): WireAnswer {
  return {
    status,
    headers: {
      "content-type": "application/json; charset=UTF-8",
      date: new Date(nowMs()).toUTCString(),
      ...headers,
    },
    body: text ?? JSON.stringify(body),
    values: 0,
  };
}

function summarize({ status, body }: Answer): string {
  const { error, status: state, name } = body as { error?: { message?: string }; status?: string; name?: string };
  return `${String(status)} ${error?.message ?? [name, state].filter(Boolean).join(" ")}`;
}
