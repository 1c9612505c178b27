import { currentCall, type RunningCall } from "../calls";
import { nowMs, pause } from "../clock";
import { host, notFound, ok, operationError, refusal, type Answer, type OperationError } from "./answers";
import type { Service } from "./service";

/** A change that a request asks for. */
export interface Mutation {
  /** `insert`, `patch`, … */
  readonly type: string;
  /** `projects/p/global`. */
  readonly scope: string;
  /** The path that it changes and keeps busy. */
  readonly path: string;
  readonly requestId: string | undefined;
  readonly target: { readonly link: string; readonly id: string };
  /** Why the object, as it is, does not allow the change. */
  readonly existence?: () => Answer | undefined;
  readonly fingerprint?: () => Answer | undefined;
  /** The obstacle that the operation meets when its effect is due. */
  readonly obstacle?: () => OperationError | undefined;
  readonly effect: () => void;
  /** The leftover of an insert that fails. */
  readonly remains?: () => void;
}

/** An operation that the service has begun. */
export interface Operation {
  readonly name: string;
  readonly id: string;
  readonly mutation: Mutation;
  /** The call that began it, with its observations until then. */
  readonly call: RunningCall | undefined;
  readonly begunMs: number;
  readonly endsMs: number;
  readonly effectMs: number;
  readonly knownFromMs: number;
  /** From then on it is not found by its name. */
  readonly lostMs: number;
  /** From then on it is not listed, either, and its request id means nothing. */
  readonly forgottenMs: number;
  /** True if it has an effect, or will have one. */
  hasEffect: boolean;
  isDue: boolean;
  error: OperationError | undefined;
}

/** In which order the service looks at what can refuse a change: it is one order for all its life. */
const orders = [
  "request id, existence, readiness, fingerprint",
  "request id, readiness, existence, fingerprint",
  "readiness, request id, existence, fingerprint",
  "readiness, existence, request id, fingerprint",
  "existence, request id, readiness, fingerprint",
  "existence, fingerprint, request id, readiness",
  "existence, readiness, fingerprint, request id",
  "fingerprint, request id, readiness, existence",
  "fingerprint, existence, readiness, request id",
  "readiness, fingerprint, request id, existence",
] as const;

const durationsMs = {
  "in 0.2 s": 200,
  "in 5 s": 5_000,
  "in 40 s": 40_000,
  "in 3 minutes": 180_000,
  "in 2 hours": 7_200_000,
};
/** At which part of its duration an operation has its effect. */
const shares = { "half-way": 0.5, "at its beginning": 0, "at its end": 1 };
const unknownForMs = { "known at once": 0, "unknown for 3 s": 3_000, "unknown for 50 s": 50_000 };
const twoWeeksMs = 1_209_600_000;
const longestWaitMs = 120_000;

export class Operations {
  readonly all: Operation[] = [];
  private readonly order: readonly string[];

  constructor(private readonly service: Service) {
    this.order = service.tape.choose("the service looks at", orders).split(", ");
  }

  /** The answer to the request for a change. */
  begin(mutation: Mutation): Answer {
    const looks: Record<string, () => Answer | undefined> = {
      "request id": () => this.repeated(mutation.requestId),
      existence: () => mutation.existence?.(),
      readiness: () => this.busy(mutation.path),
      fingerprint: () => mutation.fingerprint?.(),
    };
    for (const look of this.order) {
      const answer = looks[look]?.();
      if (answer !== undefined) return answer;
    }
    const isInTheWay = this.running(mutation.path).some((other) => other.hasEffect && !other.isDue);
    const operation = this.started(mutation);
    if (isInTheWay && this.service.rate("endsNotReady") > 0) {
      this.service.meet("endsNotReady");
      Object.assign(operation, { hasEffect: false, error: notReady });
    }
    this.all.push(operation);
    const delayMs = operation.effectMs - nowMs();
    if (delayMs <= 0) this.takeEffect(operation);
    else setTimeout(() => this.takeEffect(operation), delayMs);
    return ok(this.toBody(operation));
  }

  /** How long the last of them still takes, in milliseconds. */
  get leftMs(): number {
    return Math.max(0, ...this.all.map(({ endsMs }) => endsMs - nowMs()));
  }

  /** Those that change the object and have not ended. */
  running(path: string): Operation[] {
    return this.all.filter(({ mutation, endsMs }) => mutation.path === path && nowMs() < endsMs);
  }

  /** Those that will still have their effect on it. */
  coming(path: string): Operation[] {
    return this.all.filter(({ mutation, hasEffect, isDue }) => mutation.path === path && hasEffect && !isDue);
  }

  list(scope: string, filter: string): Answer {
    if (this.service.rate("deniedList") > 0) {
      this.service.meet("deniedList");
      return refusal(403, "forbidden", "Required 'compute.globalOperations.list' permission");
    }
    if (filter !== "" && this.service.rate("refusedFilter") > 0) {
      this.service.meet("refusedFilter");
      return refusal(400, "invalid", "Invalid value for field 'filter': 'x'. Invalid list filter expression.");
    }
    const requestId = /clientOperationId\s*(?:=|eq)\s*"?([0-9a-f-]+)"?/.exec(filter)?.[1];
    const targetId = /targetId\s*(?:=|eq)\s*"?(\d+)"?/.exec(filter)?.[1];
    const items = this.all
      .filter((operation) => operation.mutation.scope === scope && isKnown(operation))
      .filter(({ mutation }) => requestId === undefined || mutation.requestId === requestId)
      .map((operation) => this.toBody(operation))
      .filter((body) => targetId === undefined || body.targetId === targetId);
    return ok({ kind: "compute#operationList", id: scope, ...(items.length > 0 ? { items } : {}) });
  }

  async look(scope: string, name: string, isWait: boolean): Promise<Answer> {
    const path = `${scope}/operations/${name}`;
    const operation = this.all.find((one) => one.name === name || one.id === name);
    if (operation === undefined || operation.mutation.scope !== scope || !isFound(operation)) return notFound(path);
    if (isWait) {
      const isEarly = this.service.meets(`wait for ${operation.mutation.type}`, ["earlyWait"]) !== undefined;
      const leftMs = Math.max(0, operation.endsMs - nowMs());
      await pause(Math.min(leftMs, isEarly ? 0 : longestWaitMs));
      if (!isFound(operation)) return notFound(path);
    }
    return ok(this.toBody(operation));
  }

  private started(mutation: Mutation): Operation {
    const { service } = this;
    const { tape } = service;
    const label = `operation ${mutation.type} of ${service.shortened(mutation.path)}`;
    const course = service.meets(label, [
      "doneInFirstAnswer",
      "failsWithoutEffect",
      mutation.remains === undefined ? "changeFailsAfterEffect" : "leavesItsObject",
    ]);
    const speed = service.isCalm ? 0 : service.rate("slowOperation");
    const durationMs = course === "doneInFirstAnswer" ? 0 : tape.pick(`${label} ends`, durationsMs, speed);
    const share = durationMs === 0 ? 0 : tape.pick(`${label} has its effect`, shares);
    const unknownMs = service.isCalm ? 0 : tape.pick(`${label} is`, unknownForMs, service.rate("unknownAtFirst"));
    if (unknownMs > 0) service.meet("unknownAtFirst");
    if (durationMs > 200) service.meet("slowOperation");
    const isForgotten = service.meets(`${label} afterwards`, ["forgotten"]) !== undefined;
    const retentionMs = service.rate("shortRetention") > 0 ? 3_600_000 : twoWeeksMs;
    const now = nowMs();
    const number = service.objects.fresh();
    const error: OperationError | undefined =
      course === undefined || course === "doneInFirstAnswer" ? undefined : failure;
    const call = currentCall.getStore();
    service.say(`the service begins ${label} (${String(number)}), for ${String(durationMs / 1000)} s`);
    return {
      name: `operation-${String(now)}-${String(number)}-abcdef`,
      id: String(8_000_000_000_000_000_000n + BigInt(number)),
      mutation,
      call: call && { ...call, observed: new Map(call.observed) },
      begunMs: now,
      endsMs: now + durationMs,
      effectMs: now + durationMs * share,
      knownFromMs: now + unknownMs,
      lostMs: now + durationMs + (isForgotten ? 2_000 : retentionMs),
      forgottenMs: now + durationMs + retentionMs,
      hasEffect: course !== "failsWithoutEffect",
      isDue: false,
      error,
    };
  }

  private takeEffect(operation: Operation): void {
    const { mutation } = operation;
    const obstacle = mutation.obstacle?.();
    operation.isDue = true;
    const label = `${mutation.type} of ${this.service.shortened(mutation.path)}`;
    if (obstacle !== undefined) {
      operation.hasEffect = false;
      operation.error = obstacle;
      this.service.say(`${label} ends in ${obstacle.error.errors[0]?.code ?? ""}`);
      return;
    }
    if (!operation.hasEffect) {
      this.service.say(`${label} fails without effect`);
      return;
    }
    currentCall.run(operation.call ?? unknownCall, () => {
      if (operation.error !== undefined && mutation.remains !== undefined) mutation.remains();
      else mutation.effect();
    });
    this.service.say(`${label} has its effect${operation.error === undefined ? "" : ", and fails"}`);
  }

  private repeated(requestId: string | undefined): Answer | undefined {
    const known = this.all.find(
      ({ mutation, forgottenMs }) =>
        requestId !== undefined && mutation.requestId === requestId && nowMs() < forgottenMs,
    );
    return known && ok(this.toBody(known));
  }

  private busy(path: string): Answer | undefined {
    if (this.service.rate("busyObjects") === 0 || this.running(path).length === 0) return undefined;
    this.service.meet("busyObjects");
    return refusal(400, "resourceNotReady", `The resource '${path}' is not ready`);
  }

  private toBody({ mutation, ...operation }: Operation): Record<string, unknown> {
    const isDone = nowMs() >= operation.endsMs;
    const { scope, target, requestId } = mutation;
    return {
      kind: "compute#operation",
      id: operation.id,
      name: operation.name,
      operationType: mutation.type,
      targetLink: host + target.link,
      targetId: target.id,
      ...(requestId === undefined ? {} : { clientOperationId: requestId }),
      status: isDone ? "DONE" : "RUNNING",
      progress: isDone ? 100 : 0,
      insertTime: new Date(operation.begunMs).toISOString(),
      selfLink: `${host}${scope}/operations/${operation.name}`,
      ...(scope.includes("/regions/") ? { region: host + scope } : {}),
      ...(isDone ? { endTime: new Date(operation.endsMs).toISOString(), ...operation.error } : {}),
    };
  }
}

const failure: OperationError = {
  error: { errors: [{ code: "INTERNAL_ERROR", message: "Internal error. Please try again." }] },
  httpErrorStatusCode: 500,
  httpErrorMessage: "INTERNAL SERVER ERROR",
};

const notReady = operationError("RESOURCE_NOT_READY", 400, "BAD REQUEST");

/** A person's, or that of a process that is gone. */
const unknownCall: RunningCall = { urn: "", method: "", beganMs: 0, observed: new Map() };

function isKnown({ knownFromMs, forgottenMs }: Operation): boolean {
  return nowMs() >= knownFromMs && nowMs() < forgottenMs;
}

function isFound(operation: Operation): boolean {
  return isKnown(operation) && nowMs() < operation.lostMs;
}
