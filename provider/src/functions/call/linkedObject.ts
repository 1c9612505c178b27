import { contradictions, objectOf, type LinkedObject, type Place } from "../../fields/linkedPlace";
import { mustBe } from "../../fields/problem";
import { parseLink, type LinkContext, type LinkTarget } from "../../names/links";
import type { Resolution } from "./definition";

/**
 * The object that a link names. What the link says of its place wins over the configuration; an argument that contradicts it
 * is an error.
 *
 * @param given the place as the arguments say
 * @param context what completes a link that leaves parts out
 * @param targetOf what the function is to look at
 */
export function linkedObject<Target>(
  argument: string,
  link: string,
  target: LinkTarget,
  given: Place,
  context: LinkContext,
  targetOf: (object: LinkedObject) => Target,
): Resolution<Target> {
  const parsed = parseLink(link, target, context);
  if ("problem" in parsed) return { problems: mustBe(argument, parsed.problem, link) };
  const object = objectOf(parsed.path);
  const problems = contradictions(argument, object, given);
  return problems.length > 0 ? { problems } : { target: targetOf(object) };
}
