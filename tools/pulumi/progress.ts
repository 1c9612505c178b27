/** Where progress goes: stderr, so that stdout stays free for what was asked. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const clearLine = "\r\u001b[2K";

/**
 * Tells whoever waits what is being done and for how long already: one line kept up to date on a terminal,
 * a line every ten seconds in a log.
 */
export class Progress {
  private readonly stream: ProgressStream;
  private readonly intervalMilliseconds: number;

  constructor(stream: ProgressStream = process.stderr, intervalMilliseconds?: number) {
    this.stream = stream;
    this.intervalMilliseconds = intervalMilliseconds ?? (stream.isTTY === true ? 1_000 : 10_000);
  }

  /** One line that stays. */
  say(text: string): void {
    this.stream.write(`${this.stream.isTTY === true ? clearLine : ""}pulumi-gce: ${text}\n`);
  }

  /** Reports on `work` until it ends. `work` may tell how far it is through the function it is given. */
  async during<T>(doing: string, work: (tell: (detail: string) => void) => Promise<T>): Promise<T> {
    const start = performance.now();
    let detail = "";
    const line = () => `${doing}: ${((performance.now() - start) / 1000).toFixed(0)} s${detail && `, ${detail}`}`;
    const onTerminal = this.stream.isTTY === true;
    const show = () => {
      if (onTerminal) {
        this.stream.write(`${clearLine}pulumi-gce: ${line()}`);
      } else {
        this.say(line());
      }
    };
    if (onTerminal) {
      show();
    } else {
      this.say(doing);
    }
    const timer = setInterval(show, this.intervalMilliseconds);
    let end = "failed";
    try {
      const result = await work((text) => {
        detail = text;
      });
      end = "done";
      return result;
    } finally {
      clearInterval(timer);
      this.say(`${line()}, ${end}`);
    }
  }
}
