import { canonicalUrl, describeTarget, parseLink, type LinkContext, type LinkTarget } from "../names/links";
import { consolePageProblem } from "../names/consolePages";
import { endsInNumber, isSamePath, isSameProject } from "../names/samePath";
import { containsUnknown, isUnknown } from "./unknown";
import { mustBe, type Kind } from "./kind";

export interface LinkKindOptions extends LinkTarget {
  /** True if a link may end in a numeric id: an answer has the name, so nothing that is compared later takes one. */
  takesNumbers?: boolean;
  /** A further rule, given the path of the object; returns what it must be. */
  rule?: (path: string) => string | undefined;
  /** For an object that has to be in the project of the resource: what to do where it is in another one. */
  ownProject?: (other: string) => string;
  /** For an object that has to be in a certain region if it is in one, that which completes links: whose region that is. */
  ownRegion?: string;
}

/** The parts that a kind of reference has in common with the others, once its values can be read as paths. */
export function comparedByPath(
  pathIn: (value: unknown, context: LinkContext) => string | undefined,
): Pick<Kind, "same" | "pathIn"> {
  return {
    pathIn,
    same(actual, wanted, context) {
      const [left, right] = [pathIn(actual, context), pathIn(wanted, context)];
      if (left === undefined || right === undefined) return actual === wanted;
      return isSamePath(left, right);
    },
  };
}

/** A reference to another object, in any spelling: compared by the object it names, sent as the service shows it. */
export function linkKind(options: LinkKindOptions): Kind {
  const read = (value: unknown, context: LinkContext) => {
    const parsed = typeof value === "string" ? parseLink(value, options, context) : undefined;
    return parsed !== undefined && "path" in parsed ? parsed.path : undefined;
  };
  return {
    describe: describeTarget(options),
    form: "text",
    isRespelt: true,
    canonical(value, context) {
      const path = read(value, context);
      return path === undefined ? value : canonicalUrl(path, context);
    },
    ...comparedByPath(read),
    problems(value, property, context) {
      if (typeof value !== "string") return mustBe(property, describeTarget(options), value);
      const parsed = parseLink(value, options, formContext(context));
      const broken =
        "problem" in parsed
          ? parsed.problem
          : endsInNumber(parsed.path) && options.takesNumbers !== true
            ? "a link that ends in the name, not in the numeric id: give the name or the selfLink"
            : containsUnknown(context)
              ? undefined
              : (options.rule?.(parsed.path) ?? strayProblem(parsed.path, options, context));
      return broken === undefined ? [] : mustBe(property, broken, value);
    },
  };
}

/** Completes a link whose form alone is checked: a place that is not known yet is whatever a link may leave out. */
export function formContext(context: LinkContext): LinkContext {
  const { project, region, zone } = context;
  return {
    ...context,
    ...(isUnknown(project) ? { project: "p" } : {}),
    ...(isUnknown(region) ? { region: "r" } : {}),
    ...(isUnknown(zone) ? { zone: "z" } : {}),
  };
}

/**
 * The rule that an object in another project or region breaks. Whether an id and a number are of one project, nobody can
 * tell here.
 */
function strayProblem(
  path: string,
  { ownProject, ownRegion }: LinkKindOptions,
  context: LinkContext,
): string | undefined {
  const { project, region } = context;
  const [, other = "", scope, place] = path.split("/");
  if (ownRegion !== undefined && region !== undefined && scope === "regions" && place !== region)
    return `in ${region}, the region of ${ownRegion}; the service refuses one of another region`;
  if (ownProject === undefined || project === undefined || isSameProject(project, other)) return undefined;
  return `in ${project}, the project of this resource. ${ownProject(other)}; the service refuses one of another project`;
}

/** The same, where an empty text says that there is to be none. A merge patch says so with `null`. */
export function clearableLinkKind(options: LinkKindOptions): Kind {
  const plain = linkKind(options);
  return {
    ...plain,
    canonical: (value, context) => (value === "" ? null : plain.canonical(value, context)),
    problems: (value, property, context) => (value === "" ? [] : plain.problems(value, property, context)),
  };
}

/**
 * A reference to an object that is in no collection of a project, such as one of another service, in any spelling that `parse`
 * takes: sent in the canonical one.
 *
 * @param collection what the service calls such objects
 * @param refuse why a program cannot give a link that a state may have; a place of its context may be unknown
 */
export function foreignLinkKind(
  collection: string,
  description: string,
  parse: (link: string, context: LinkContext) => { canonical: string } | { problem: string },
  refuse: (link: string, context: LinkContext) => string | undefined = () => undefined,
): Kind {
  const toCanonical = (value: unknown, context: LinkContext) => {
    const parsed = typeof value === "string" ? parse(value, context) : undefined;
    return parsed !== undefined && "canonical" in parsed ? parsed.canonical : undefined;
  };
  return {
    describe: description,
    form: "text",
    isRespelt: true,
    canonical: (value, context) => toCanonical(value, context) ?? value,
    // Behind the host.
    ...comparedByPath((value, context) =>
      toCanonical(value, context)?.replace(/^(?:https:)?\/\/[^/]+\/(?:compute\/v1\/)?/, ""),
    ),
    problems(value, property, context) {
      if (typeof value !== "string") return mustBe(property, description, value);
      const findProblem = (link: string) => {
        const parsed = parse(link, formContext(context));
        return "problem" in parsed ? parsed.problem : refuse(link, context);
      };
      const page = consolePageProblem(value, collection, (link) => findProblem(link) === undefined);
      const problem = page ?? findProblem(value);
      return problem === undefined ? [] : mustBe(property, `${description}; ${problem}`, value);
    },
  };
}

/** A reference to an object of one of several collections; a bare name is one of the first. */
export function anyLinkKind(
  [first, ...others]: readonly [string, ...string[]],
  options: Omit<LinkKindOptions, "collection">,
): Kind {
  return others.reduce(
    (kind, collection) =>
      eitherKind(linkKind({ collection, ...options, nameScopes: [] }), kind, (link) =>
        link.includes(`/${collection}/`),
      ),
    linkKind({ collection: first, ...options }),
  );
}

/** Either of two kinds: the first when `isFirst` says so. */
export function eitherKind(first: Kind, second: Kind, isFirst: (value: string) => boolean): Kind {
  const pick = (value: unknown) => (typeof value === "string" && isFirst(value) ? first : second);
  return {
    describe: `${first.describe}, or ${second.describe}`,
    form: "text",
    isRespelt: true,
    problems(value, property, context) {
      const chosen = pick(value);
      const [problem, ...more] = chosen.problems(value, property, context);
      if (problem === undefined) return [];
      const isObject = chosen.pathIn?.(value, formContext(context)) !== undefined;
      const other = chosen === first ? second : first;
      return isObject || more.length > 0
        ? [problem, ...more]
        : [{ ...problem, reason: `${problem.reason} Or give ${other.describe}.` }];
    },
    canonical: (value, context) => pick(value).canonical(value, context),
    same: (left, right, context) => pick(left) === pick(right) && pick(left).same(left, right, context),
    pathIn: (value, context) => pick(value).pathIn?.(value, context),
  };
}
