import * as pulumi from "@pulumi/pulumi";
import type { Problem } from "../problem";

/** One error of everything that is wrong. */
export function refusal(name: string, problems: readonly Problem[]): pulumi.RunError {
  const [first, ...others] = problems.map(({ reason }) => reason);
  if (others.length === 0) return new pulumi.RunError(`gce.${name}: ${first ?? ""}`);
  return new pulumi.RunError([`gce.${name}:`, ...problems.map(({ reason }) => `  ${reason}`)].join("\n"));
}
