import { mustBe, findProblems, type Problem, type Rule } from "../../fields/kind";
import { contradictions, parseObject, scopes, type LinkedObject, type LinkScope } from "../../fields/linkScope";
import { projectKind } from "../../fields/scalars";
import { linkKind } from "../../fields/links";
import { unknownValue } from "../../fields/unknown";
import { pick } from "../../fields/values";
import { unknownArguments } from "../../fields/unknownArguments";
import { isConsolePage } from "../../names/consolePages";
import { missingSetting, parseLink, settingName, type LinkContext, type LinkTarget } from "../../names/links";
import type { FunctionDefinition, Resolution } from "./definition";
import { refusal } from "./functionError";

/** Finds the problems of an argument whose value has to be waited for. */
export type FindUnresolved = (argument: string, value: unknown) => Problem[] | undefined;

/**
 * Checks the arguments, and finds what they name. One error has everything that is wrong, before any call.
 *
 * @param findUnresolved finds the problems of a value that has to be waited for
 * @throws FunctionError which names the function, each argument, its rule, and what to do
 */
export function checkArguments<Args extends object, Target>(
  definition: FunctionDefinition<Args, Target>,
  args: unknown,
  context: LinkContext,
  findUnresolved: FindUnresolved,
): { checked: Args; target: Target } {
  if (args !== undefined && (typeof args !== "object" || args === null || Array.isArray(args)))
    throw refusal(definition.name, [{ property: "", reason: "its arguments must be an object: { … }." }]);
  const checked = Object.fromEntries(
    Object.entries(args ?? {}).filter(([, value]) => value !== undefined && value !== null),
  ) as Args;
  const problems = argumentProblems(definition, checked, context, findUnresolved);
  if (problems.length > 0) throw refusal(definition.name, problems);
  const resolved = definition.resolve(checked, context);
  if ("problems" in resolved) throw refusal(definition.name, resolved.problems);
  return { checked, target: resolved.target };
}

function argumentProblems<Args extends object, Target>(
  { rules, required, aliases = {} }: FunctionDefinition<Args, Target>,
  checked: Args,
  context: LinkContext,
  findUnresolved: FindUnresolved,
): Problem[] {
  const known = Object.entries(checked).filter(([argument]) => Object.hasOwn(rules, argument));
  return [
    ...unknownArguments(Object.keys(checked), Object.keys(rules), aliases),
    ...required
      .filter((argument) => !Object.hasOwn(checked, argument))
      .map((argument) => ({ property: argument, reason: `${argument} is missing: it is required.` })),
    ...known.flatMap(([argument, value]) => {
      const key = argument as keyof Args & string;
      return (
        findUnresolved(argument, value) ?? findProblems(rules[key], value, argument, context, required.includes(key))
      );
    }),
  ];
}

/**
 * A name, path or URL of an object.
 *
 * @param hint what to say of a link to something else that is often taken for it
 */
export function linkRule(target: LinkTarget, hint: (link: string) => string | undefined): Rule {
  const kind = linkKind({ ...target, takesNumbers: true });
  return {
    ...kind,
    problems(value, name, { hosts = [] }) {
      const hinted = typeof value === "string" && !isConsolePage(value) ? hint(value) : undefined;
      if (hinted !== undefined) return [{ property: name, reason: `${name} ${hinted}` }];
      // Only its form: what it leaves out is completed by other arguments, which may be wrong themselves.
      return kind.problems(value, name, { hosts, project: unknownValue, region: unknownValue, zone: unknownValue });
    },
  };
}

/** The project of a call: the argument, or the configuration. */
export function resolveProject(
  args: { project?: string | undefined },
  context: LinkContext,
): Resolution<{ readonly project: string }> {
  const project = args.project ?? context.project;
  if (project !== undefined) {
    const setBy = settingName("project", context);
    const problems = args.project === undefined ? findProblems(projectKind, project, setBy, {}) : [];
    return problems.length > 0 ? { problems } : { target: { project } };
  }
  const { isMissing, toSet } = missingSetting("project", context);
  const say = context.provider === undefined ? "run" : "write";
  const reason = `project is not given, and ${isMissing}: pass project, or ${say} ${toSet}.`;
  return { problems: [{ property: "project", reason }] };
}

/**
 * The object that a link names. What the link says of its place wins over the configuration; an argument that contradicts it
 * is an error.
 *
 * @param checked the place as the arguments say
 */
export function linkedObject(
  argument: string,
  link: string,
  target: LinkTarget,
  checked: LinkScope,
  context: LinkContext,
): Resolution<LinkedObject> {
  const parsed = parseLink(link, target, { ...context, ...pick({ ...checked }, scopes) });
  if ("problem" in parsed) return { problems: mustBe(argument, parsed.problem, link) };
  const object = parseObject(parsed.path);
  const problems = contradictions(argument, object, checked);
  return problems.length > 0 ? { problems } : { target: object };
}
