/** A run that is asked to stop. */
export interface Stop {
  /** No further stack begins. */
  readonly asked: AbortSignal;
  /** The running stacks are told to stop, too. */
  readonly told: AbortSignal;
}

/**
 * Listens for Ctrl-C and for `kill`. In a terminal, Ctrl-C reaches the processes of the CLI by itself. They take a second
 * one for the wish to end at once, and forget what they have begun: so nothing is passed on to them there.
 */
export function listenForStop(onStop: () => void): Stop {
  const [asked, told] = [new AbortController(), new AbortController()];
  const stop = (signal: NodeJS.Signals): void => {
    if (asked.signal.aborted) return;
    onStop();
    asked.abort();
    if (signal !== "SIGINT" || !process.stdin.isTTY) told.abort();
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  return { asked: asked.signal, told: told.signal };
}
