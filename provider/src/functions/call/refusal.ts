import * as pulumi from "@pulumi/pulumi";
import type { Problem } from "../../fields/problem";
import { failureLines, excerpt } from "../../shown/text";
import { withoutColors } from "../../shown/inspection";

/** One error of everything that is wrong. */
export function refusal(name: string, problems: readonly Problem[]): pulumi.RunError {
  const [first, ...others] = problems.map(({ reason }) => excerpt(reason));
  const texts =
    others.length === 0
      ? [`gce.${name}: ${first ?? ""}`]
      : [`gce.${name}:`, ...[first ?? "", ...others].map((reason) => `  ${reason}`)];
  return withoutColors(new pulumi.RunError(failureLines(texts)));
}
