/** One line for the user. */
export interface LogMessage {
  readonly severity: "debug" | "info" | "warning" | "error";
  readonly text: string;
  /** Shown while it is the newest, then gone. */
  readonly ephemeral: boolean;
  /** The resource that it is about; empty: it is shown under the stack. */
  readonly urn: string;
}

/** The engine, as far as this package asks it. */
export interface EngineClient {
  log(message: LogMessage, delivered: () => void): void;
  /** URN of the stack that the program's run declares; `undefined` when it declares none, or cannot be asked. */
  stack(): Promise<string | undefined>;
}

/**
 * Longest time that a question to the engine may take. The engine is on this machine, but a busy machine takes seconds. A
 * request whose stack is not known has no mark, so that `orphans` does not find what it leaves.
 */
const longestWaitMs = 20_000;

/* eslint-disable @typescript-eslint/no-explicit-any -- generated code without types: the one place where Pulumi's boundary is untyped */

/** The modules that speak to the engine. */
export interface EngineModules {
  readonly grpc: any;
  readonly services: any;
  readonly messages: any;
}

/** A connection to the engine, at the address that it gives a provider process. */
export function connectToEngine(address: string, modules: EngineModules): EngineClient {
  const { grpc, services, messages } = modules;
  const client = new services.EngineClient(address, grpc.credentials.createInsecure());
  return {
    log({ severity, text, ephemeral, urn }, delivered) {
      const request = new messages.LogRequest();
      request.setSeverity(messages.LogSeverity[severity.toUpperCase()]);
      request.setMessage(text);
      request.setUrn(urn);
      request.setStreamid(0);
      request.setEphemeral(ephemeral);
      client.log(request, delivered);
    },
    stack: () =>
      new Promise((resolve) => {
        const options = { deadline: Date.now() + longestWaitMs };
        client.getRootResource(new messages.GetRootResourceRequest(), options, (error: unknown, answer: any) => {
          const urn: string | undefined = error ? undefined : answer?.getUrn();
          resolve(urn === "" ? undefined : urn);
        });
      }),
  };
}
