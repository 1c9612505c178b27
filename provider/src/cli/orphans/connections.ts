import type { ResourceDefinition } from "../../lifecycle/definition";
import { EngineLog } from "../../engine/engineLog";
import { makeClient } from "../../settings/connection";
import type { Log } from "../../lifecycle/log";
import { makeResource, type Resource } from "../../lifecycle/resource";
import { Settings, type Environment } from "../../settings/settings";
import type { ComputeClient } from "../../http/client";
import type { StackExport } from "./stackExport";

/** The same settings and credentials for everything that one provider of the stack manages. */
export interface Connection {
  readonly settings: Settings;
  resource(definition: ResourceDefinition): Resource;
}

/**
 * What resources are looked at with: the stack's configuration for those of the default provider, and for those of a
 * `gce.Provider` what the state has of that; the environment completes both, as when the engine runs.
 */
export class Connections {
  private readonly made = new Map<string, Connection>();
  private readonly clients: ComputeClient[] = [];

  constructor(
    private readonly exported: StackExport,
    private readonly configuration: ReadonlyMap<string, string>,
    private readonly environment: Environment,
    private readonly newClient: (settings: Settings) => ComputeClient = makeClient,
    private readonly log: Log = new EngineLog(undefined),
  ) {}

  /** @param provider `urn::id`, as a resource of the state names it */
  of(provider: string | undefined): Connection {
    const urn = provider?.slice(0, provider.lastIndexOf("::")) ?? "";
    const isDefault = provider === undefined || urn === "" || /::default(_[^:]*)?$/.test(urn);
    const key = isDefault ? "" : provider;
    const known = this.made.get(key);
    if (known !== undefined) return known;
    const connection = this.connect(isDefault ? undefined : { urn, id: provider.slice(urn.length + 2) });
    this.made.set(key, connection);
    return connection;
  }

  async close(): Promise<void> {
    await Promise.all(this.clients.map((client) => client.close()));
  }

  private connect(provider: { urn: string; id: string } | undefined): Connection {
    // While a provider is being replaced, the state has two of that URN.
    const all = this.exported.resources.filter(({ urn }) => urn === provider?.urn);
    const inputs = (all.find(({ id }) => id === provider?.id) ?? all[0])?.inputs ?? {};
    const read = (key: string) => {
      if (provider === undefined) return this.configuration.get(key);
      const value = inputs[key];
      return typeof value === "string" ? value : undefined;
    };
    const settings = new Settings(read, this.environment);
    let client: ComputeClient | undefined;
    const clientFor = () => {
      if (client === undefined) this.clients.push((client = this.newClient(settings)));
      return client;
    };
    return {
      settings,
      resource: (definition) => makeResource(definition, settings, this.log, clientFor),
    };
  }
}
