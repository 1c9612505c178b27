import type { ComputeClient, ComputeClientOptions } from "../http/client";
import { makeClient } from "../settings/connection";
import { Settings, type ConfigReader, type Environment } from "../settings/settings";
import type { ResourceDefinition } from "../lifecycle/definition";
import type { Log } from "../lifecycle/log";
import { RunMemory } from "../lifecycle/memory/runMemory";
import { makeResource, type Resource } from "../lifecycle/resource";
import { DefinedProvider, type EngineRequests } from "./provider";
import { loadKind, registry, type Registry } from "./registry";
import * as sdkMessages from "./sdkMessages";

/** What surrounds a provider process. */
export interface ProcessOptions {
  readonly environment: Environment;
  readonly log: Log;
  /** Default: what the SDK's messages say. */
  readonly requests?: EngineRequests;
  /** Default: the network. */
  readonly transport?: ComputeClientOptions["open"];
  /** Called once, before the first request. */
  readonly watch?: () => void;
  readonly kinds?: Registry;
}

/** What the providers of one process share. Several of them in one process of Node.js know nothing of each other. */
export class ProviderProcess {
  private readonly providers = new Map<string, DefinedProvider>();
  /** Of all kinds: an object, or a part of one, may go from a resource of one kind to one of another. */
  private readonly run = new RunMemory();
  private client: ComputeClient | undefined;
  private isWatching = false;

  constructor(private readonly options: ProcessOptions) {}

  /** The provider of a kind, made when it is asked for; `undefined` where this version does not know the kind. */
  provider(kind: string): DefinedProvider | undefined {
    const known = this.providers.get(kind);
    if (known !== undefined) return known;
    const { kinds = registry, requests = sdkMessages } = this.options;
    const definition = loadKind(kinds, kind);
    if (definition === undefined) return undefined;
    const provider = new DefinedProvider(definition, (read) => this.resource(definition, read), requests);
    this.providers.set(kind, provider);
    return provider;
  }

  private resource(definition: ResourceDefinition, read: ConfigReader): Resource {
    const { environment, log, transport, watch } = this.options;
    if (!this.isWatching) watch?.();
    this.isWatching = true;
    const settings = new Settings(read, environment);
    // One client for all kinds: its connections and its token serve every one.
    const client = () => (this.client ??= makeClient(settings, transport));
    return makeResource(definition, settings, log, client, this.run);
  }
}
