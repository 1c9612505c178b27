import * as grpc from "@grpc/grpc-js";
import pluginMessages from "@pulumi/pulumi/proto/plugin_pb.js";
import providerServices, { type ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import messages from "@pulumi/pulumi/proto/provider_pb.js";
import statusMessages from "@pulumi/pulumi/proto/status_pb.js";
import structMessages from "google-protobuf/google/protobuf/struct_pb.js";
import { ListeningEngine, type Logged } from "./listeningEngine";
import { spawnProcess, type SpawnOptions } from "./spawnedProcess";

export type Properties = Record<string, unknown>;

/** A call that the provider answered with an error. */
export class ProviderError extends Error {
  constructor(
    message: string,
    /** The state that the engine is asked to record all the same. */
    readonly partial: { id: string; properties: Properties; reasons: string[] } | undefined,
  ) {
    super(message);
  }
}

/** Starts what listens to the engine, and takes what it prints. */
export type Launch = (surroundings: {
  /** The address of the engine; `undefined` for a process that somebody else has started. */
  readonly engine: string | undefined;
  readonly print: (text: string) => void;
}) => Promise<Launched>;

export interface Launched {
  /** Where it listens. */
  readonly address: string;
  /** The id of a real process. */
  readonly pid?: number | undefined;
  /** Its exit code, once it is gone; `null` if it was ended. */
  readonly ended: Promise<number | null>;
  /** Ends it as a kill does. */
  end(): Promise<void>;
}

export interface ProviderProcessOptions extends SpawnOptions {
  /** The stack's configuration. */
  config?: Record<string, unknown>;
  /** Default: a real process. */
  launch?: Launch;
  /** The engine attaches to the process, which somebody else has started. */
  attaches?: boolean;
}

type Unary = (request: unknown, callback: (error: grpc.ServiceError | null, answer: unknown) => void) => unknown;

/** A provider process, spoken to the way the engine does, with an engine that only listens. */
export class ProviderProcess {
  /** The resource that the next requests are about, as the engine says it with each; the tests of one resource need none. */
  urn = "";
  /** The deadline that the engine sends with each create. */
  createTimeoutSeconds = 0;
  /** Everything that was answered, refused, logged or printed, as text: what must not hold a secret. */
  get transcript(): string[] {
    return this.engine.transcript;
  }

  get logs(): Logged[] {
    return this.engine.logs;
  }

  private client: ResourceProviderClient | undefined;
  /** The process of this run. */
  launched: Launched | undefined;

  private constructor(
    private readonly launch: () => Promise<Launched>,
    readonly engine: ListeningEngine,
  ) {}

  /** Starts the process and configures it. */
  static async start(options: ProviderProcessOptions = {}): Promise<ProviderProcess> {
    const { config = {}, attaches = false, launch = spawnProcess(options) } = options;
    const engine = await ListeningEngine.start();
    const print = (text: string) => void engine.transcript.push(text);
    const provider = new ProviderProcess(
      () => launch({ engine: attaches ? undefined : engine.address, print }),
      engine,
    );
    await provider.connect();
    if (attaches) await provider.attach(engine);
    await provider.configure(config);
    return provider;
  }

  /** Ends the process and starts another one, as the engine does for each of its runs. */
  async restart(config: Properties): Promise<void> {
    await this.end();
    await this.connect();
    await this.configure(config);
  }

  /** Where the process listens. */
  get address(): string {
    return this.launched?.address ?? "";
  }

  private async connect(): Promise<void> {
    this.launched = await this.launch();
    this.client = new providerServices.ResourceProviderClient(this.address, grpc.credentials.createInsecure(), {
      "grpc.max_receive_message_length": -1,
    });
  }

  async attach({ address }: ListeningEngine): Promise<void> {
    await this.call("attach", new pluginMessages.PluginAttach().setAddress(address));
  }

  async configure(config: Properties, name = "default"): Promise<void> {
    await this.call("configure", new messages.ConfigureRequest().setName(name).setArgs(struct(config)));
  }

  async check(olds: Properties, news: Properties, say?: (request: messages.CheckRequest) => void) {
    const request = new messages.CheckRequest().setUrn(this.urn).setOlds(struct(olds)).setNews(struct(news));
    say?.(request);
    const answer = (await this.call("check", request)) as messages.CheckResponse;
    return {
      inputs: this.plain(answer.getInputs()),
      failures: answer.getFailuresList().map((failure) => failure.toObject()),
    };
  }

  async diff(id: string, olds: Properties, news: Properties, say?: (request: messages.DiffRequest) => void) {
    const answer = await this.difference(id, olds, news, undefined, say);
    return {
      changes: answer.getChanges() === messages.DiffResponse.DiffChanges.DIFF_SOME,
      replaces: answer.getReplacesList(),
      deleteBeforeReplace: answer.getDeletebeforereplace(),
    };
  }

  /** The details of a difference for the engine: it shows them, and compares them with `replaceOnChanges`. */
  async details(id: string, olds: Properties, news: Properties, recordedInputs?: Properties) {
    const answer = await this.difference(id, olds, news, recordedInputs);
    const kinds = Object.keys(messages.PropertyDiff.Kind);
    const shown: Record<string, string> = {};
    answer.getDetaileddiffMap().forEach((detail, path) => {
      shown[path] = `${String(kinds[detail.getKind()])}${detail.getInputdiff() ? " of inputs" : ""}`;
    });
    return {
      hasDetails: answer.getHasdetaileddiff(),
      shown,
      paths: answer.getDiffsList(),
    };
  }

  private async difference(
    id: string,
    olds: Properties,
    news: Properties,
    recordedInputs?: Properties,
    say?: (request: messages.DiffRequest) => void,
  ) {
    const request = new messages.DiffRequest().setUrn(this.urn).setId(id).setOlds(struct(olds)).setNews(struct(news));
    if (recordedInputs !== undefined) request.setOldInputs(struct(recordedInputs));
    say?.(request);
    return (await this.call("diff", request)) as messages.DiffResponse;
  }

  async create(inputs: Properties, say?: (request: messages.CreateRequest) => void) {
    const request = new messages.CreateRequest().setUrn(this.urn).setProperties(struct(inputs));
    request.setTimeout(this.createTimeoutSeconds);
    say?.(request);
    const answer = (await this.call("create", request)) as messages.CreateResponse;
    return { id: answer.getId(), outs: this.plain(answer.getProperties()) };
  }

  async read(id: string, properties: Properties, recordedInputs?: Properties) {
    const request = new messages.ReadRequest().setUrn(this.urn).setId(id).setProperties(struct(properties));
    if (recordedInputs !== undefined) request.setInputs(struct(recordedInputs));
    const answer = (await this.call("read", request)) as messages.ReadResponse;
    const inputs = answer.getInputs();
    return {
      id: answer.getId(),
      props: this.plain(answer.getProperties()),
      inputs: inputs === undefined ? undefined : this.plain(inputs),
    };
  }

  async update(id: string, olds: Properties, news: Properties, say?: (request: messages.UpdateRequest) => void) {
    const request = new messages.UpdateRequest().setUrn(this.urn).setId(id).setOlds(struct(olds)).setNews(struct(news));
    say?.(request);
    const answer = (await this.call("update", request)) as messages.UpdateResponse;
    return { outs: this.plain(answer.getProperties()) };
  }

  async delete(id: string, properties: Properties): Promise<void> {
    const request = new messages.DeleteRequest().setUrn(this.urn).setId(id).setProperties(struct(properties));
    await this.call("delete", request);
  }

  /** Ends the process; returns when it is gone. */
  async stop(): Promise<void> {
    this.engine.stop();
    await this.end();
  }

  private async end(): Promise<void> {
    this.client?.close();
    await this.launched?.end();
  }

  /** Any method of the service, by its name. */
  call(method: string, request: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const { client } = this;
      const unary = (client as unknown as Record<string, Unary> | undefined)?.[method];
      if (unary === undefined) throw new Error(`The provider process has no method ${method}.`);
      unary.call(client, request, (error, answer) => {
        if (error === null) {
          resolve(answer);
          return;
        }
        const failure = providerError(error);
        this.transcript.push(failure.message, JSON.stringify(failure.partial ?? {}));
        reject(failure);
      });
    });
  }

  /** The properties of an answer. */
  plain(value: structMessages.Struct | undefined): Properties {
    const properties = (value?.toJavaScript() ?? {}) as Properties;
    this.transcript.push(JSON.stringify(properties));
    return properties;
  }
}

export function struct(properties: Properties): structMessages.Struct {
  return structMessages.Struct.fromJavaScript(properties as Parameters<typeof structMessages.Struct.fromJavaScript>[0]);
}

/** Unpacks the details under which a partial failure travels. */
function providerError(error: grpc.ServiceError): ProviderError {
  const [packed] = error.metadata.get("grpc-status-details-bin");
  if (packed === undefined) return new ProviderError(error.details, undefined);
  const [detail] = statusMessages.Status.deserializeBinary(packed as Buffer).getDetailsList();
  const failed = messages.ErrorResourceInitFailed.deserializeBinary(detail?.getValue_asU8() ?? new Uint8Array());
  return new ProviderError(error.details, {
    id: failed.getId(),
    properties: (failed.getProperties()?.toJavaScript() ?? {}) as Properties,
    reasons: failed.getReasonsList(),
  });
}
