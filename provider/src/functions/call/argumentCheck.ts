import * as pulumi from "@pulumi/pulumi";
import type { LinkContext } from "../../names/links";
import type { Problem } from "../../fields/problem";
import { unknownArguments } from "../../fields/unknownArguments";
import type { FunctionDefinition } from "./definition";
import { refusal } from "./options";

/**
 * The arguments that were given, and what they name. Everything that is wrong is told at once, before any call.
 *
 * @throws pulumi.RunError which names the function, each argument, its rule, and what to do
 */
export function checkArguments<Args extends object, Target>(
  definition: FunctionDefinition<Args, Target>,
  args: unknown,
  context: LinkContext,
): { given: Args; target: Target } {
  if (args !== undefined && (typeof args !== "object" || args === null || Array.isArray(args))) {
    throw refusal(definition.name, [{ property: "", reason: "its arguments must be an object: { … }." }]);
  }
  const given = Object.fromEntries(
    Object.entries(args ?? {}).filter(([, value]) => value !== undefined && value !== null),
  ) as Args;
  const problems = problemsOf(definition, given, context);
  if (problems.length > 0) throw refusal(definition.name, problems);
  const resolved = definition.resolve(given, context);
  if ("problems" in resolved) throw refusal(definition.name, resolved.problems);
  return { given, target: resolved.target };
}

function problemsOf<Args extends object, Target>(
  { name, rules, required, aliases = {} }: FunctionDefinition<Args, Target>,
  given: Args,
  context: LinkContext,
): Problem[] {
  const known = Object.entries(given).filter(([argument]) => Object.hasOwn(rules, argument));
  return [
    ...unknownArguments(Object.keys(given), Object.keys(rules), aliases),
    ...required
      .filter((argument) => !Object.hasOwn(given, argument))
      .map((argument) => ({ property: argument, reason: `${argument} is missing: it is required.` })),
    ...known.flatMap(
      ([argument, value]) =>
        notYetThere(name, argument, value) ?? rules[argument as keyof typeof rules]?.(value, argument, context) ?? [],
    ),
  ];
}

/** A value that has to be waited for. */
function notYetThere(name: string, argument: string, value: unknown): Problem[] | undefined {
  const what = pulumi.Output.isInstance(value) ? "an Output" : value instanceof Promise ? "a Promise" : undefined;
  return what === undefined
    ? undefined
    : [{ property: argument, reason: `${argument} is ${what}: use gce.${name}Output, which waits for it.` }];
}
