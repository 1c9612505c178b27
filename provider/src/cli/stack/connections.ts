import type { ResourceDefinition } from "../../lifecycle/schema/definition";
import { EngineLog } from "../../engine/engineLog";
import { makeReader } from "../../engine/plugin/configuration";
import { toOwnNamespace } from "../../engine/plugin/wording";
import { makeClient } from "../../settings/connection";
import { makeResource, type Resource } from "../../lifecycle/resource/resource";
import { statusEveryMs } from "../../lifecycle/job/progress";
import { text } from "../../fields/values";
import { Settings, type ConfigReader, type Environment } from "../../settings/settings";
import { settingKeys } from "../../settings/settingKeys";
import { SettingError } from "../../settings/settingError";
import type { ComputeClient } from "../../http/client";
import { parseUrn, providerReference } from "../../names/stackUrn";
import { isDefaultProvider, pluginPackage, pluginToken, parseProvider, typeToken } from "../../names/typeToken";
import type { ExportedResource, StackExport } from "./stackExport";

/** The settings and the client of one provider of the stack. */
export interface Connection {
  readonly settings: Settings;
  /** Address of the service. An endpoint of one's own may have projects of the same ids. */
  readonly service: string;
  resource(definition: ResourceDefinition): Resource;
  /** A message with the settings named as the stack names them. */
  renameSettings(text: string): string;
}

/**
 * The connections for looking at resources: the stack's configuration for a default provider, and the recorded settings of one
 * that the program names. The environment completes both, as when the engine runs.
 */
export class Connections {
  private readonly clients: ComputeClient[] = [];
  private readonly byProvider: ReadonlyMap<string, Connection>;
  /** With the keys `gcp:…`, and with those of the plugin. */
  private readonly byDefault: Connection;
  private readonly forPlugin: Connection;
  private readonly defaults: readonly Connection[];
  private readonly log: EngineLog;

  constructor(
    { resources, pending }: StackExport,
    configuration: ReadonlyMap<string, string>,
    private readonly environment: Environment,
    /** Where it is said what is waited for. */
    print: (text: string) => void,
    private readonly newClient: (settings: Settings) => ComputeClient = makeClient,
  ) {
    this.log = statusLog(print);
    const isNamed = ({ type, urn }: ExportedResource) =>
      parseProvider(type) !== undefined && !isDefaultProvider(parseUrn(urn).name);
    this.byProvider = new Map(
      resources.filter(isNamed).map((one) => [providerReference(one.urn, one.id ?? ""), this.recorded(one)]),
    );
    this.byDefault = this.connect((key) => configuration.get(key));
    this.forPlugin = this.connect((key) => configuration.get(toOwnNamespace(key)), toOwnNamespace);
    const types = [...resources, ...pending.map(({ resource }) => resource)].map(({ type }) => type);
    const has = (token: string, keys: readonly string[]) =>
      types.some((type) => type.startsWith(token)) || keys.some((key) => configuration.has(key));
    // Without its settings, one that nothing uses would ask the public service about a stack of an emulator.
    const usesPlugin = has(pluginToken(""), settingKeys.map(toOwnNamespace));
    const usesClasses = !usesPlugin || has(typeToken(""), settingKeys);
    this.defaults = [...(usesClasses ? [this.byDefault] : []), ...(usesPlugin ? [this.forPlugin] : [])];
  }

  /** @param provider `urn::id`, as a resource of the state names it */
  forProvider(provider = ""): Connection {
    const isPlugin = parseProvider(parseUrn(provider).type) === pluginPackage;
    return this.byProvider.get(provider) ?? this.forFace(isPlugin);
  }

  /** The connection of a default provider: that of the plugin, or that of the classes. */
  forFace(isPlugin: boolean): Connection {
    return isPlugin ? this.forPlugin : this.byDefault;
  }

  all(): Connection[] {
    return [...this.byProvider.values(), ...this.defaults];
  }

  async close(): Promise<void> {
    await Promise.all(this.clients.map((client) => client.close()));
  }

  private recorded({ type, urn, inputs }: ExportedResource): Connection {
    return parseProvider(type) === pluginPackage
      ? this.connect(makeReader(inputs, parseUrn(urn).name), toOwnNamespace)
      : this.connect((key) => text(inputs, key));
  }

  private connect(read: ConfigReader, renameSettings = (text: string) => text): Connection {
    const settings = new Settings(read, this.environment);
    let client: ComputeClient | undefined;
    const clientFor = () => {
      if (client === undefined) this.clients.push((client = this.newClient(settings)));
      return client;
    };
    return {
      settings,
      service: describeService(settings),
      renameSettings,
      resource: (definition) => makeResource(definition, settings, this.log, clientFor),
    };
  }
}

/** A log of which a command shows the live statuses. Those of many jobs that wait together say the same. */
function statusLog(print: (text: string) => void): EngineLog {
  let shownAtMs = -Infinity;
  return new EngineLog(() => ({
    log({ text, ephemeral }, delivered) {
      delivered();
      if (!ephemeral || performance.now() - shownAtMs < statusEveryMs) return;
      shownAtMs = performance.now();
      print(`${text}\n`);
    },
    stack: () => Promise.resolve(undefined),
  }));
}

/** One that cannot be an address stays as it is: a search there says what is wrong with it, and the others go on. */
function describeService(settings: Settings): string {
  try {
    const { origin, basePath } = settings.endpoint();
    return origin + basePath;
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    return settings.text("gcp:computeCustomEndpoint") ?? "";
  }
}
