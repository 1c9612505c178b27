import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { repeats, type Repeater } from "../../../provider/src/compute/repeats";
import type { ComputeClient } from "../../../provider/src/http/client";
import { Deadline } from "../../../provider/src/http/deadline";
import type { ComputeError } from "../../../provider/src/http/errors/computeError";
import { MalformedAnswerError, toConnectionError } from "../../../provider/src/http/errors/connectionError";
import { TokenError } from "../../../provider/src/http/errors/tokenError";
import { CredentialsUnavailableError } from "../../../provider/src/http/errors/unsentError";
import { withRetries, type RetryRule } from "../../../provider/src/http/retry";
import { borrow } from "../../../provider/src/lifecycle/changes/carryOut";
import type { Job } from "../../../provider/src/lifecycle/job/job";
import { mutate } from "../../../provider/src/lifecycle/changes/mutate";
import { getQueue } from "../../../provider/src/lifecycle/changes/objectQueue";
import { refusal, refused } from "../../support/refusal";
import { jobFor } from "../../support/testJob";

const path = "projects/p/global/firewallPolicies/a";

const unreachable = (code: string, origin = "https://compute.example.com") =>
  toConnectionError({ action: "insert r", origin, timeoutMs: 1_000 }, Object.assign(new Error(code), { code }));
const noToken = (passing: "trouble" | "unreached") =>
  new CredentialsUnavailableError("insert r", new TokenError("no token", { passing }));
const setsPolicy = { action: "setIamPolicy locations/global/firewallPolicies/1", permissions: [] };
const noPrincipal = refused(400, { error: { message: "User new@example.com does not exist." } }, {}, setsPolicy);
const noJson = { action: "insert r", summary: "no JSON", effect: "unknown" } as const;
const otherRoute = "There is a route operation in progress on the local network.";

type Row = readonly [because: string, error: ComputeError, plain: Repeater, exclusive: Repeater, borrowed: Repeater];

/** The same request is sent again, whatever the change is. */
const resent: readonly (readonly [because: string, error: ComputeError])[] = [
  ["nothing listens on this machine", unreachable("ECONNREFUSED", "http://127.0.0.1:9")],
  ["the service cannot be reached", unreachable("ECONNREFUSED")],
  ["the connection broke", unreachable("ECONNRESET")],
  ["the answer did not come from the service", new MalformedAnswerError(noJson)],
  ["the request took too long to arrive", refusal(408, "timeout")],
  ["too many requests", refusal(429, "rateLimitExceeded")],
  ["the service has trouble", refusal(503, "backendError")],
  ["the request rate is limited", refusal(403, "rateLimitExceeded")],
  ["the token server has trouble", noToken("trouble")],
  ["the token server cannot be reached", noToken("unreached")],
  ["the credentials were refused once", refusal(401, "authError")],
];

/** Each row of the table, with an error that it is about. */
const rows: readonly Row[] = [
  ...resent.map(([because, error]): Row => [because, error, "request", "request", "request"]),
  ["another change is running on the network", refusal(400, "x", otherRoute), "request", "change", "request"],
  ["the resource is not ready", refusal(400, "resourceNotReady", "no"), "request", "changeInTurn", "request"],
  ["the principal is not known yet", noPrincipal, "request", "request", "object"],
  ["somebody else changed it at the same time", refusal(412, "conditionNotMet"), "nobody", "nobody", "objectInTurn"],
];

/** How a change went whose first request was refused: the attempts of each layer, and if it had its turn during the pause. */
interface Course {
  sent: number;
  changes: number;
  reads: number;
  hadTurn: boolean;
}

type Change = (
  job: Job,
  course: Course,
  send: (rules: readonly RetryRule[] | undefined) => Promise<unknown>,
) => Promise<unknown>;

const mutation = { action: "insert", project: "p" };
const operation = { name: "operation-1", status: "DONE", kind: "compute#operation" } as const;

/** One change for each column of the table. */
const changes: Readonly<Record<"plain" | "exclusive" | "borrowed", Change>> = {
  plain: (job, course, send) =>
    mutate(job, {
      ...mutation,
      async send(_id, { rules }) {
        course.changes += 1;
        await send(rules);
        return operation;
      },
    }),
  exclusive: (job, course, send) =>
    mutate(job, {
      ...mutation,
      exclusive: { path, label: "the firewall policy" },
      async send(_id, { rules }) {
        course.changes += 1;
        await send(rules);
        return operation;
      },
    }),
  borrowed: (job, course, send) =>
    borrow<number, number>(job, {
      action: "setIamPolicy",
      key: path,
      isConditional: true,
      version: (version) => version,
      read: () => Promise.resolve((course.reads += 1)),
      plan: () => ({ next: 1 }),
      write: () => ({
        sendAtOnce: ({ rules }) => {
          course.changes += 1;
          return send(rules);
        },
      }),
    }),
};

/** Makes the change at a service that refuses its first request. */
async function follow(change: Change, error: ComputeError): Promise<{ course: Course; failure: unknown }> {
  const client = {
    isClosing: new AbortController().signal,
    serviceNowMs: 0,
  } as unknown as ComputeClient;
  const course: Course = { sent: 0, changes: 0, reads: 0, hadTurn: false };
  const job = jobFor(600_000, { client });
  const noteTurn = () => (course.hadTurn ||= getQueue(job, path).length > 0);
  let failure: unknown;
  const work = change(job, course, (rules) =>
    withRetries(
      () => {
        course.sent += 1;
        return course.sent === 1 ? Promise.reject(error) : Promise.resolve({});
      },
      { deadline: Deadline.after(600_000), rules: rules ?? [], stopsRetries: () => false },
    ),
  ).catch((reason: unknown) => (failure = reason));
  let hasEnded = false;
  void work.then(() => (hasEnded = true));
  while (!hasEnded) {
    await new Promise(setImmediate);
    if (course.sent === 1) noteTurn();
    if (!hasEnded) await vi.advanceTimersByTimeAsync(50);
  }
  return { course, failure };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});

afterEach(() => {
  vi.useRealTimers();
});

it("the table has these rows, in this order", () => {
  const table = repeats.map(({ because, plain, exclusive, borrowed }) => [because, plain, exclusive, borrowed]);
  expect(table).toEqual(rows.map(([because, , ...repeaters]) => [because, ...repeaters]));
});

describe.each(rows)("%s", (because, error, ...repeaters) => {
  it("is the reason of the first row that applies", () => {
    expect(repeats.find(({ applies }) => applies(error))?.because).toBe(because);
  });

  it.each((["plain", "exclusive", "borrowed"] as const).map((column, index) => [column, repeaters[index]] as const))(
    "of a change that is %s: %s repeats it",
    async (column, repeater) => {
      const { course, failure } = await follow(changes[column], error);
      const attempts = repeater === "nobody" ? 1 : 2;
      expect(course.sent, "requests").toBe(attempts);
      expect(course.changes, "changes").toBe(repeater === "request" ? 1 : attempts);
      const isRead = repeater === "object" || repeater === "objectInTurn";
      if (column === "borrowed") expect(course.reads, "reads").toBe(isRead ? 2 : 1);
      if (repeater === "changeInTurn" || repeater === "objectInTurn") expect(course.hadTurn).toBe(true);
      if (repeater === "change" || repeater === "object") expect(course.hadTurn).toBe(false);
      expect(failure === undefined).toBe(repeater !== "nobody");
    },
  );
});
