import { parseDuration } from "../names/duration";
import { locationProblem, projectProblem, resourceNameProblem } from "../names/names";
import type { Form } from "../types/form";
import { findNearest } from "../names/nearestName";
import { doubt, mustBe, type Kind } from "./kind";
import { comparedByPath } from "./links";

/** Values that are compared and sent as they are. */
function scalarKind(describe: string, form: Form, accepts: (value: unknown) => boolean): Kind {
  return {
    describe,
    form,
    same: (left, right) => left === right,
    canonical: (value) => value,
    problems: (value, property) => (accepts(value) ? [] : mustBe(property, describe, value)),
  };
}

/** A text; `problem` may add a rule by returning why a text breaks it, as the end of "must be …". */
export function textKind(describe = "a text", problem?: (value: string) => string | undefined): Kind {
  return {
    ...scalarKind(describe, "text", () => true),
    problems(value, property) {
      if (typeof value !== "string") return mustBe(property, describe, value);
      if (!value.isWellFormed())
        return mustBe(property, "a text of whole characters (it holds half of a surrogate pair)", value);
      const broken = problem?.(value);
      return broken === undefined ? [] : mustBe(property, broken, value);
    },
  };
}

/** RFC 1035, 1 to 63 characters. */
export const resourceNameKind = textKind("a resource name", resourceNameProblem);

/** A project by its id or its number. */
export const projectKind: Kind = {
  ...textKind("a project id", projectProblem),
  ...comparedByPath((value) => (typeof value === "string" ? `projects/${value}` : undefined)),
};

/** The name of a region or zone. */
export function locationKind(what: "region" | "zone"): Kind {
  return textKind(`a ${what}`, (value) => locationProblem(what, value));
}

const durationDescription = 'a duration above zero, such as "30s", "20m" or "1h30m"';

/** A duration that is longer than nothing. */
export const durationKind = textKind(durationDescription, (value) =>
  (parseDuration(value) ?? 0) > 0 ? undefined : durationDescription,
);

/** One of a few words. */
export function choiceKind(...choices: readonly string[]): Kind {
  const describe = `one of ${choices.join(", ")}`;
  return {
    ...textKind(describe, (value) => (choices.includes(value) ? undefined : describe)),
    choices: { values: choices, isOpen: false },
  };
}

/** One of a few values of whatever type. A boolean can also be a text: an SDK in Go knows no argument that takes both. */
export function valueKind(...values: readonly (boolean | string)[]): Kind {
  const shown = values.map((value) => JSON.stringify(value));
  const describe = `${shown.slice(0, -1).join(", ")} or ${shown.at(-1) ?? ""}`;
  return {
    ...scalarKind(describe, "any", (value) => values.some((one) => one === value || String(one) === value)),
    choices: { values, isOpen: false },
  };
}

/**
 * A word of the service. Enumerations are open: the service adds values.
 *
 * @param known the values of the field that are known
 */
export function wordKind(...known: readonly [string, ...string[]]): Kind {
  const rule = `a word of the service in upper case, such as ${known.join(", ")}`;
  const suggest = (value: string) => findNearest(value.replaceAll(/[^A-Za-z0-9]+/g, "_"), known);
  const breach = (value: string) => {
    if (/^[A-Z][A-Z0-9_]*$/.test(value)) return undefined;
    const nearest = suggest(value);
    return nearest === undefined ? rule : `${rule}; did you mean ${nearest}?`;
  };
  return {
    ...textKind(rule, breach),
    choices: { values: known, isOpen: true },
    doubts(value, property) {
      if (typeof value !== "string" || value === "" || known.includes(value)) return [];
      const nearest = suggest(value);
      const advice = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
      return [doubt(property, value, `and the known values are ${known.join(", ")}.${advice}`)];
    },
  };
}

/** A whole number within bounds, both inclusive. */
export function integerKind(minimum: number, maximum: number): Kind {
  const describe = `a whole number from ${String(minimum)} to ${String(maximum)}`;
  const isWithin = (value: unknown) => (value as number) >= minimum && (value as number) <= maximum;
  return scalarKind(describe, "number", (value) => Number.isInteger(value) && isWithin(value));
}

/** A number within bounds, both inclusive. The service has it as a float, which may answer more digits than it was sent. */
export function numberKind(minimum: number, maximum = Infinity): Kind {
  const bounds = maximum === Infinity ? `${String(minimum)} or more` : `from ${String(minimum)} to ${String(maximum)}`;
  const isWithin = (value: unknown) => typeof value === "number" && value >= minimum && value <= maximum;
  return {
    ...scalarKind(`a number, ${bounds}`, "number", isWithin),
    isFraction: true,
    same: (left, right) =>
      typeof left === "number" && typeof right === "number" && Math.fround(left) === Math.fround(right),
  };
}

export const booleanKind = scalarKind("true or false", "boolean", (value) => typeof value === "boolean");

/** A value that only the service sets, in that form: never compared or sent. */
export function outputKind(form: Form): Kind {
  return scalarKind("set by the service", form, () => true);
}
