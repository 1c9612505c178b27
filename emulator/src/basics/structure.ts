/*
 * The cost of a JSON text is not its size: ten megabytes of `{},` take hundreds as values, and walking down ten megabytes
 * of `[` takes more stack than there is. So a body is counted as text, before anything makes values of it.
 */

/** As many levels as the JSON reader of protocol buffers takes, by which the service reads a body. */
export const DEEPEST_NESTING = 100;

/** Many times what any honest body has: a policy at its limit of bytes has some 20,000. */
const MOST_VALUES = 100_000;

const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [34, 92, 44, 91, 93, 123, 125];

/** Why a JSON text costs too much to be read, as `more than 100 levels`; undefined where it does not. Judges nothing else. */
export function structureProblem(json: string): string | undefined {
  let [values, depth] = [1, 0];
  for (let at = 0; at < json.length; at += 1) {
    const character = json.charCodeAt(at);
    if (character === QUOTE) at = findClosingQuote(json, at);
    else if (character === COMMA) values += 1;
    else if (character === OPEN_LIST || character === OPEN_OBJECT) {
      [values, depth] = [values + 1, depth + 1];
      if (depth > DEEPEST_NESTING) return `more than ${String(DEEPEST_NESTING)} levels`;
    } else if (character === CLOSE_LIST || character === CLOSE_OBJECT) depth -= 1;
  }
  return values > MOST_VALUES ? `more than ${MOST_VALUES.toLocaleString("en-US")} values` : undefined;
}

/** The place of the quote that ends the text which one begins. */
function findClosingQuote(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json.charCodeAt(at) !== QUOTE) at += json.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}

/** True if a value has more levels than a body may have. Found without recursion, also where a value holds itself. */
export function isNestedTooDeep(value: unknown): boolean {
  const rest: [value: unknown, depth: number][] = [[value, 0]];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const [container, depth] = next;
    if (typeof container !== "object" || container === null) continue;
    if (depth === DEEPEST_NESTING) return true;
    for (const member of Object.values(container) as unknown[]) rest.push([member, depth + 1]);
  }
  return false;
}
