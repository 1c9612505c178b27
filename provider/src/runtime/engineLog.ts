import { createRequire } from "node:module";

export type Severity = "debug" | "info" | "warning" | "error";

/** Longest time that an answer waits for its messages. */
const patienceMs = 1_000;

/** What this file uses of the engine's gRPC client, whose generated code has no types. */
interface EngineClient {
  log(request: unknown, callback: (error: unknown) => void): void;
}

/**
 * Messages to the user through the engine, which shows them beside the resource instead of as noise under the stack.
 *
 * Logging never fails a resource: a message that cannot be delivered is lost.
 */
export class EngineLog {
  private connection:
    | { client: EngineClient; makeRequest: (severity: Severity, message: string, ephemeral: boolean) => unknown }
    | undefined;
  private connected = false;
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
      if (!this.connected) {
        this.connected = true;
        this.connection = this.address === undefined ? undefined : connect(this.address);
      }
      const { connection } = this;
      if (connection === undefined) return;
      const sent = new Promise<void>((resolve) => {
        connection.client.log(connection.makeRequest(severity, message, ephemeral), () => {
          resolve();
        });
      });
      if (ephemeral) return;
      this.underWay.add(sent);
      void sent.then(() => this.underWay.delete(sent));
    } catch {
      // A log line is worth less than the resource it is about.
    }
  }
}

function connect(address: string): NonNullable<EngineLog["connection"]> {
  // The SDK's own copy of gRPC: a second one could not share channels, and is no dependency of ours.
  const sdk = createRequire(require.resolve("@pulumi/pulumi/package.json"));
  /* eslint-disable @typescript-eslint/no-explicit-any -- generated code without types: the one place where Pulumi's boundary is untyped */
  const grpc = sdk("@grpc/grpc-js") as any;
  const services = sdk("./proto/engine_grpc_pb.js") as any;
  const messages = sdk("./proto/engine_pb.js") as any;
  const client = new services.EngineClient(address, grpc.credentials.createInsecure()) as EngineClient;
  return {
    client,
    makeRequest(severity, message, ephemeral) {
      const request = new messages.LogRequest();
      request.setSeverity(messages.LogSeverity[severity.toUpperCase()]);
      request.setMessage(message);
      request.setUrn("");
      request.setStreamid(0);
      request.setEphemeral(ephemeral);
      return request;
    },
  };
  /* eslint-enable @typescript-eslint/no-explicit-any */
}
