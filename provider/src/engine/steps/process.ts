import type { ComputeClient, ComputeClientOptions } from "../../http/client";
import { makeClient } from "../../settings/connection";
import { Settings, type ConfigReader, type Environment } from "../../settings/settings";
import type { ResourceDefinition } from "../../lifecycle/schema/definition";
import type { Log } from "../../lifecycle/job/log";
import { ClaimRegistry } from "../../lifecycle/job/claimRegistry";
import { makeResource } from "../../lifecycle/resource/resource";
import { loadKind, type Registry } from "./loadKind";
import { registry } from "./registry";
import { Steps } from "./steps";

/** The surroundings of a provider process. */
export interface ProcessOptions {
  readonly environment: Environment;
  readonly log: Log;
  /** Default: the network. */
  readonly transport?: ComputeClientOptions["open"];
  readonly kinds?: Registry;
}

/** The common state of the resources of one process. Several of these in one process of Node.js know nothing of each other. */
export class ProviderProcess {
  /** Of all kinds: an object, or a part of one, may go from a resource of one kind to one of another. */
  private readonly run = new ClaimRegistry();
  private theClient: ComputeClient | undefined;

  constructor(private readonly options: ProcessOptions) {}

  definition(kind: string): ResourceDefinition {
    const definition = loadKind(this.options.kinds ?? registry, kind);
    if (definition !== undefined) return definition;
    throw new Error(
      `This version of pulumi-gce does not know gce:${kind}: the state was written by a newer one. Upgrade pulumi-gce.`,
    );
  }

  /** The steps of a kind under a configuration. */
  steps(kind: string, read: ConfigReader): Steps {
    const settings = this.settings(read);
    const client = () => this.client(settings);
    return new Steps(makeResource(this.definition(kind), settings, this.options.log, client, this.run));
  }

  /** True if a warning that is about every kind is still due. */
  isNews(warning: string): boolean {
    return this.run.isNews(warning);
  }

  settings(read: ConfigReader): Settings {
    return new Settings(read, this.options.environment);
  }

  /** One for all kinds: its connections and its token serve every one. */
  client(settings: Settings): ComputeClient {
    return (this.theClient ??= makeClient(settings, this.options.transport));
  }
}
