import { parseStack } from "../names/stackUrn";
import { lines, oneLine } from "../messages/text";
import type { Log, Severity } from "../lifecycle/job/log";
import type { EngineClient, LogMessage } from "./engineClient";

/** Longest time that an answer waits for its messages. */
const longestWaitMs = 1_000;

/** Gives the connection to the engine, once there is one. */
type Engine = () => EngineClient | undefined;

/** The engine, and what is on its way to it. Shared by the logs of all resources. */
class Channel {
  private stackUrn: Promise<string | undefined> | undefined;
  readonly underWay = new Set<Promise<void>>();

  constructor(private readonly connect: Engine) {}

  send(message: LogMessage): void {
    try {
      const connection = this.connect();
      if (connection === undefined) return;
      const sent = new Promise<void>((resolve) => {
        connection.log(message, resolve);
      });
      if (message.ephemeral) return;
      this.underWay.add(sent);
      void sent.then(() => this.underWay.delete(sent));
    } catch {
      // A log line is worth less than the resource it is about.
    }
  }

  stack(): Promise<string | undefined> {
    return (this.stackUrn ??= this.askForStack());
  }

  private async askForStack(): Promise<string | undefined> {
    const urn = await this.askEngine().catch(() => undefined);
    // One question that got no answer says nothing of the next one.
    if (urn === undefined) this.stackUrn = undefined;
    return urn;
  }

  private async askEngine(): Promise<string | undefined> {
    return this.connect()?.stack();
  }
}

/**
 * Messages to the user through the engine, which shows them beside the resource instead of as noise under the stack.
 *
 * Logging never fails a resource: a message that cannot be delivered is lost.
 */
export class EngineLog implements Log {
  private readonly channel: Channel;

  /**
   * @param urn the resource that the messages are about; without one they are shown under the stack
   */
  constructor(
    engine: Engine | Channel = () => undefined,
    readonly urn = "",
  ) {
    this.channel = engine instanceof Channel ? engine : new Channel(engine);
  }

  /** The same log for messages about one resource. */
  about(urn: string): EngineLog {
    return urn === this.urn ? this : new EngineLog(this.channel, urn);
  }

  /** A message that stays in the output: one line, or several that are given one by one. */
  message(severity: Severity, text: string | readonly string[]): void {
    const shown = typeof text === "string" ? oneLine(text) : lines(text);
    this.channel.send({ severity, text: shown, ephemeral: false, urn: this.urn });
  }

  /** A live status: shown while it is the newest, then gone. Where nobody watches, every one is a line of the log. */
  status(text: string): void {
    this.channel.send({ severity: "info", text: oneLine(text), ephemeral: true, urn: this.urn });
  }

  /**
   * URN of the stack, for which what is done here is done; `undefined` when nobody can tell. The URN of the resource says
   * it. Without one, the engine is asked until it answers.
   */
  stack(): Promise<string | undefined> {
    const own = parseStack(this.urn);
    return own === undefined ? this.channel.stack() : Promise.resolve(own);
  }

  /**
   * Resolves when every message that stays has arrived, or after a second: the engine ends the process as soon as it
   * has the last answer, and would not hear what is still on its way.
   */
  async delivered(): Promise<void> {
    const { underWay } = this.channel;
    if (underWay.size === 0) return;
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, longestWaitMs);
    });
    await Promise.race([Promise.all(underWay), timeout]);
    clearTimeout(timer);
  }
}
