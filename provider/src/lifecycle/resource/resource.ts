import type { ComputeClient } from "../../http/client";
import { Deadline } from "../../http/deadline";
import type { LinkContext } from "../../names/links";
import { newRequestId } from "../../compute/requestId";
import { linkContext } from "../../settings/connection";
import type { Settings } from "../../settings/settings";
import type { ResourceDefinition } from "../schema/definition";
import type { Identity } from "../schema/description";
import type { Pending } from "../job/journal";
import type { TimedAction } from "./localSettings";
import { Job, type JobOptions } from "../job/job";
import { readTimeoutMs } from "./localSettings";
import type { Log } from "../job/log";
import { ClaimRegistry } from "../job/claimRegistry";
import { operationScope } from "../../compute/endpoints/operations";
import { nothingIgnored, type IgnoredPaths } from "../../fields/ignoredPaths";
import type { Values } from "../../fields/values";

/** One kind of resource in the provider process, as its steps share it. */
export interface Resource {
  readonly definition: ResourceDefinition;
  readonly settings: Settings;
  /** Completes links that leave parts out, from configuration. */
  readonly links: LinkContext;
  readonly log: Log;
  /** The claims of the program, as far as this run has told. */
  readonly run: ClaimRegistry;
  /** The deadline of this request, where the engine gives one. */
  readonly timeoutMs?: number | undefined;
  /** The seed of a name that is made for this request: a saved plan makes the same name again. */
  readonly randomSeed?: Uint8Array | undefined;
  /** How the stack says that names are made; `undefined` where it does not say. */
  readonly autonaming?: Autonaming | undefined;
  /** Ends every wait of this request, with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** The changes that the program ignores. */
  readonly ignored: IgnoredPaths;
  /** Made at the first call, so that check and diff need neither credentials nor a server. */
  client(): ComputeClient;
}

/** The option `pulumi:autonaming` of a stack, for one resource. */
export interface Autonaming {
  /** A proposed name may be changed to keep the rules of names; an enforced one is used as it is. */
  readonly mode: "propose" | "enforce" | "disable";
  readonly proposedName: string;
}

/** One kind of resource under these settings. */
export function makeResource(
  definition: ResourceDefinition,
  settings: Settings,
  log: Log,
  client: () => ComputeClient,
  run: ClaimRegistry = new ClaimRegistry(),
): Resource {
  return {
    definition,
    settings,
    links: linkContext(settings),
    log,
    run,
    ignored: nothingIgnored,
    client() {
      const { danger } = settings;
      // Nothing is sent before: a preview that calls nothing is in no danger.
      if (danger !== undefined && run.isNews(danger)) log.message("warning", `gce: ${danger}`);
      return client();
    },
  };
}

/** A job on one object of a kind. */
export class ObjectJob extends Job {
  constructor(
    readonly definition: ResourceDefinition,
    readonly identity: Identity,
    options: JobOptions,
  ) {
    super(options);
  }
}

/** Starts the work on one object, with the deadline that its settings give. */
export function startJob(
  resource: Resource,
  identity: Identity,
  action: TimedAction,
  settings: Values,
  inherited: readonly Pending[] = [],
): ObjectJob {
  const { definition, log } = resource;
  definition.schema.hideSecrets(settings);
  const path = definition.path(identity);
  return new ObjectJob(definition, identity, {
    client: resource.client(),
    log,
    subject: describeSubject(definition, identity),
    deadline: Deadline.after(
      readTimeoutMs(settings, action, resource.timeoutMs ?? definition.timeoutMs),
      resource.signal,
    ),
    newRequestId: async (about = path) => newRequestId(await log.stack(), about),
    inherited,
    project: identity.project,
    scopeIn: (project) => operationScope(definition.path({ ...identity, project })),
    links: resource.links,
    run: resource.run,
    ignored: resource.ignored,
    isDebugging: resource.settings.debug,
    argumentUnder: (constraint) => definition.constraints?.[constraint],
  });
}

/** How messages name an object: `gce:Route "egress"`. */
export function describeSubject(definition: ResourceDefinition, identity: Identity): string {
  // An id that names the object in another way gives other members.
  const complete = definition.identity.members.every((key) => identity[key] !== undefined);
  const own = (complete ? definition.identity.members : Object.keys(identity))
    .filter((key) => key !== "project")
    .map((key) => identity[key] ?? "?");
  // A search of a project is about no single object.
  return own.length === 0 ? `gce:${definition.kind}` : `gce:${definition.kind} "${own.join("/")}"`;
}
