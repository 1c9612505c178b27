import { setMaxListeners } from "node:events";
import { isDeepStrictEqual } from "node:util";
import * as grpc from "@grpc/grpc-js";
import * as services from "@pulumi/pulumi/proto/engine_grpc_pb.js";
import * as engineMessages from "@pulumi/pulumi/proto/engine_pb.js";
import { PluginInfo, type PluginAttach } from "@pulumi/pulumi/proto/plugin_pb.js";
import * as messages from "@pulumi/pulumi/proto/provider_pb.js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb.js";
import { containsUnknown } from "../../fields/unknown";
import { findNearest } from "../../names/nearestName";
import { excerpt, lines } from "../../messages/text";
import { parseUrn } from "../../names/stackUrn";
import { isDefaultProvider, pluginToken } from "../../names/typeToken";
import type { ConfigReader } from "../../settings/settings";
import { version } from "../../version";
import { connectToEngine, type EngineClient } from "../engineClient";
import { EngineLog } from "../engineLog";
import { isEngineAddress } from "../../names/engineAddress";
import { ProviderProcess, type ProcessOptions } from "../steps/process";
import { registry } from "../steps/registry";
import type { Steps } from "../steps/steps";
import { configurationProblems, makeReader, openSettings, secretSettingPaths } from "./configuration";
import { Gate } from "./gate";
import { refusedAddress, refusedEngine, refusedSettings } from "./stranger";
import { openProperties, toStruct } from "./properties";
import { checkResponse, diffResponse, ResourceMethods } from "./resourceMethods";

/** The surroundings of a plugin. */
export interface PluginOptions extends Omit<ProcessOptions, "log"> {
  /** The address of the engine that has started the process; `undefined` where a person has, to debug it. */
  readonly engine: string | undefined;
  /** Gives the text of the schema. */
  readonly schema: () => string;
  /** Calls `gone` when nobody is at the address of the engine any more. */
  readonly watch: (address: string, gone: () => void) => void;
  /** Ends the process, whose engine is gone: nothing that happens without it could be recorded. */
  readonly end: () => void;
}

/**
 * The provider plugin: what the engine asks of `gce`, over the steps of resources and over functions.
 *
 * The SDK's own server for providers drops configuration, timeouts, previews, recorded inputs and details.
 */
export class Plugin {
  private readonly log = new EngineLog(() => this.engine);
  private process: ProviderProcess;
  private cancellation = newCancellation();
  private readonly steps = new Map<string, Steps>();
  private readonly gate: Gate;
  private isConfigured = false;
  private engine: EngineClient | undefined;
  private engineAddress = "";
  private read: ConfigReader = () => undefined;

  constructor(private readonly options: PluginOptions) {
    this.gate = new Gate(options.environment);
    this.process = this.newProcess();
    if (options.engine !== undefined) this.connect(options.engine);
  }

  /** The methods of the service. */
  methods(): grpc.UntypedServiceImplementation {
    const resources = new ResourceMethods({
      findSteps: (urn) => this.findSteps(urn),
      warnOnce: (urn, about, text) => {
        if (this.process.isNews(about)) this.log.about(urn).message("warning", text);
      },
      signal: () => this.cancellation.signal,
    });
    const about = <Request extends { getUrn(): string }, Response>(method: (request: Request) => Promise<Response>) =>
      this.gate.method((request: Request) => request.getUrn(), method);
    const general = <Request, Response>(method: (request: Request) => Response | Promise<Response>) =>
      this.gate.method(() => "", method);
    return {
      handshake: general((request: messages.ProviderHandshakeRequest) => this.handshake(request)),
      attach: general((request: PluginAttach) => this.attach(request.getAddress())),
      getPluginInfo: general(() => new PluginInfo().setVersion(version)),
      getSchema: general(() => new messages.GetSchemaResponse().setSchema(this.options.schema())),
      checkConfig: general((request: messages.CheckRequest) => this.checkConfig(request)),
      diffConfig: general(diffConfig),
      configure: general((request: messages.ConfigureRequest) => this.configure(request)),
      check: about((request: messages.CheckRequest) => resources.check(request)),
      diff: about((request: messages.DiffRequest) => resources.diff(request)),
      create: about((request: messages.CreateRequest) => resources.create(request)),
      read: about((request: messages.ReadRequest) => resources.read(request)),
      update: about((request: messages.UpdateRequest) => resources.update(request)),
      delete: about((request: messages.DeleteRequest) => resources.delete(request)),
      invoke: general((request: messages.InvokeRequest) => this.invoke(request)),
      cancel: general(() => {
        this.cancel("the run was cancelled, or failed elsewhere");
        return new Empty();
      }),
    };
  }

  /** Ends every wait. What has begun at the service is recorded, and the next run goes on with it. */
  cancel(reason: string): void {
    this.cancellation.abort(new Error(reason));
  }

  /** The text that the process prints of a mistake that belongs to no request. */
  printed(error: unknown): string {
    return this.gate.cleanMistake(error);
  }

  /** An engine attaches to a process that a person has started, and to none that an engine has. */
  private attach(address: string): Empty {
    if (this.options.engine !== undefined) this.refuse(refusedEngine("Attach", address));
    if (!isEngineAddress(address)) throw new Error(refusedAddress(address));
    this.connect(address);
    return new Empty();
  }

  private connect(address: string): void {
    if (address === this.engineAddress) return;
    this.engineAddress = address;
    const client = connectToEngine(address, { grpc, services, messages: engineMessages });
    this.engine = {
      ...client,
      log: (message, delivered) => {
        client.log({ ...message, text: this.gate.cleanLogMessage(message.urn, message.text) }, delivered);
      },
    };
    this.options.watch(address, () => {
      // One that has attached since is still there.
      if (this.engineAddress !== address) return;
      this.engineAddress = "";
      // A process that a person has started waits for the next one.
      if (this.options.engine === undefined) this.cancel("the engine is gone");
      else this.options.end();
    });
  }

  private handshake(request: messages.ProviderHandshakeRequest): messages.ProviderHandshakeResponse {
    const address = request.getEngineAddress();
    const { engine } = this.options;
    if (engine === undefined && address !== "") this.attach(address);
    if (engine !== undefined && address !== "" && address !== engine) this.refuse(refusedEngine("Handshake", address));
    return new messages.ProviderHandshakeResponse().setAcceptSecrets(true).setSupportsAutonamingConfiguration(true);
  }

  private checkConfig(request: messages.CheckRequest): messages.CheckResponse {
    const { values, secrets } = openSettings(request.getNews());
    const failures = configurationProblems(values, this.options.environment);
    return checkResponse(secrets.mark(values, secretSettingPaths), failures);
  }

  private configure(request: messages.ConfigureRequest): messages.ConfigureResponse {
    const name = request.getName();
    // The default provider has the configuration of the stack, in which what is missing is to be set.
    const ownName = name === undefined || isDefaultProvider(name) ? undefined : name;
    const { values, secretTexts } = openSettings(request.getArgs());
    // An engine configures each process once: any other request comes from a stranger, who would choose where tokens go.
    if (this.options.engine !== undefined && this.isConfigured) this.refuse(refusedSettings);
    this.isConfigured = true;
    this.read = makeReader(values, ownName);
    // Nothing is left of the run before, where the process was there already: not its connections, and not its end.
    this.steps.clear();
    this.gate.begin(secretTexts);
    this.process = this.newProcess();
    this.cancellation = newCancellation();
    const response = new messages.ConfigureResponse().setAcceptsecrets(true).setSupportspreview(true);
    return response.setSupportsAutonamingConfiguration(true);
  }

  private async invoke(request: messages.InvokeRequest): Promise<messages.InvokeResponse> {
    const { values, secrets } = openProperties(request.getArgs());
    const response = new messages.InvokeResponse();
    // A result for values that are not known yet is not known either.
    if (containsUnknown(values)) return response.setReturn(toStruct({}));
    const { invoke } = await import("../../functions/invoke.js");
    const settings = this.process.settings(this.read);
    const result = await invoke(request.getTok().replace(pluginToken(""), ""), values, {
      settings,
      client: () => this.process.client(settings),
      log: this.log,
      isPreview: request.getPreview(),
      hasSecretArguments: secrets.texts.length > 0,
      signal: this.cancellation.signal,
      isNews: (warning) => this.process.isNews(warning),
    });
    await this.log.delivered();
    return response.setReturn(toStruct(secrets.mark(result)));
  }

  /** Refuses what no engine asks of a process that it has started. The run should know that somebody tries. */
  private refuse(reason: string): never {
    if (this.process.isNews("stranger")) this.log.message("warning", `gce: ${reason}`);
    throw new Error(reason);
  }

  private newProcess(): ProviderProcess {
    return new ProviderProcess({ ...this.options, log: this.log });
  }

  private findSteps(urn: string): Steps {
    const { type } = parseUrn(urn);
    const kind = type.replace(pluginToken(""), "");
    const { kinds = registry } = this.options;
    if (!Object.hasOwn(kinds, kind)) throw new Error(unknownType(type, kind, Object.keys(kinds)));
    const steps = this.steps.get(kind) ?? this.process.steps(kind, this.read);
    this.steps.set(kind, steps);
    return steps;
  }
}

function newCancellation(): AbortController {
  const cancellation = new AbortController();
  // Each wait of each resource listens to it.
  setMaxListeners(0, cancellation.signal);
  return cancellation;
}

/** A provider whose settings change stays the same: the difference of each resource shows what that means for it. */
function diffConfig(request: messages.DiffRequest): messages.DiffResponse {
  const [olds, news] = [request.getOldInputs() ?? request.getOlds(), request.getNews()].map(
    (struct) => openSettings(struct).values,
  );
  const changes = !isDeepStrictEqual(olds, news);
  return diffResponse({ changes, replaces: [], deleteBeforeReplace: false, details: undefined });
}

function unknownType(type: string, kind: string, kinds: readonly string[]): string {
  const suggestion = findNearest(kind, kinds);
  const instead =
    suggestion === undefined
      ? `Its resources: ${kinds.map(pluginToken).join(", ")}.`
      : `Did you mean ${pluginToken(suggestion)}?`;
  return lines([`${excerpt(type)} is not a resource of gce ${version}.`, instead]);
}
