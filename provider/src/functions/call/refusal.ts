import * as pulumi from "@pulumi/pulumi";
import type { Problem } from "../../fields/problem";
import { failureLines, told } from "../../shown/text";

/** One error of everything that is wrong. */
export function refusal(name: string, problems: readonly Problem[]): pulumi.RunError {
  const [first, ...others] = problems.map(({ reason }) => told(reason));
  if (others.length === 0) return new pulumi.RunError(failureLines([`gce.${name}: ${first ?? ""}`]));
  return new pulumi.RunError(
    failureLines([`gce.${name}:`, ...[first ?? "", ...others].map((reason) => `  ${reason}`)]),
  );
}
