import type { Problem } from "../../fields/kind";
import { excerpt, failureLines } from "../../messages/text";

/** Why a function gives no result. The message is complete: nobody needs a stack beside it. */
export class FunctionError extends Error {}

/** One error of everything that is wrong. */
export function refusal(name: string, problems: readonly Problem[]): FunctionError {
  const [first, ...others] = problems.map(({ reason }) => excerpt(reason));
  const texts =
    others.length === 0
      ? [`gce.${name}: ${first ?? ""}`]
      : [`gce.${name}:`, ...[first ?? "", ...others].map((reason) => `  ${reason}`)];
  return new FunctionError(failureLines(texts));
}
