import { isObject, mapMembers, type JsonObject } from "../json";
import type { Family, Liberty } from "../liberty";
import type { Answered, Asked, Hooks } from "../proxy";
import type { Subject } from "../../kinds/kind";

const operationPath = /^(.*\/operations\/)([^/]+?)(\/wait)?$/;

/** The operation that a mutating request was answered with. */
export function startedBy({ status, body }: Answered, { method }: Asked): JsonObject | undefined {
  const isStarted = method !== "GET" && status < 400 && isObject(body) && body.kind === "compute#operation";
  return isStarted ? body : undefined;
}

/** Path of an operation, of which a request asks. */
function asksOf({ path }: Asked): string | undefined {
  return operationPath.exec(path)?.[2];
}

/** Whether it is the request that starts an operation, and none that asks of one. */
const starts = (answered: Answered, asked: Asked) =>
  asksOf(asked) === undefined ? startedBy(answered, asked) : undefined;

const withoutOperations = ({ hasOperations }: Subject) =>
  hasOperations ? undefined : "it has no operation: it is done when it is answered";

const notFound = (path: string): Answered => {
  const message = `The resource '${path}' was not found`;
  const errors = [{ domain: "global", reason: "notFound", message }];
  return { status: 404, body: { error: { code: 404, message, errors } } };
};

/** An operation that is unknown for so long after it was answered; so are the first of a cell. */
function unknownAtFirst(seconds: number, howMany: number): Liberty {
  const which =
    howMany === 1
      ? "the first operation"
      : howMany === Infinity
        ? "every operation"
        : `the first ${String(howMany)} operations`;
  return {
    name: `${which} unknown for ${String(seconds)} s`,
    waitsMs: seconds * 1000 * Math.min(howMany, 5),
    impossible: withoutOperations,
    hooks({ operationsTake }) {
      const bornMs = new Map<string, number>();
      // It is running all the while, so that nothing else tells how it ends.
      operationsTake(seconds * 1000 + 500);
      return {
        instead(asked) {
          const born = bornMs.get(asksOf(asked) ?? "");
          return born !== undefined && performance.now() - born < seconds * 1000 ? notFound(asked.path) : undefined;
        },
        answer(answered, asked) {
          const { name } = starts(answered, asked) ?? {};
          if (typeof name !== "string" || bornMs.size >= howMany) return answered;
          bornMs.set(name, performance.now());
          if (bornMs.size === howMany) operationsTake(0);
          return answered;
        },
      };
    },
  };
}

/** Every operation as it is answered to the request that starts it, or to one that asks of it. */
function everyOperation(
  name: string,
  change: (operation: JsonObject) => JsonObject,
  more: { first?: true } = {},
): Liberty {
  return {
    name,
    impossible: withoutOperations,
    hooks: () => ({
      answer(answered, asked) {
        const isMeant = more.first
          ? starts(answered, asked)
          : isObject(answered.body) && answered.body.kind === "compute#operation";
        return isMeant && isObject(answered.body) ? { ...answered, body: change(answered.body) } : answered;
      },
    }),
  };
}

/** Waits that come back early, each with the operation in one of these states, before one that tells the truth. */
function goesThrough(name: string, states: readonly JsonObject[]): Liberty {
  return {
    name,
    impossible: withoutOperations,
    waitsMs: 1_500 * states.length,
    hooks: ({ ask }) => {
      const asked = new Map<string, number>();
      const unfinished = ({ body }: Answered, state: JsonObject): Answered => ({
        status: 200,
        body: {
          ...mapMembers(body as JsonObject, (value, name) => (name === "endTime" ? undefined : value)),
          ...state,
        },
      });
      return {
        async instead(request) {
          const operation = asksOf(request);
          if (operation === undefined || !request.path.endsWith("/wait")) return undefined;
          const times = asked.get(operation) ?? 0;
          asked.set(operation, times + 1);
          const state = states[times + 1];
          if (state === undefined) return undefined;
          return unfinished(await ask({ ...request, method: "GET", path: request.path.replace(/\/wait$/, "") }), state);
        },
        answer: (answered, request) => (starts(answered, request) ? unfinished(answered, states[0] ?? {}) : answered),
      };
    },
  };
}

const doneAtOnce: Liberty = {
  name: "DONE in the first answer",
  impossible: withoutOperations,
  hooks: ({ ask }): Hooks => ({
    async answer(answered, asked) {
      const { name } = starts(answered, asked) ?? {};
      if (typeof name !== "string") return answered;
      const scope = /^projects\/[^/]+\/(?:global|(?:regions|zones)\/[^/]+)/.exec(asked.path)?.[0] ?? "";
      return ask({
        method: "POST",
        path: `${scope}/operations/${name}/wait`,
        query: new URLSearchParams(),
        body: undefined,
      });
    },
  }),
};

const warnings = [
  { code: "DEPRECATED_RESOURCE_USED", message: "It is old.", data: [{ key: "resource_name", value: "x" }] },
  { code: "A_WARNING_OF_NEXT_YEAR" },
];

/** Whether a request removes an object, or an association. */
const removes = ({ method, path }: Asked) => method === "DELETE" || path.endsWith("/removeAssociation");
const removesNothing = ({ makes, hasOperations }: Subject) => {
  if (makes !== "nothing") return undefined;
  return hasOperations ? "its destroy removes no object: it changes one" : "it has no operation";
};

const emptyAnswer = (name: string, text: string): Liberty => ({
  name,
  impossible: removesNothing,
  hooks: () => ({
    answer: (answered, asked) => (removes(asked) && answered.status < 400 ? { status: 200, body: {}, text } : answered),
  }),
});

const deletedAlready: Liberty = {
  name: "a delete that ends in RESOURCE_NOT_FOUND",
  impossible: removesNothing,
  hooks() {
    const removals = new Set<unknown>();
    const failed = (object: JsonObject): JsonObject => ({
      ...object,
      error: { errors: [{ code: "RESOURCE_NOT_FOUND", message: "The resource was not found" }] },
      httpErrorStatusCode: 404,
      httpErrorMessage: "NOT FOUND",
    });
    return {
      answer(answered, asked) {
        const operation = starts(answered, asked);
        if (operation !== undefined && removes(asked)) removals.add(operation.name);
        const { body } = answered;
        return isObject(body) && removals.has(body.name) && body.status === "DONE"
          ? { ...answered, body: failed(body) }
          : answered;
      },
    };
  },
};

/** What operations may be like. */
export const operations: Family = {
  name: "operations",
  liberties: [
    unknownAtFirst(1, Infinity),
    unknownAtFirst(10, 2),
    unknownAtFirst(30, 1),
    doneAtOnce,
    everyOperation("operations with warnings", (operation) => ({ ...operation, warnings })),
    goesThrough("a status that nobody knows", [{ status: "QUEUED_ELSEWHERE" }, { status: "ABOUT_TO_END" }]),
    goesThrough("progress that falls", [
      { status: "RUNNING", progress: 90 },
      { status: "RUNNING", progress: 40 },
      { status: "PENDING", progress: 0 },
    ]),
    everyOperation("operations of a name and a status only", (operation) =>
      mapMembers(operation, (value, name) => (/^(name|status|region|zone)$/.test(name) ? value : undefined)),
    ),
    emptyAnswer("a delete that is answered with nothing", ""),
    emptyAnswer("a delete that is answered with an empty object", "{}"),
    deletedAlready,
  ],
};
