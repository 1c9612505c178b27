import * as grpc from "@grpc/grpc-js";
import engineServices from "@pulumi/pulumi/proto/engine_grpc_pb.js";
import engineMessages, { type LogRequest } from "@pulumi/pulumi/proto/engine_pb.js";
import emptyMessages from "google-protobuf/google/protobuf/empty_pb.js";

/** A message that the provider sent to the engine for the user. */
export interface Logged {
  severity: "debug" | "info" | "warning" | "error";
  message: string;
  /** Shown only while it is the newest. */
  ephemeral: boolean;
  /** The resource that it is about; absent when it is about none, or when that is not known. */
  urn?: string;
}

/** An engine that only listens to a provider process. */
export class ListeningEngine {
  readonly logs: Logged[] = [];
  /** Everything that the process has said here, and whatever else is added. */
  readonly transcript: string[] = [];

  private constructor(
    private readonly server: grpc.Server,
    readonly address: string,
  ) {}

  static async start(): Promise<ListeningEngine> {
    const server = new grpc.Server();
    const heard: ListeningEngine[] = [];
    server.addService(engineServices.EngineService, {
      log: ({ request }: { request: LogRequest }, answer: grpc.sendUnaryData<unknown>) => {
        for (const engine of heard) engine.hear(request);
        answer(null, new emptyMessages.Empty());
      },
      getRootResource: (_call: unknown, answer: grpc.sendUnaryData<unknown>) => {
        const root = new engineMessages.GetRootResourceResponse();
        root.setUrn("urn:pulumi:dev::test-project::pulumi:pulumi:Stack::test-project-dev");
        answer(null, root);
      },
    });
    const port = await new Promise<number>((resolve, reject) => {
      server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, bound) => {
        if (error) reject(error);
        else resolve(bound);
      });
    });
    const engine = new ListeningEngine(server, `127.0.0.1:${String(port)}`);
    heard.push(engine);
    return engine;
  }

  stop(): void {
    this.server.forceShutdown();
  }

  private hear(request: LogRequest): void {
    const [severity = "debug"] =
      Object.entries(engineMessages.LogSeverity).find(([, n]) => n === request.getSeverity()) ?? [];
    this.transcript.push(request.getMessage());
    this.logs.push({
      severity: severity.toLowerCase() as Logged["severity"],
      message: request.getMessage(),
      ephemeral: request.getEphemeral(),
      ...(request.getUrn() === "" ? {} : { urn: request.getUrn() }),
    });
  }
}
