import type { Problem } from "../../fields/kind";
import { excerpt, failureLines } from "../../messages/text";

/** Why a function gives no result. The message is complete: nobody needs a stack beside it. */
export class FunctionError extends Error {}

/** One error of everything that is wrong. */
export function refusal(name: string, problems: readonly Problem[]): FunctionError {
  const reasons = problems.map(({ reason }) => excerpt(reason));
  const texts = reasons.length > 1 ? [`gce.${name}:`, ...reasons] : [`gce.${name}: ${reasons.join("")}`];
  return new FunctionError(failureLines(texts));
}
