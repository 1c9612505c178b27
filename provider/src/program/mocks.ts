import * as pulumi from "@pulumi/pulumi";

/** The mocks of a unit test; `undefined` where `pulumi.runtime.setMocks` has set none, and resources and functions are real. */
export function findMocks(): pulumi.runtime.Mocks | undefined {
  return ((pulumi.runtime.getMonitor() ?? {}) as { mocks?: pulumi.runtime.Mocks }).mocks;
}
