/** The place that the progress of a long work is written to, such as `process.stderr`. */
export interface ProgressOutput {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** The time between two lines in a log, which keeps them all, and between two texts of the one line of a terminal. */
const [logMs, terminalMs] = [30_000, 1_000];

/**
 * Shows how far a long work is, until it ends: one line that a terminal rewrites, and a new line every 30 s in a log.
 *
 * @param describe the work and how far it is
 */
export async function showProgress<T>(
  describe: () => string,
  work: () => Promise<T>,
  output: ProgressOutput = process.stderr,
): Promise<T> {
  const startedMs = Date.now();
  // A rewritten line that is longer than the one after it would leave its end on the screen.
  const [before, after] = output.isTTY === true ? ["\r", "\u001B[K"] : ["", "\n"];
  const tell = () => output.write(`${before}${describe()}, ${formatTime(Date.now() - startedMs)}${after}`);
  const timer = setInterval(tell, output.isTTY === true ? terminalMs : logMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    tell();
    if (output.isTTY === true) output.write("\n");
  }
}

function formatTime(ms: number): string {
  const [minutes, seconds] = [Math.floor(ms / 60_000), Math.floor((ms % 60_000) / 1000)];
  return minutes === 0 ? `${String(seconds)} s` : `${String(minutes)} min ${String(seconds)} s`;
}
