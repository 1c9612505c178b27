import type { TestProject } from "vitest/node";
import { pulumiToolchain } from "../../tools/pulumi/toolchain";
import { startKeyService } from "./keyService";

/** Gets the Pulumi CLI before the first test that needs it, where its progress can be seen, and a keeper of its keys. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  await pulumiToolchain();
  const { origin, close } = await startKeyService();
  provide("keyService", origin);
  return close;
}
