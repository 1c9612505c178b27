/** Runs one attack. Where the promise does not hold, the error names the attack and its place: a member, a kind or a command. */
export async function attempt(what: string, place: string, run: () => Promise<void> | void): Promise<void> {
  try {
    await run();
  } catch (error) {
    throw new Error(`${what}, ${place}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}
