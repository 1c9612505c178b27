import { isDeepStrictEqual } from "node:util";
import { listArguments } from "../../lifecycle/steps/check";
import { toInputs } from "../../lifecycle/resource/outputs";
import type { Resource } from "../../lifecycle/resource/resource";
import { pick, type Values } from "../../fields/values";

/**
 * The arguments that describe an object which was read, as a program would give them.
 *
 * A value that the service may have set is one of them as long as it contradicts no other: the service shows the address of an
 * instance beside the instance, and a route has one next hop.
 */
export function describeArguments({ definition, links }: Resource, outputs: Values): Values {
  const { schema, fields } = definition;
  const context = schema.context(outputs, links);
  const findProblems = (values: Values) =>
    schema.problems(values, context, (name) => name).length + (definition.problems?.(values, context).length ?? 0);
  const withoutDefaults = (values: Values) =>
    Object.fromEntries(
      Object.entries(values).filter(([name, value]) => !isDeepStrictEqual(value, fields[name]?.default)),
    );
  let found = withoutDefaults(pick(toInputs(definition, outputs, [], undefined), listArguments(definition)));
  for (const [name, value] of Object.entries(withoutDefaults(schema.filled(outputs)))) {
    const more = { ...found, [name]: value };
    if (findProblems(more) <= findProblems(found)) found = more;
  }
  return found;
}
