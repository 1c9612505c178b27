import { canonicalUrl, describeTarget, parseLink, type LinkContext, type LinkTarget } from "../../compute/links";
import { containsUnknown } from "../unknown";
import { mustBe, type Kind } from "./kind";

export interface LinkKindOptions extends LinkTarget {
  /** A further rule, given the path of the object; returns what it must be. */
  rule?: (path: string) => string | undefined;
}

/** A reference to another object, in any spelling: compared by the object it names, sent as the service shows it. */
export function linkKind(options: LinkKindOptions): Kind {
  const canonical = (value: unknown, context: LinkContext) => {
    if (typeof value !== "string") return value;
    const parsed = parseLink(value, options, context);
    return "path" in parsed ? canonicalUrl(parsed.path) : value;
  };
  return {
    describe: describeTarget(options),
    canonical,
    same: (left, right, context) => canonical(left, context) === canonical(right, context),
    problems(value, property, context) {
      if (typeof value !== "string") return mustBe(property, describeTarget(options), value);
      // While the project itself is unknown, a short spelling cannot be completed; the form is checked once it is.
      if (Object.values(context).some(containsUnknown)) return [];
      const parsed = parseLink(value, options, context);
      const broken = "problem" in parsed ? parsed.problem : options.rule?.(parsed.path);
      return broken === undefined ? [] : mustBe(property, broken, value);
    },
  };
}

/** A reference to an object of another service, in any spelling that `parse` takes: compared and sent in the canonical one. */
export function foreignLinkKind(
  description: string,
  parse: (link: string, context: LinkContext) => { canonical: string } | { problem: string },
): Kind {
  const canonical = (value: unknown, context: LinkContext) => {
    const parsed = typeof value === "string" ? parse(value, context) : undefined;
    return parsed !== undefined && "canonical" in parsed ? parsed.canonical : value;
  };
  return {
    describe: description,
    canonical,
    same: (left, right, context) => canonical(left, context) === canonical(right, context),
    problems(value, property, context) {
      if (typeof value !== "string") return mustBe(property, description, value);
      if (Object.values(context).some(containsUnknown)) return [];
      const parsed = parse(value, context);
      return "problem" in parsed ? mustBe(property, `${description}; ${parsed.problem}`, value) : [];
    },
  };
}

/** A reference to an object of one of several collections; a bare name is one of the first. */
export function anyLinkKind([first, ...others]: readonly [string, ...string[]], scopes: LinkTarget["scopes"]): Kind {
  return others.reduce(
    (kind, collection) =>
      eitherKind(linkKind({ collection, scopes }), kind, (link) => link.includes(`/${collection}/`)),
    linkKind({ collection: first, scopes }),
  );
}

/** Either of two kinds: the first when `isFirst` says so. */
export function eitherKind(first: Kind, second: Kind, isFirst: (value: string) => boolean): Kind {
  const pick = (value: unknown) => (typeof value === "string" && isFirst(value) ? first : second);
  return {
    describe: `${first.describe}, or ${second.describe}`,
    problems: (value, property, context) => pick(value).problems(value, property, context),
    canonical: (value, context) => pick(value).canonical(value, context),
    same: (left, right, context) => pick(left) === pick(right) && pick(left).same(left, right, context),
  };
}
