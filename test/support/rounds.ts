import type { IncomingMessage, ServerResponse } from "node:http";
import { onTestFinished } from "vitest";
import type { Emulator } from "../../emulator/src/index";
import { loopbackServer } from "./loopbackServer";

/** If no request comes for this long, in milliseconds, the round ends. A later request is in a round of its own. */
const quietMs = 250;

interface Waiting {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: Buffer;
}

/**
 * A gate between a provider and an emulator that lets requests through in rounds. A round ends when each resource at work has
 * sent a request, or when no more requests come. Requests that queue one behind the other take a round each, on a fast
 * machine and on a slow one.
 *
 * If a request of a round waits for an operation, all operations that run end first.
 */
export class Rounds {
  /** How many rounds there were since `spend` began. */
  count = 0;
  /** The changes of these rounds that were refused, as `400 resourceNotReady`. */
  readonly refused: string[] = [];
  /** Where it leads. */
  emulator: Emulator | undefined;
  /** How many resources have work to do, each with one request at a time. */
  private atWork = 0;
  private waiting: Waiting[] = [];
  private timer: NodeJS.Timeout | undefined;
  private origin = "";

  /** The emulator's operations must not end by themselves. */
  static async start(): Promise<Rounds> {
    const rounds = new Rounds();
    const { origin, close } = await loopbackServer((request, response) => void rounds.arrive(request, response));
    rounds.origin = origin;
    onTestFinished(close);
    return rounds;
  }

  /** For `gcp:computeCustomEndpoint`. */
  get endpoint(): string {
    return `${this.origin}/compute/v1`;
  }

  /** Counts the rounds of so many resources, from none. */
  async spend<T>(count: number, work: (number: number) => Promise<T>): Promise<T[]> {
    this.count = 0;
    this.refused.length = 0;
    this.atWork = count;
    const ends = async (number: number) => {
      try {
        return await work(number);
      } finally {
        this.atWork -= 1;
        this.releaseIfFull();
      }
    };
    return Promise.all(Array.from({ length: count }, (_, number) => ends(number)));
  }

  private async arrive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    this.waiting.push({ request, response, body: Buffer.concat(chunks) });
    this.releaseWhenQuiet();
    this.releaseIfFull();
  }

  private releaseWhenQuiet(): void {
    clearTimeout(this.timer);
    const { length } = this.waiting;
    this.timer = setTimeout(() => {
      // After a stall of this process, timers come before the requests that have arrived meanwhile.
      setImmediate(() => {
        setImmediate(() => {
          if (this.waiting.length > 0 && this.waiting.length === length) this.release();
        });
      });
    }, quietMs);
  }

  private releaseIfFull(): void {
    if (this.waiting.length > 0 && this.waiting.length >= this.atWork) this.release();
  }

  private release(): void {
    clearTimeout(this.timer);
    const all = this.waiting;
    this.waiting = [];
    this.count += 1;
    if (all.some(({ request }) => request.url?.endsWith("/wait"))) this.emulator?.finishOperations();
    for (const one of all)
      // The provider then sees a broken connection, and the test its error.
      this.pass(one).catch(() => one.response.destroy());
  }

  private async pass({ request, response, body }: Waiting): Promise<void> {
    const { method = "GET", url = "/", headers } = request;
    const { authorization = "", "content-type": type } = headers;
    const answer = await fetch(`${new URL(this.emulator?.endpoint ?? "").origin}${url}`, {
      method,
      headers: { authorization, ...(type === undefined ? {} : { "content-type": type }) },
      ...(body.length === 0 ? {} : { body: body.toString() }),
    });
    const text = await answer.text();
    if (answer.status >= 400 && method !== "GET")
      this.refused.push(`${String(answer.status)} ${/"reason": ?"(\w+)"/.exec(text)?.[1] ?? ""}`);
    response.writeHead(answer.status, { "content-type": "application/json; charset=UTF-8" }).end(text);
  }
}
