import { inspect } from "node:util";

/** The words of something that was thrown, which need not be an error, and need not have a text. */
export function thrownText(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message;
  return typeof thrown === "string" ? thrown : inspect(thrown, { customInspect: false });
}

/**
 * The same error, without colors wherever it is inspected.
 *
 * The SDK has every error that ends a program inspected in colors, even if it shows the message alone. Node 20.20 and 22.23
 * take half a minute and gigabytes of memory for that when a frame ends in `node_modules/@scope/file`, and the SDK's source
 * maps make one such frame of each `apply`. Without colors they do not.
 */
export function withoutColors<E extends Error>(error: E): E {
  return Object.defineProperty(error, inspect.custom, {
    value: () => inspect(error, { colors: false, customInspect: false }),
    enumerable: false,
  });
}
