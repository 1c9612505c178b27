import { pulumiToolchain } from "./toolchain";

// Ends the process itself: an installation that was given up on must not keep the caller waiting.
try {
  const { directory } = await pulumiToolchain();
  process.stdout.write(`${directory}\n`, () => process.exit(0));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`, () => process.exit(1));
}
