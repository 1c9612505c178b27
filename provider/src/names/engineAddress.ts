/** The form of the address of an engine; anything else is no engine. */
export const engineAddressForm = /^(127\.0\.0\.1|localhost|\[::1\]):(\d+)$/;

/** True if that is the address of an engine, which is on this machine. */
export function isEngineAddress(address: string): boolean {
  return engineAddressForm.test(address);
}

/**
 * The engine's address, which it passes to a process of a plugin as its last argument: after those that `--logflow`,
 * `--verbose` and `--tracing` add. `undefined` where nobody has started the process for an engine, and in a program.
 */
export function engineAddress(args: readonly string[] = process.argv): string | undefined {
  const last = args.at(-1);
  return last !== undefined && isEngineAddress(last) ? last : undefined;
}
