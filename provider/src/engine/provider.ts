import type * as pulumi from "@pulumi/pulumi";
import type { ConfigReader } from "../settings/settings";
import { boundedProperties } from "../lifecycle/boundedProperties";
import { check, type Checked } from "../lifecycle/check";
import type { ResourceDefinition } from "../lifecycle/definition";
import { detailsOf } from "./details";
import { diff } from "../lifecycle/diff";
import { describeUnexpected, PartialFailure, ResourceFailure } from "../lifecycle/failure";
import { create } from "../lifecycle/create";
import { read } from "../lifecycle/read";
import { remove } from "../lifecycle/remove";
import { update } from "../lifecycle/update";
import type { Resource } from "../lifecycle/resource";
import type * as sdkMessages from "./sdkMessages";
import type { Values } from "../fields/values";

/** What the engine and a provider tell each other beyond the properties of a request. */
export type EngineRequests = Pick<
  typeof sdkMessages,
  "urnOf" | "recordedInputsOf" | "timeoutMsOf" | "randomSeedOf" | "withDetails"
>;

/**
 * The engine's view of one kind of resource: `pulumi.dynamic.ResourceProvider` over its definition.
 *
 * The engine's process makes one per kind and configures it once, before anything else is called on it.
 */
export class DefinedProvider implements pulumi.dynamic.ResourceProvider {
  private resource: Resource | undefined;

  constructor(
    private readonly definition: ResourceDefinition,
    private readonly makeResource: (read: ConfigReader) => Resource,
    private readonly requests: EngineRequests,
  ) {}

  /** Synchronous on purpose: the SDK lets other calls through while an asynchronous one is under way. */
  configure({ config }: pulumi.dynamic.ConfigureRequest): Promise<void> {
    this.resource = this.makeResource((key) => config.get(key));
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
      const recordedInputs = difference.changes ? this.requests.recordedInputsOf(news) : undefined;
      const details = detailsOf(resource, olds, news, recordedInputs, difference);
      return Promise.resolve(this.requests.withDetails(difference, details));
    });
  }

  async create(inputs: Values): Promise<pulumi.dynamic.CreateResult> {
    return this.reported(() => create(this.about(inputs), inputs));
  }

  async read(id: string, props: Values): Promise<pulumi.dynamic.ReadResult> {
    return this.reported(() => read(this.about(props), id, props, () => this.requests.recordedInputsOf(props)));
  }

  async update(id: string, olds: Values, news: Values): Promise<pulumi.dynamic.UpdateResult> {
    return this.reported(() => update(this.about(news, olds), id, olds, news));
  }

  async delete(id: string, props: Values): Promise<void> {
    return this.reported(() => remove(this.about(props), id, props));
  }

  /** For one request: what is said goes to the resource that the request is about, and holds none of its keys. */
  private about(properties: Values, olds: Values = {}): Resource {
    const { requests } = this;
    const resource = this.configured();
    for (const values of [olds, properties]) this.definition.schema.rememberKeys(values);
    return {
      ...resource,
      log: resource.log.about(requests.urnOf(properties)),
      timeoutMs: requests.timeoutMsOf(properties),
      randomSeed: () => requests.randomSeedOf(properties),
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
    return (this.resource ??= this.makeResource(() => undefined));
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
