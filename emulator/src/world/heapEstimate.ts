import type { JsonObject } from "../basics/json";

/**
 * Estimates how many bytes of the heap a JSON value takes. That can be twenty times its text: `[{},{}]` has two objects in
 * eight characters. It counts what values share each time.
 */
export function estimateHeapBytes(value: unknown): number {
  let bytes = 0;
  // A value can be nested deeper than a stack is.
  const rest: unknown[] = [value];
  while (rest.length > 0) {
    const next = rest.pop();
    if (typeof next === "string") bytes += estimateTextBytes(next);
    else if (Array.isArray(next)) {
      bytes += ARRAY_BYTES + next.length * WORD_BYTES;
      for (const item of next) rest.push(item);
    } else if (typeof next === "object" && next !== null) {
      bytes += OBJECT_BYTES;
      // Lists of pairs would cost more than all the rest.
      for (const name of Object.keys(next)) {
        bytes += MEMBER_BYTES + name.length;
        const member = (next as JsonObject)[name];
        if (typeof member === "string") bytes += estimateTextBytes(member);
        else rest.push(member);
      }
    } else if (typeof next === "number" && !Number.isInteger(next)) bytes += FRACTION_BYTES;
  }
  return bytes;
}

const WORD_BYTES = 8;
const ARRAY_BYTES = 32;
/** With room for four members. */
const OBJECT_BYTES = 56;
const MEMBER_BYTES = 24;
const FRACTION_BYTES = 16;
const TEXT_BYTES = 24;

/** One character beyond Latin-1 makes two bytes of each. */
function estimateTextBytes(text: string): number {
  return TEXT_BYTES + text.length * (/[^\0-\u00ff]/.test(text) ? 2 : 1);
}
