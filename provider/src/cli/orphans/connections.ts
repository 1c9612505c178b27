import type { ResourceDefinition } from "../../lifecycle/definition";
import { EngineLog } from "../../engine/engineLog";
import { makeClient } from "../../settings/connection";
import { makeResource, type Resource } from "../../lifecycle/resource";
import { text } from "../../fields/values";
import { SettingError, Settings, type Environment } from "../../settings/settings";
import type { ComputeClient } from "../../http/client";
import { isProvider, type StackExport } from "./stackExport";

/** The settings and the client of one provider of the stack. */
export interface Connection {
  readonly settings: Settings;
  /** Address of the service. An endpoint of one's own may have projects of the same ids. */
  readonly service: string;
  resource(definition: ResourceDefinition): Resource;
}

/**
 * What resources are looked at with: the stack's configuration for the default provider, and the recorded settings of a
 * `gce.Provider`. The environment completes both, as when the engine runs.
 */
export class Connections {
  private readonly clients: ComputeClient[] = [];
  private readonly byProvider: ReadonlyMap<string, Connection>;
  private readonly ofDefault: Connection;

  constructor(
    { resources }: StackExport,
    configuration: ReadonlyMap<string, string>,
    private readonly environment: Environment,
    private readonly newClient: (settings: Settings) => ComputeClient = makeClient,
  ) {
    const providers = resources.filter((one) => isProvider(one) && !/::default(_[^:]*)?$/.test(one.urn));
    this.ofDefault = this.connect((key) => configuration.get(key));
    this.byProvider = new Map(
      providers.map(({ urn, id = "", inputs }) => [`${urn}::${id}`, this.connect((key) => text(inputs, key))]),
    );
  }

  /** @param provider `urn::id`, as a resource of the state names it */
  of(provider = ""): Connection {
    return this.byProvider.get(provider) ?? this.ofDefault;
  }

  all(): Connection[] {
    return [...this.byProvider.values(), this.ofDefault];
  }

  async close(): Promise<void> {
    await Promise.all(this.clients.map((client) => client.close()));
  }

  private connect(read: (key: string) => string | undefined): Connection {
    const settings = new Settings(read, this.environment);
    let client: ComputeClient | undefined;
    const clientFor = () => {
      if (client === undefined) this.clients.push((client = this.newClient(settings)));
      return client;
    };
    return {
      settings,
      service: serviceOf(settings),
      resource: (definition) => makeResource(definition, settings, new EngineLog(), clientFor),
    };
  }
}

/** One that cannot be an address stays as it is: a search there says what is wrong with it, and the others go on. */
function serviceOf(settings: Settings): string {
  try {
    const { origin, basePath } = settings.endpoint();
    return origin + basePath;
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    return settings.text("gcp:computeCustomEndpoint") ?? "";
  }
}
