import { AdvisedError } from "../lifecycle/advice";
import type { LinkContext } from "../names/links";
import type { Values } from "../fields/values";
import { pathText, sameLeaf, sameState, valueAt } from "../fields/leaves";
import { managedLeaves, spelledOut, type Shape } from "../fields/shape";

/**
 * Others may change what they like, but not what this patch is changing at the same moment.
 *
 * @param base the object as the patch found it
 * @param theirs the object as it is now that the patch was refused
 */
export function refuseConflict(
  shape: Shape,
  base: Values,
  theirs: Values,
  declared: Values,
  context: LinkContext,
): void {
  const [before, now] = [spelledOut(shape, base), spelledOut(shape, theirs)];
  const details = managedLeaves(shape, declared).flatMap(({ path, kind, value }) => {
    const [was, is] = [valueAt(before, path), valueAt(now, path)];
    if (sameLeaf(kind, is, value, context) || sameState(kind, is, was, context)) return [];
    const show = (shown: unknown) => {
      if (shown === undefined || shown === null) return "absent";
      return shape.conceals(path) ? "a value that is not shown" : JSON.stringify(shown);
    };
    return [`${pathText(path)} was ${show(was)}, is ${show(is)} now, and is ${show(value)} in the program`];
  });
  if (details.length === 0) return;
  throw new AdvisedError({
    action: "patch",
    summary: "somebody else changed the same fields at the same time",
    details,
    hint: "Agree on who sets them; then run `pulumi up` again to set what the program says.",
    effect: "none",
  });
}
