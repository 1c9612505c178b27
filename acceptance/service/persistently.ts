import { setTimeout as pause } from "node:timers/promises";

const attempts = 8;

/** Sends again what may work the next time: after an answer of 429 or 5xx, and where no answer came at all. */
export async function persistently<T>(send: () => Promise<T>, signal: AbortSignal): Promise<T> {
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
