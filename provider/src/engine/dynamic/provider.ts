import type * as pulumi from "@pulumi/pulumi";
import { text, type Values } from "../../fields/values";
import { providerKey, urnKey } from "../../names/internalInputs";
import type { ConfigReader } from "../../settings/settings";
import type { StepRequest, Steps } from "../steps/steps";
import { readIgnoredPaths, readRecordedInputs, readTimeoutMs, readUrn, withDetails } from "./sdkMessages";

/**
 * One kind of resource as the SDK's server for dynamic providers calls it.
 *
 * The engine's process makes one per kind and configures it once, before anything else is called on it.
 */
export class DynamicProvider implements pulumi.dynamic.ResourceProvider {
  private steps: Steps | undefined;

  constructor(
    private readonly makeSteps: (read: ConfigReader) => Steps,
    /** Comes when the run is cancelled. */
    private readonly signal?: AbortSignal | undefined,
  ) {}

  /** Synchronous on purpose: the SDK lets other calls through while an asynchronous one is under way. */
  configure({ config }: pulumi.dynamic.ConfigureRequest): Promise<void> {
    this.steps = this.makeSteps((key) => config.get(key));
    return Promise.resolve();
  }

  check(olds: Values, news: Values): Promise<pulumi.dynamic.CheckResult> {
    return this.configured().check(this.toRequest(news), olds, news);
  }

  async diff(_id: string, olds: Values, news: Values): Promise<pulumi.dynamic.DiffResult> {
    const { details, ...difference } = await this.configured().diff(this.toRequest(news), olds, news);
    // The server finds this provider by the loader in the outputs, which a resource that comes from the plugin has not.
    const isFromPlugin = olds[providerKey] === undefined && news[providerKey] !== undefined;
    return withDetails({ ...difference, changes: difference.changes || isFromPlugin }, details);
  }

  create(inputs: Values): Promise<pulumi.dynamic.CreateResult> {
    return this.configured().create(this.toRequest(inputs), inputs);
  }

  read(id: string, props: Values): Promise<pulumi.dynamic.ReadResult> {
    return this.configured().read(this.toRequest(props), id, props);
  }

  update(id: string, olds: Values, news: Values): Promise<pulumi.dynamic.UpdateResult> {
    return this.configured().update(this.toRequest(news), id, olds, news);
  }

  delete(id: string, props: Values): Promise<void> {
    return this.configured().delete(this.toRequest(props), id, props);
  }

  private configured(): Steps {
    return (this.steps ??= this.makeSteps(() => undefined));
  }

  /**
   * The server hands on the properties of a request alone; its messages know the rest. No request has a seed: that of the first
   * one is lost, and which one is first differs between a preview and an `up`.
   */
  private toRequest(properties: Values): StepRequest {
    return {
      urn: readUrn(properties) || (text(properties, urnKey) ?? ""),
      timeoutMs: readTimeoutMs(properties),
      signal: this.signal,
      recordedInputs: () => readRecordedInputs(properties),
      ignoreChanges: readIgnoredPaths(properties),
    };
  }
}
