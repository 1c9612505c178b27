import { connectToEngine, type EngineClient } from "./engineClient";

export type Severity = "debug" | "info" | "warning" | "error";

/** Longest time that an answer waits for its messages. */
const patienceMs = 1_000;

/**
 * Messages to the user through the engine, which shows them beside the resource instead of as noise under the stack.
 *
 * Logging never fails a resource: a message that cannot be delivered is lost.
 */
export class EngineLog {
  private connection: EngineClient | undefined;
  private connected = false;
  private stackUrn: Promise<string | undefined> | undefined;
  private readonly underWay = new Set<Promise<void>>();

  /** @param address the engine's address, which it passes to the provider process as its first argument */
  constructor(private readonly address: string | undefined) {}

  /** A message that stays in the output. */
  message(severity: Severity, message: string): void {
    this.send(severity, message, false);
  }

  /** A live status: shown while it is the newest, then gone. */
  status(message: string): void {
    this.send("info", message, true);
  }

  /** URN of the stack, for which what is done here is done; `undefined` when nobody can tell. Asked for once. */
  stack(): Promise<string | undefined> {
    return (this.stackUrn ??= this.askForStack());
  }

  /**
   * Resolves when every message that stays has arrived, or after a second: the engine ends the process as soon as it
   * has the last answer, and would not hear what is still on its way.
   */
  async delivered(): Promise<void> {
    if (this.underWay.size === 0) return;
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, patienceMs);
    });
    await Promise.race([Promise.all(this.underWay), patience]);
    clearTimeout(timer);
  }

  private send(severity: Severity, message: string, ephemeral: boolean): void {
    try {
      const connection = this.connect();
      if (connection === undefined) return;
      const sent = new Promise<void>((resolve) => {
        connection.log(severity, message, ephemeral, resolve);
      });
      if (ephemeral) return;
      this.underWay.add(sent);
      void sent.then(() => this.underWay.delete(sent));
    } catch {
      // A log line is worth less than the resource it is about.
    }
  }

  private async askForStack(): Promise<string | undefined> {
    try {
      return await this.connect()?.stack();
    } catch {
      return undefined;
    }
  }

  private connect(): EngineClient | undefined {
    if (!this.connected) {
      this.connected = true;
      this.connection = this.address === undefined ? undefined : connectToEngine(this.address);
    }
    return this.connection;
  }
}
