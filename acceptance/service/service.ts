import { randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type { clientsAt } from "./clients";

/** Where a run works. */
export interface Place {
  readonly project: string;
  readonly region: string;
  readonly zone: string;
  readonly parent: string | undefined;
}

/** The answer to a mutation of the official client. */
type Begun = readonly [{ latestResponse?: unknown } | undefined, ...unknown[]];

/** An operation as answers have it. */
export interface Operation {
  readonly name?: string | null;
  readonly status?: unknown;
  readonly user?: string | null;
  readonly targetId?: unknown;
  readonly region?: string | null;
  readonly zone?: string | null;
  readonly selfLink?: string | null;
  readonly error?: {
    readonly errors?: readonly { readonly code?: string | null; readonly message?: string | null }[] | null;
  } | null;
}

/** The official client, and the operations that its mutations start. It sees the service as anybody does who is not Pulumi. */
export type Service = ReturnType<typeof serviceAt>;

/** @param signal ends what is under way */
export function serviceAt(place: Place, clients: ReturnType<typeof clientsAt>, signal: AbortSignal) {
  // As many pauses may wait for its end as there are fixtures and objects.
  setMaxListeners(0, signal);

  /** Reads, again where the service or the way to it fails for a moment. */
  const read = <T>(send: () => Promise<T>): Promise<T> => persistently(send, signal);

  /** The object, or undefined where there is none. */
  const look = async (send: () => Promise<readonly [unknown, ...unknown[]]>): Promise<object | undefined> => {
    try {
      const [found] = await read(send);
      return found as object;
    } catch (error) {
      if (codeOf(error) === 404) return undefined;
      throw error;
    }
  };

  /**
   * Sends a mutation and waits until its operation is DONE. What is sent again has the same request id, so that the service
   * acts once.
   */
  const change = async (send: (requestId: string) => Promise<unknown>): Promise<Operation> => {
    const requestId = randomUUID();
    const begun = (await persistently(() => send(requestId), signal)) as Begun;
    let operation = (begun[0]?.latestResponse ?? begun[0]) as Operation;
    let looksForYoung = 20;
    for (let waitMs = 100; !isDone(operation); waitMs = Math.min(2 * waitMs, 2_000)) {
      try {
        [operation] = (await read(() => lookAgain(operation))) as unknown as [Operation];
      } catch (error) {
        // An operation may not be found for a while after it was made.
        looksForYoung -= 1;
        if (codeOf(error) !== 404 || looksForYoung === 0) throw error;
      }
      // A wait of the service takes its time by itself; the list of an organization has none.
      if (!isDone(operation)) await pause(waitMs, undefined, { signal });
    }
    const errors = operation.error?.errors ?? [];
    if (errors.length > 0)
      throw new Error(errors.map(({ code, message }) => `${String(code)}: ${String(message)}`).join("; "));
    return operation;
  };

  const lookAgain = ({ name, region, zone, selfLink }: Operation): Promise<unknown> => {
    const operation = name ?? "";
    const sent = { project: place.project, operation };
    if (zone) return clients.zoneOperations.wait({ ...sent, zone: place.zone });
    if (region) return clients.regionOperations.wait({ ...sent, region: place.region });
    if (selfLink?.includes("/locations/global/") === true)
      return clients.organizationOperations.get({ operation, parentId: place.parent ?? "" });
    return clients.globalOperations.wait(sent);
  };

  return { ...clients, place, read, look, change };
}

/** REST answers have the name of an enumeration's value, and other answers its number. */
function isDone({ status }: Operation): boolean {
  return status === "DONE" || status === 2104194;
}

const attempts = 8;

/** Sends again what may work the next time: after an answer of 429 or 5xx, and where no answer came at all. */
async function persistently<T>(send: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted();
    try {
      return await send();
    } catch (error) {
      if (attempt === attempts || !isPassing(error)) throw error;
      await pause(Math.min(10_000, 100 * 2 ** attempt) * (0.5 + Math.random()), undefined, { signal });
    }
  }
}

function isPassing(error: unknown): boolean {
  const status = codeOf(error);
  const text = error instanceof Error ? error.message : String(error);
  return status === undefined || status === 429 || (status >= 500 && status !== 501) || /rateLimitExceeded/i.test(text);
}

/** The HTTP status of a refusal. */
export function codeOf(error: unknown): number | undefined {
  const code = error instanceof Error && "code" in error ? Number(error.code) : NaN;
  return code >= 300 && code < 600 ? code : undefined;
}
