import { pulumiToolchain } from "../../tools/pulumi/toolchain";

/** Gets the Pulumi CLI before the first test that needs it, where what it takes can be seen. */
export async function setup(): Promise<void> {
  await pulumiToolchain();
}
