import type * as pulumi from "@pulumi/pulumi";
import type { ComputeClient } from "../http/client";
import { linkContext, makeClient } from "../settings/connection";
import { Settings, type ConfigReader } from "../settings/settings";
import { boundedProperties } from "../lifecycle/boundedProperties";
import { check, type Checked } from "../lifecycle/check";
import type { ResourceDefinition } from "../lifecycle/definition";
import { detailsOf } from "./details";
import { diff } from "../lifecycle/diff";
import { EngineLog } from "./engineLog";
import { watchEngine } from "./engineWatch";
import { describeUnexpected, PartialFailure, ResourceFailure } from "../lifecycle/failure";
import { create } from "../lifecycle/create";
import { read } from "../lifecycle/read";
import { remove } from "../lifecycle/remove";
import { update } from "../lifecycle/update";
import { rememberKeys } from "../lifecycle/secretFields";
import type { Resource } from "../lifecycle/resource";
import { RunMemory } from "../lifecycle/memory/runMemory";
import { randomSeedOf, recordedInputsOf, timeoutMsOf, urnOf, withDetails } from "./sdkMessages";
import type { Values } from "../fields/values";

/**
 * The engine's view of one kind of resource: `pulumi.dynamic.ResourceProvider` over its definition.
 *
 * The engine's process makes one per kind and configures it once, before anything else is called on it.
 */
export class DefinedProvider implements pulumi.dynamic.ResourceProvider {
  private resource: Resource | undefined;

  constructor(
    private readonly definition: ResourceDefinition,
    private readonly clientFor: (settings: Settings) => ComputeClient = sharedClient,
    private readonly run: RunMemory = new RunMemory(),
  ) {}

  /** Synchronous on purpose: the SDK lets other calls through while an asynchronous one is under way. */
  configure({ config }: pulumi.dynamic.ConfigureRequest): Promise<void> {
    endWithTheEngine();
    const reader: ConfigReader = (key) => config.get(key);
    this.resource = makeResource(
      this.definition,
      new Settings(reader, process.env),
      this.clientFor,
      undefined,
      this.run,
    );
    return Promise.resolve();
  }

  async check(olds: Values, news: Values): Promise<pulumi.dynamic.CheckResult> {
    return this.reported(() => Promise.resolve(unpaired(check(this.about(news), olds, news))));
  }

  async diff(_id: string, olds: Values, news: Values): Promise<pulumi.dynamic.DiffResult> {
    return this.reported(() => {
      const resource = this.about(news, olds);
      const difference = diff(resource, olds, news);
      // Most resources of most runs do not differ, and nothing of what was recorded is shown of them.
      const recordedInputs = difference.changes ? recordedInputsOf(news) : undefined;
      const details = detailsOf(resource, olds, news, recordedInputs, difference);
      return Promise.resolve(withDetails(difference, details));
    });
  }

  async create(inputs: Values): Promise<pulumi.dynamic.CreateResult> {
    return this.reported(() => create(this.about(inputs), inputs));
  }

  async read(id: string, props: Values): Promise<pulumi.dynamic.ReadResult> {
    return this.reported(() => read(this.about(props), id, props, () => recordedInputsOf(props)));
  }

  async update(id: string, olds: Values, news: Values): Promise<pulumi.dynamic.UpdateResult> {
    return this.reported(() => update(this.about(news, olds), id, olds, news));
  }

  async delete(id: string, props: Values): Promise<void> {
    return this.reported(() => remove(this.about(props), id, props));
  }

  /** For one request: what is said goes to the resource that the request is about, and holds none of its keys. */
  private about(properties: Values, olds: Values = {}): Resource {
    const resource = this.configured();
    for (const values of [olds, properties]) rememberKeys(this.definition, values);
    return {
      ...resource,
      log: resource.log.about(urnOf(properties)),
      timeoutMs: timeoutMsOf(properties),
      randomSeed: () => randomSeedOf(properties),
    };
  }

  /** The same with properties that can be sent beside an error. */
  private sendable(failure: PartialFailure): PartialFailure {
    const { properties, leftOut } = boundedProperties(this.definition, failure.properties);
    if (leftOut.length === 0) return failure;
    const note = `  Not recorded, because it is too large to be sent beside an error: ${leftOut.join(", ")}.`;
    return new PartialFailure(`${failure.message}\n${note}`, failure.id, properties);
  }

  private configured(): Resource {
    return (this.resource ??= makeResource(
      this.definition,
      new Settings(() => undefined, process.env),
      this.clientFor,
      undefined,
      this.run,
    ));
  }

  /** Whatever is thrown reaches the engine without our frames, which the SDK would print to the user. */
  private async reported<T>(step: () => Promise<T>): Promise<T> {
    try {
      return await step();
    } catch (error) {
      if (error instanceof PartialFailure) throw this.sendable(error);
      if (error instanceof ResourceFailure) throw error;
      const isDebugging = this.resource?.settings.debug ?? false;
      throw new ResourceFailure(describeUnexpected(this.definition.kind, error, isDebugging));
    } finally {
      await this.resource?.log.delivered();
    }
  }
}

/**
 * The engine puts the property and its value before a reason, and for one within an object or one that is not there it
 * has `<nil>`. So the reason alone says which property it is, and shows what is no secret of its value.
 */
function unpaired({ inputs, failures }: Checked): Checked {
  const named = failures.map(({ property, reason }) => {
    const [argument = ""] = property.split(/[.[]/, 1);
    return { property: "", reason: reason.includes(argument) ? reason : `${property}: ${reason}` };
  });
  return { inputs, failures: named };
}

let watching = false;

/** Nothing that happens without an engine could be recorded; what is running at the service is found by `orphans`. */
function endWithTheEngine(): void {
  if (watching) return;
  watching = true;
  watchEngine(process.argv[2], () => process.exit(1));
}

/** One kind of resource under these settings. */
export function makeResource(
  definition: ResourceDefinition,
  settings: Settings,
  clientFor: (settings: Settings) => ComputeClient = makeClient,
  log: EngineLog = new EngineLog(process.argv[2]),
  run: RunMemory = new RunMemory(),
): Resource {
  let client: ComputeClient | undefined;
  return {
    definition,
    settings,
    links: linkContext(settings),
    log,
    run,
    client() {
      const { danger } = settings;
      // Nothing is sent before: a preview that calls nothing is in no danger.
      if (client === undefined && danger !== undefined && run.isNews(danger)) log.message("warning", `gce: ${danger}`);
      return (client ??= clientFor(settings));
    },
  };
}

/** One client for the process: its connections and its token serve every kind. */
let shared: ComputeClient | undefined;

function sharedClient(settings: Settings): ComputeClient {
  return (shared ??= makeClient(settings));
}
