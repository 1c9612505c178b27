import { setMaxListeners } from "node:events";
import { isDeepStrictEqual } from "node:util";
import * as grpc from "@grpc/grpc-js";
import * as services from "@pulumi/pulumi/proto/engine_grpc_pb.js";
import * as engineMessages from "@pulumi/pulumi/proto/engine_pb.js";
import { PluginInfo, type PluginAttach } from "@pulumi/pulumi/proto/plugin_pb.js";
import * as messages from "@pulumi/pulumi/proto/provider_pb.js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb.js";
import { containsUnknown } from "../../fields/unknown";
import { closest } from "../../fields/unknownArguments";
import { isLanguageError } from "../../messages/packageFault";
import { excerpt, lines } from "../../messages/text";
import { redactionOf, type Redact } from "../../messages/secrets";
import { isDefaultProvider, pluginToken } from "../../names/typeToken";
import type { ConfigReader } from "../../settings/settings";
import { version } from "../../version";
import { connectToEngine, type EngineClient } from "../engineClient";
import { EngineLog } from "../engineLog";
import { ProviderProcess } from "../steps/process";
import { registry } from "../steps/registry";
import type { Steps } from "../steps/steps";
import { answering, InitFailed } from "./answer";
import { configurationProblems, readerOf, secretPlaces } from "./configuration";
import { received, sent, type Received } from "./properties";
import { checkResponse, diffResponse, ResourceMethods } from "./resourceMethods";
import { faultOf, inOwnNamespace } from "./wording";

/** What surrounds a plugin. */
export interface PluginOptions {
  readonly environment: NodeJS.ProcessEnv;
  /** Gives the text of the schema. */
  readonly schema: () => string;
  /** Calls `gone` when nobody is at the address of the engine any more. */
  readonly watch: (address: string, gone: () => void) => void;
  /** Called when the engine is gone. */
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
  /** What takes secrets out of messages: those of a resource out of its own, and those of the settings, by no URN, out of all. */
  private readonly redactions = new Map<string, Redact>();
  private engine: EngineClient | undefined;
  private engineAddress = "";
  private read: ConfigReader = () => undefined;

  constructor(private readonly options: PluginOptions) {
    this.process = this.newProcess();
  }

  /** The methods of the service. */
  methods(): grpc.UntypedServiceImplementation {
    const resources = new ResourceMethods({
      stepsOf: (urn) => this.stepsOf(urn),
      hide: (urn, properties) => {
        this.hide(urn, properties);
      },
      inWordsFor: (urn, text) => this.inWordsFor(urn, text),
      signal: () => this.cancellation.signal,
    });
    const about = <Request extends { getUrn(): string }, Response>(method: (request: Request) => Promise<Response>) =>
      answering((request: Request) => this.worded(request.getUrn(), () => method(request)));
    const general = <Request, Response>(method: (request: Request) => Response) =>
      answering((request: Request) => this.worded("", () => Promise.resolve(method(request))));
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
      invoke: answering((request: messages.InvokeRequest) => this.worded(request.getTok(), () => this.invoke(request))),
      cancel: general(() => {
        this.cancel("the run was cancelled, or failed elsewhere");
        return new Empty();
      }),
    };
  }

  /** Connects to the engine, whose address comes with the start of the process, with a handshake, or later. */
  attach(address: string): Empty {
    if (address === this.engineAddress) return new Empty();
    this.engineAddress = address;
    const client = connectToEngine(address, { grpc, services, messages: engineMessages });
    this.engine = {
      ...client,
      log: (message, delivered) => {
        client.log({ ...message, text: this.inWordsFor(message.urn, message.text) }, delivered);
      },
    };
    this.options.watch(address, () => {
      // One that has attached since is still there.
      if (this.engineAddress !== address) return;
      this.engineAddress = "";
      this.options.end();
    });
    return new Empty();
  }

  /** Ends every wait. What has begun at the service is recorded, and the next run goes on with it. */
  cancel(reason: string): void {
    this.cancellation.abort(new Error(reason));
  }

  private handshake(request: messages.ProviderHandshakeRequest): messages.ProviderHandshakeResponse {
    if (request.getEngineAddress() !== "") this.attach(request.getEngineAddress());
    return new messages.ProviderHandshakeResponse().setAcceptSecrets(true).setSupportsAutonamingConfiguration(true);
  }

  private checkConfig(request: messages.CheckRequest): messages.CheckResponse {
    const { values, secrets } = received(request.getNews());
    const failures = configurationProblems(values, this.options.environment);
    return checkResponse(secrets.marked(values, secretPlaces), failures, inOwnNamespace);
  }

  private configure(request: messages.ConfigureRequest): messages.ConfigureResponse {
    const name = request.getName();
    // The default provider has the configuration of the stack, in which what is missing is to be set.
    const ownName = name === undefined || isDefaultProvider(name) ? undefined : name;
    const { values, secrets } = received(request.getArgs());
    this.read = readerOf(values, ownName);
    // Nothing is left of the run before, where the process was there already: not its connections, and not its end.
    this.steps.clear();
    this.redactions.clear();
    this.redactions.set("", redactionOf(secrets.texts));
    this.process = this.newProcess();
    this.cancellation = newCancellation();
    const response = new messages.ConfigureResponse().setAcceptsecrets(true).setSupportspreview(true);
    return response.setSupportsAutonamingConfiguration(true);
  }

  private async invoke(request: messages.InvokeRequest): Promise<messages.InvokeResponse> {
    const { values, secrets } = received(request.getArgs());
    const response = new messages.InvokeResponse();
    // What is asked for with values that are not known yet is not known either.
    if (containsUnknown(values)) return response.setReturn(sent({}));
    const [{ invoke }, { redactionOfArguments }] = await Promise.all([
      import("../../functions/invoke.js"),
      import("../../functions/call/secretArguments.js"),
    ]);
    const settings = this.process.settings(this.read);
    const result = await invoke(request.getTok().replace(pluginToken(""), ""), values, {
      settings,
      client: () => this.process.client(settings),
      log: this.log,
      isPreview: request.getPreview(),
      redact: secrets.texts.length === 0 ? undefined : redactionOfArguments(secrets.texts),
      signal: this.cancellation.signal,
      isNews: (warning) => this.process.isNews(warning),
    });
    await this.log.delivered();
    return response.setReturn(sent(secrets.marked(result)));
  }

  private newProcess(): ProviderProcess {
    return new ProviderProcess({ environment: this.options.environment, log: this.log });
  }

  private stepsOf(urn: string): Steps {
    const type = urn.split("::")[2]?.split("$").at(-1) ?? "";
    const kind = type.replace(pluginToken(""), "");
    if (!Object.hasOwn(registry, kind)) throw new Error(unknownType(type, kind));
    const steps = this.steps.get(kind) ?? this.process.steps(kind, this.read);
    this.steps.set(kind, steps);
    return steps;
  }

  private hide(urn: string, properties: readonly Received[]): void {
    const texts = properties.flatMap(({ secrets }) => secrets.texts);
    if (texts.length > 0) this.redactions.set(urn, redactionOf(texts));
  }

  /** What the method answers; an error in words for the resource that it is about. */
  private async worded<T>(urn: string, method: () => Promise<T>): Promise<T> {
    try {
      return await method();
    } catch (error) {
      const say = (text: string) => this.inWordsFor(urn, text);
      if (error instanceof InitFailed) throw error.said(say);
      const text = isLanguageError(error) ? faultOf(error, this.options.environment) : (error as Error).message;
      throw new Error(say(text), { cause: error });
    }
  }

  private inWordsFor(urn: string, text: string): string {
    const shown = [urn, ""].reduce((hidden, whose) => this.redactions.get(whose)?.(hidden) ?? hidden, text);
    return inOwnNamespace(shown);
  }
}

function newCancellation(): AbortController {
  const cancellation = new AbortController();
  // Each wait of each resource listens to it.
  setMaxListeners(0, cancellation.signal);
  return cancellation;
}

/** A provider whose settings change stays the same: what that means for a resource, its own difference tells. */
function diffConfig(request: messages.DiffRequest): messages.DiffResponse {
  const [olds, news] = [request.getOldInputs() ?? request.getOlds(), request.getNews()].map(
    (struct) => received(struct).values,
  );
  const changes = !isDeepStrictEqual(olds, news);
  return diffResponse({ changes, replaces: [], deleteBeforeReplace: false, details: undefined });
}

function unknownType(type: string, kind: string): string {
  const kinds = Object.keys(registry);
  const meant = closest(kind, kinds);
  return lines([
    `${excerpt(type)} is not a resource of gce ${version}.`,
    meant === undefined
      ? `Its resources: ${kinds.map(pluginToken).join(", ")}.`
      : `Did you mean ${pluginToken(meant)}?`,
  ]);
}
