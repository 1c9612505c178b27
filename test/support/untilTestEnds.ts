import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { startEmulator, type Emulator, type EmulatorOptions } from "../../emulator/src/index";
import { knownSecrets } from "../../provider/src/messages/secrets";

/** An emulator that ends with the test. */
export async function emulatorForTest(options: EmulatorOptions = {}): Promise<Emulator> {
  const emulator = await startEmulator(options);
  onTestFinished(() => emulator.close());
  return emulator;
}

/** A new folder outside the work tree, which is gone after the test. */
export function folderForTest(): string {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-gce-"));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/**
 * The error that some work ends in.
 *
 * @param isWanted tells whether it is one of these; any other is thrown
 */
export async function captureError<E extends Error>(
  work: Promise<unknown>,
  isWanted: (error: unknown) => error is E,
): Promise<E> {
  const error: unknown = await work.then(
    () => new TypeError("It succeeded."),
    (thrown: unknown) => thrown,
  );
  if (isWanted(error)) return error;
  throw error;
}

/** Forgets the secrets of this process: the next test knows none, and would look for those of hundreds in its megabytes. */
export function forgetSecrets(): void {
  (knownSecrets as unknown as { entries: Map<string, unknown> }).entries.clear();
}
