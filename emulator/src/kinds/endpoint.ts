import { invalidField } from "../basics/errors";
import type { Fault, FaultStage } from "../world/settings/faultKinds";
import type { JsonObject } from "../basics/json";
import type { ListParameters } from "../world/listing/list";
import type { TrackedOperation } from "../world/operation";
import type { Fields } from "../basics/schema";
import type { World } from "../world/world";
import { isRequestId } from "../basics/identifiers";

/** The methods of the API. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Type of a query parameter. */
export type QueryType = "string" | "boolean" | "uint32" | "int32" | "int64" | "number" | "requestId";

/** The query parameters that an endpoint takes. Any other one is an error. */
export type QueryFields = Readonly<Record<string, QueryType>>;

/** The query parameters of every list. */
export const listQuery = {
  filter: "string",
  maxResults: "uint32",
  orderBy: "string",
  pageToken: "string",
  returnPartialSuccess: "boolean",
} satisfies QueryFields;

/** The query parameter of every mutation that answers an operation. */
export const mutationQuery = { requestId: "requestId" } satisfies QueryFields;

/** One request to one endpoint, after the checks that all endpoints share. */
export interface Call {
  readonly world: World;
  readonly endpoint: Endpoint;
  readonly method: Method;
  /** The number of the request in the log. */
  readonly sequence: number;
  /** Path of the URL after `/compute/v1/`, with the id of the project, even if the request has its number. */
  readonly path: string;
  /** The variables of the path. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | number | boolean>>;
  /** The body of the request, which is an object; `{}` for endpoints without one. */
  readonly body: JsonObject;
  /** Identity of the caller. */
  readonly user: string;
  /** The key of a requestId in the memory of repeats: a repeat has the same method, path and id. */
  readonly requestIdKey: string | undefined;
  /** The operation that an earlier request with the same key has started. */
  readonly repeated: TrackedOperation | undefined;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
  /** Throws unless the caller has a permission on an object that the body names, by its path. */
  demand(permission: string, path: string): void;
  /** Takes the faults of a stage for this request, and notes them in the request log. */
  takeFaults(stage: FaultStage, operationType?: string): Fault[];
}

/** One method of the API, as data and the function that acts. */
export interface Endpoint {
  readonly method: Method;
  /** The whole path in the spelling of the public reference. */
  readonly path: `/compute/v1/${string}`;
  readonly query?: QueryFields;
  /** Fields of the body; without them, the endpoint takes no body. */
  readonly body?: Fields;
  /** Type of the operation that this starts. */
  readonly operationType?: string;
  /** True if it changes something without starting an operation. */
  readonly changes?: true;
  /** The reason why the emulator does not serve this method of the service. */
  readonly unserved?: string;
  /** The permissions that the caller needs. */
  readonly permissions: readonly string[];
  /** The body of the answer. */
  handle(call: Call): JsonObject | Promise<JsonObject>;
}

/** A variable of the path. Asking for one that the endpoint's path has not is a mistake in the emulator. */
export function parameter(call: Call, name: string): string {
  const value = call.parameters[name];
  if (value === undefined) throw new Error(`The path ${call.endpoint.path} has no variable ${name}.`);
  return value;
}

/** A query parameter that is a text. */
export function textParameter(call: Call, name: string): string | undefined {
  const value = call.query[name];
  return typeof value === "string" ? value : undefined;
}

/** The list parameters of a call. `maxResults` has its own bounds. */
export function listParameters(call: Call): ListParameters {
  const { maxResults } = call.query;
  if (typeof maxResults === "number" && maxResults > 500)
    throw invalidField("maxResults", maxResults, "Values must be within the range: [0, 500]");
  return call.query;
}

/** Reads a query parameter according to its type. */
export function parseQueryValue(name: string, type: QueryType, text: string): string | number | boolean {
  switch (type) {
    case "string":
      return text;
    case "requestId":
      if (!isRequestId(text)) throw invalidField(name, text, "It has to be a UUID, and not the all-zero one.");
      return text;
    case "boolean":
      if (text !== "true" && text !== "false") throw invalidField(name, text, "It has to be true or false.");
      return text === "true";
    case "int64":
      if (!/^-?[0-9]{1,19}$/.test(text)) throw invalidField(name, text, "It has to be a 64-bit integer.");
      return text;
    case "number":
      if (text.trim() === "" || !Number.isFinite(Number(text)))
        throw invalidField(name, text, "It has to be a number.");
      return Number(text);
    case "uint32":
    case "int32": {
      const number = Number(text);
      const minimum = type === "uint32" ? 0 : -(2 ** 31);
      const maximum = type === "uint32" ? 2 ** 32 - 1 : 2 ** 31 - 1;
      if (!/^-?[0-9]+$/.test(text) || number < minimum || number > maximum)
        throw invalidField(name, text, `It has to be an integer from ${String(minimum)} to ${String(maximum)}.`);
      return number;
    }
  }
}
