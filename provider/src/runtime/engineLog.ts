import { createRequire } from "node:module";

export type Severity = "debug" | "info" | "warning" | "error";

/** Longest time that an answer waits for its messages. */
const patienceMs = 1_000;

/** What this file uses of the engine's gRPC client, whose generated code has no types. */
interface EngineClient {
  log(request: unknown, callback: (error: unknown) => void): void;
}

/** The engine, and what is on its way to it. Shared by the logs of all resources of a kind. */
class Channel {
  private client: { send: (message: LogMessage, done: () => void) => void } | undefined;
  private connected = false;
  readonly underWay = new Set<Promise<void>>();

  constructor(private readonly address: string | undefined) {}

  send(message: LogMessage): void {
    try {
      if (!this.connected) {
        this.connected = true;
        this.client = this.address === undefined ? undefined : connect(this.address);
      }
      const { client } = this;
      if (client === undefined) return;
      const sent = new Promise<void>((resolve) => {
        client.send(message, resolve);
      });
      if (message.ephemeral) return;
      this.underWay.add(sent);
      void sent.then(() => this.underWay.delete(sent));
    } catch {
      // A log line is worth less than the resource it is about.
    }
  }
}

interface LogMessage {
  readonly severity: Severity;
  readonly text: string;
  readonly ephemeral: boolean;
  readonly urn: string;
}

/**
 * Messages to the user through the engine, which shows them beside the resource instead of as noise under the stack.
 *
 * Logging never fails a resource: a message that cannot be delivered is lost.
 */
export class EngineLog {
  private readonly channel: Channel;

  /**
   * @param engine the engine's address, which it passes to the provider process as its first argument
   * @param urn the resource that the messages are about; without one they are shown under the stack
   */
  constructor(
    engine: string | undefined | Channel,
    readonly urn = "",
  ) {
    this.channel = engine instanceof Channel ? engine : new Channel(engine);
  }

  /** The same log for messages about one resource. */
  about(urn: string): EngineLog {
    return urn === this.urn ? this : new EngineLog(this.channel, urn);
  }

  /** A message that stays in the output. */
  message(severity: Severity, text: string): void {
    this.channel.send({ severity, text, ephemeral: false, urn: this.urn });
  }

  /** A live status: shown while it is the newest, then gone. Where nobody watches, every one is a line of the log. */
  status(text: string): void {
    this.channel.send({ severity: "info", text, ephemeral: true, urn: this.urn });
  }

  /**
   * Resolves when every message that stays has arrived, or after a second: the engine ends the process as soon as it
   * has the last answer, and would not hear what is still on its way.
   */
  async delivered(): Promise<void> {
    const { underWay } = this.channel;
    if (underWay.size === 0) return;
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, patienceMs);
    });
    await Promise.race([Promise.all(underWay), patience]);
    clearTimeout(timer);
  }
}

function connect(address: string): NonNullable<Channel["client"]> {
  // The SDK's own copy of gRPC: a second one could not share channels, and is no dependency of ours.
  const sdk = createRequire(require.resolve("@pulumi/pulumi/package.json"));
  /* eslint-disable @typescript-eslint/no-explicit-any -- generated code without types: the one place where Pulumi's boundary is untyped */
  const grpc = sdk("@grpc/grpc-js") as any;
  const services = sdk("./proto/engine_grpc_pb.js") as any;
  const messages = sdk("./proto/engine_pb.js") as any;
  const client = new services.EngineClient(address, grpc.credentials.createInsecure()) as EngineClient;
  return {
    send({ severity, text, ephemeral, urn }, done) {
      const request = new messages.LogRequest();
      request.setSeverity(messages.LogSeverity[severity.toUpperCase()]);
      request.setMessage(text);
      request.setUrn(urn);
      request.setStreamid(0);
      request.setEphemeral(ephemeral);
      client.log(request, done);
    },
  };
  /* eslint-enable @typescript-eslint/no-explicit-any */
}
