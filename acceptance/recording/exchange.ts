/** JSON as a body has it. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [member: string]: Json;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** One request and what became of it: a line of a recording. */
export interface Exchange {
  readonly method: string;
  /** After the version, without the query: `projects/p/global/routes/r`. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body?: Json;
  /** Undefined where the connection ended without an answer. */
  readonly status?: number;
  readonly answer?: Json;
  /** An answer that is no JSON, such as the page of a proxy: only its type is told. */
  readonly contentType?: string;
}

/** The exchanges of a recording. Throws with the number of the first line that is none. */
export function readRecording(text: string): Exchange[] {
  return text.split("\n").flatMap((line, index) => {
    if (line.trim() === "") return [];
    const exchange = parse(line);
    if (!isExchange(exchange)) throw new Error(`Line ${String(index + 1)} is no exchange of a recording.`);
    return [exchange];
  });
}

/** The value of a text that may be no JSON. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isExchange(value: unknown): value is Exchange {
  return isObject(value) && typeof value.method === "string" && typeof value.path === "string" && isObject(value.query);
}
