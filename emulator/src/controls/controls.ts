import { RE2JS } from "re2js";
import { checkFields, faultRuleFields, latencyFields, operationFields } from "./adminSchemas";
import { quotaFields, rolloutFields, tokenFields } from "./adminSchemas";
import type { Catalog } from "../kinds/catalog";
import { CHECKS, type Check } from "../basics/checks";
import { ApiError, badRequest, notFound } from "../basics/errors";
import { FAULTS, type FaultKind } from "../world/settings/faultKinds";
import type { FaultRule } from "../world/settings/faults";
import { POLICY_BYTES } from "../kinds/policies/iamPolicy";
import { PROJECT_PATTERN } from "../basics/identifiers";
import { isJsonObject, type JsonObject, type Resource } from "../basics/json";
import type { Latency } from "../world/settings/latency";
import { splitPath } from "../basics/links";
import { objectSchemas, type JsonSchema } from "./objectSchema";
import { OutsideObjects } from "./outsideObjects";
import type { TrackedOperation } from "../world/operation";
import { projectNumber } from "../world/projects";
import type { QuotaLimits, QuotaUpdate } from "../world/settings/quotas";
import type { Fields } from "../basics/schema";
import { setLatency, setRolloutRules } from "../kinds/groups/interventions";
import type { RolloutRule } from "../world/settings/rollouts";
import { seedFields, seedObjects, type SeedOptions } from "./seeds/files";
import type { SeedObjects } from "./seeds/objects";
import { DEEPEST_NESTING, isNestedTooDeep } from "../basics/structure";
import type { TokenGrant } from "../world/settings/tokens";
import { validateBody } from "../basics/validation";
import type { World } from "../world/world";

/** One operation as a test wants to see it: what the client sees, and what it cannot. */
export interface TimelineEntry {
  readonly path: string;
  readonly operation: Resource;
  /** Milliseconds since 1970 with a fraction. */
  readonly acceptedAt: number;
  readonly doneAt?: number;
  readonly durationMs: number;
  /** True if the change was made. */
  readonly landed: boolean;
  /** True if get and wait answer 404 because of a fault. */
  readonly vanished: boolean;
}

/** How many objects there are now in each collection that was planted, by its path. */
export type SeedSummary = Readonly<Record<string, number>>;

/** The objects that exist from the start, and after a reset. */
export interface InitialSeed {
  readonly options: SeedOptions | undefined;
  readonly objects: SeedObjects;
}

/** The controls from outside the API, by code and over HTTP alike. Every input is checked. */
export class Controls {
  readonly world: World;
  readonly objects: OutsideObjects;
  readonly #catalog: Catalog;
  readonly #initialSeed: InitialSeed;

  constructor(world: World, catalog: Catalog, initialSeed: InitialSeed) {
    this.world = world;
    this.objects = new OutsideObjects(world, catalog);
    this.#catalog = catalog;
    this.#initialSeed = initialSeed;
  }

  reset(): void {
    this.world.reset();
    this.plant();
  }

  /** Puts what is there from the start. */
  plant(): void {
    const { options, objects } = this.#initialSeed;
    if (options !== undefined) this.seed(options);
    this.objects.plant(objects);
  }

  latency(settings: unknown): Latency {
    setLatency(this.world, check(latencyFields, settings, "latency") as Latency);
    return this.world.latency.current;
  }

  checks(settings: unknown): { readonly order: readonly Check[] } {
    const { order } = check(checkFields, settings, "checks") as { order: Check[] };
    const twice = CHECKS.filter((name) => order.indexOf(name) !== order.lastIndexOf(name));
    const missing = CHECKS.filter((name) => !order.includes(name));
    if (twice.length > 0 || missing.length > 0) {
      const wrong = twice.length > 0 ? `It has ${twice.join(", ")} twice.` : `It leaves out ${missing.join(", ")}.`;
      throw badRequest(`checks.order has to name each of ${CHECKS.join(", ")} once. ${wrong}`);
    }
    this.world.checkOrder.current = order;
    return { order };
  }

  fault(rule: unknown): FaultRule {
    const checked = check(faultRuleFields, rule, "rule");
    const { fault, times } = checked;
    const kinds = Object.keys(FAULTS).join(", ");
    if (!isJsonObject(fault) || typeof fault.kind !== "string" || !Object.hasOwn(FAULTS, fault.kind))
      throw badRequest(`rule.fault has to be an object whose kind is one of ${kinds}.`);
    const { kind, ...settings } = fault;
    const valid = check(FAULTS[kind as FaultKind].fields ?? {}, settings, `rule.fault (${fault.kind})`);
    checkTimes(times, "rule.times");
    const complete = { ...checked, fault: { kind, ...valid } } as FaultRule;
    if (complete.fault.kind === "meanwhile") this.objects.checkAct(complete.fault);
    checkExpressions("rule.match.path, rule.match.query or rule.match.body", () => {
      this.world.faults.add(complete);
    });
    return complete;
  }

  /** Replaces the rules about instances that fail to come up. */
  rollouts(settings: unknown): { readonly rollouts: readonly RolloutRule[] } {
    const { rollouts } = check(rolloutFields, settings, "body", ROLLOUTS_FORM) as { rollouts: RolloutRule[] };
    for (const [index, { times, instanceTemplate }] of rollouts.entries()) {
      const rule = `body.rollouts[${String(index)}]`;
      checkTimes(times, `${rule}.times`);
      checkExpressions(`${rule}.instanceTemplate`, () => RE2JS.compile(instanceTemplate));
    }
    setRolloutRules(this.world, rollouts);
    return { rollouts };
  }

  /** Sets the limits that are named. Without any, it lifts all of them: those of the project, or of all projects. */
  quota(update: unknown): { readonly quotas: readonly QuotaLimits[] } {
    const objectQuotas = this.#catalog.modelled.flatMap(({ quota }) => (quota === undefined ? [] : [quota.name]));
    const metrics = ["requestsPerSecond", ...objectQuotas, POLICY_BYTES];
    const metricFields = Object.fromEntries(metrics.map((name) => [name, { type: "any" } as const]));
    const { project } = check({ ...quotaFields, ...metricFields }, update, "quotas") as Pick<QuotaUpdate, "project">;
    // A null lifts a limit, and the check reads it as one that is not sent.
    const sent = Object.entries(update as Record<string, number | null | undefined>);
    const limits: Record<string, number | null> = {};
    for (const [name, limit] of sent) {
      if (limit === undefined || !Object.hasOwn(metricFields, name)) continue;
      if (limit !== null && !(typeof limit === "number" && limit >= 0))
        throw badRequest(`quotas.${name} has to be a number that is not negative, or null to lift the limit.`);
      limits[name] = limit;
    }
    const { quotas } = this.world;
    if (sent.every(([name]) => name === "project")) quotas.lift(project);
    else quotas.set({ project, limits });
    return { quotas: quotas.list() };
  }

  /** Puts realistic objects of everything that programs only read or refer to, and tells how many there are now in each collection. */
  seed(settings: unknown): SeedSummary {
    const objects = seedObjects(check(seedFields, settings ?? {}, "seed") as SeedOptions, this.world.now());
    this.objects.plant(objects);
    const collections = new Set(Object.keys(objects).map((path) => splitPath(path).parent));
    return Object.fromEntries([...collections].map((path) => [path, this.world.store.items(path).length]));
  }

  tokens(settings: unknown): void {
    const checked = check(tokenFields, settings, "body", TOKENS_FORM) as { tokens?: Record<string, TokenGrant> };
    const { tokens = {} } = checked;
    const known = this.#catalog.permissions();
    for (const [token, { deniedPermissions = [] }] of Object.entries(tokens)) {
      const unknown = deniedPermissions.find((permission) => !known.has(permission));
      if (unknown !== undefined) {
        throw badRequest(
          `No method here asks for the permission '${unknown}', which body.tokens[${JSON.stringify(token)}].deniedPermissions names. ` +
            "An error 403 names the permissions of a method: compute.routes.create is one.",
        );
      }
    }
    this.world.tokens.set(checked.tokens);
  }

  operations(): TimelineEntry[] {
    return this.world.operations.timeline().map(describeOperation);
  }

  expireOperations(settings: unknown): number {
    const { name } = check(operationFields, settings ?? {}, "body") as { name?: string };
    const removed = this.world.operations.expire(name);
    if (name !== undefined && removed === 0) throw notFound(`finished operation ${name}`);
    return removed;
  }

  finishOperations(settings: unknown): number {
    const { name } = check(operationFields, settings ?? {}, "body") as { name?: string };
    const finished = this.world.operations.finish(name);
    if (name !== undefined && finished === 0) throw notFound(`running operation ${name}`);
    return finished;
  }

  /** The schema of an object of each kind, by the path of an object. */
  objectSchemas(): Record<string, JsonSchema> {
    return objectSchemas(this.#catalog.all());
  }

  /** The number of a project. From now on requests may name the project by it. */
  projectNumber(id: string): string {
    if (!PROJECT_PATTERN.test(id) || /^[0-9]+$/.test(id)) throw badRequest(`'${id}' is not the id of a project.`);
    this.world.enterProject(id);
    return projectNumber(id);
  }
}

const TOKENS_FORM =
  'The form is { "tokens": { "my-token": { "deniedPermissions": ["compute.routes.create"] } } }. ' +
  "A token can have projects, readOnly, deniedPermissions and user; {} accepts any token again.";

const ROLLOUTS_FORM =
  'The form is { "rollouts": [{ "instanceTemplate": "-v2$", "errors": [{ "code": "QUOTA_EXCEEDED", "message": "No more." }], "times": 2 }] }. ' +
  "Without errors, the instances never get healthy; without times, they always fail; an empty list lifts all rules.";

function checkTimes(times: unknown, name: string): void {
  if (times !== undefined && times !== "always" && !(Number.isInteger(times) && Number(times) > 0))
    throw badRequest(`${name} has to be a positive integer or "always".`);
}

/** Throws if what an act compiles is no expression. */
function checkExpressions(name: string, compile: () => unknown): void {
  try {
    compile();
  } catch (error) {
    throw badRequest(`${name} is not a regular expression of RE2: ${error instanceof Error ? error.message : ""}`);
  }
}

function describeOperation(operation: TrackedOperation): TimelineEntry {
  return {
    path: operation.path,
    operation: operation.render(),
    acceptedAt: operation.acceptedAt,
    ...(operation.doneAt === undefined ? {} : { doneAt: operation.doneAt }),
    durationMs: operation.terms.durationMs,
    landed: operation.landed,
    vanished: operation.vanished,
  };
}

function check(
  fields: Fields,
  value: unknown,
  name: string,
  accepted = `Accepted: ${Object.keys(fields).join(", ") || "no further fields"}.`,
): JsonObject {
  if (!isJsonObject(value)) throw badRequest(`${name} has to be a JSON object. ${accepted}`);
  if (isNestedTooDeep(value)) throw badRequest(`${name} has more than ${String(DEEPEST_NESTING)} levels.`);
  try {
    return validateBody(fields, value, { project: undefined, mode: "exact", name }).value;
  } catch (error) {
    throw error instanceof ApiError ? badRequest(`${error.message} ${accepted}`) : error;
  }
}
