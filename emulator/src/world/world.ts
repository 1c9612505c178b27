import { CHECKS, type Check } from "../basics/checks";
import { FaultRegistry } from "./settings/faults";
import { timestamp } from "../basics/clock";
import { nextNumericId } from "../basics/identifiers";
import { toText, type JsonObject, type Resource } from "../basics/json";
import { LatencySettings, type Latency } from "./settings/latency";
import { fullUrl, parseProject, splitPath } from "../basics/links";
import { ListSnapshots } from "./listing/list";
import { MemoryBudget } from "./memoryBudget";
import { Operations } from "./operations";
import { Projects } from "./projects";
import { Quotas } from "./settings/quotas";
import { RolloutRules } from "./settings/rollouts";
import { RequestIds } from "./requestIds";
import { RequestLog } from "./requestLog";
import { Store } from "./store";
import type { StoredKind, StoredKinds } from "./storedKind";
import { Timers } from "./timers";
import { Setting } from "./settings/setting";
import { Tokens } from "./settings/tokens";

/** The settings that a world starts with. */
export interface WorldOptions {
  readonly latency: Latency;
  /** The wall clock, for tests that move it. */
  readonly now: () => number;
  readonly kinds: StoredKinds;
}

/** A part that a reset clears. */
interface Clearable {
  clear(): void;
}

/** Everything that one emulator remembers. */
export class World {
  readonly #cleared: Clearable[] = [];
  readonly #memory = new MemoryBudget();
  readonly snapshots = this.clears(new ListSnapshots(this.#memory));
  readonly store = this.clears(new Store(this.#memory));
  readonly log = this.clears(new RequestLog(this.#memory));
  readonly operations = this.clears(new Operations());
  readonly faults = this.clears(new FaultRegistry());
  readonly quotas = this.clears(new Quotas());
  readonly rollouts = this.clears(new RolloutRules());
  readonly projects = this.clears(new Projects());
  readonly tokens = this.clears(new Tokens());
  readonly timers = this.clears(new Timers());
  /** The order of the checks of a change. Nobody knows the order of the service, so a test can choose it. */
  readonly checkOrder = this.clears(new Setting<readonly Check[]>(CHECKS));
  readonly latency: LatencySettings;
  readonly requestIds: RequestIds;
  readonly now: () => number;
  readonly kinds: StoredKinds;
  /** Whoever watches has to start over when this grows. */
  resetCount = 0;

  constructor({ latency, now, kinds }: WorldOptions) {
    this.latency = this.clears(new LatencySettings(latency));
    this.requestIds = this.clears(new RequestIds(now));
    this.now = now;
    this.kinds = kinds;
  }

  /** From now on a reset clears a part as well. Gives the part. */
  clears<T extends Clearable>(part: T): T {
    this.#cleared.push(part);
    return part;
  }

  /** Back to the first moment. */
  reset(): void {
    this.resetCount += 1;
    for (const part of this.#cleared) part.clear();
  }

  /** Every project exists. The first look at one gives it what a new project has, such as its default network. */
  enterProject(project: string): void {
    if (!this.projects.enter(project)) return;
    for (const collection of this.kinds.modelled) {
      for (const seed of collection.seed?.(project) ?? []) {
        const path = collection.template.fill({ project, ...seed.variables });
        this.store.plant(() => {
          this.store.put(path, this.describe(collection, path, seed.fields));
        });
      }
    }
  }

  /** The object at a path, after its project was entered. */
  find(path: string): Resource | undefined {
    this.enterProjectFromPath(path);
    return this.store.get(path);
  }

  /**
   * The path by which an object is stored, of one that may name its project, or the object, by number. Undefined when no
   * object of an emulated collection has the number.
   */
  canonicalPath(path: string): string | undefined {
    const project = parseProject(path);
    const named =
      project === undefined
        ? path
        : `projects/${this.projects.requireId(project)}${path.slice("projects/".length + project.length)}`;
    const { parent, name } = splitPath(named);
    if (!/^[0-9]+$/.test(name) || this.findKind(named) === undefined) return named;
    this.enterProjectFromPath(named);
    const byId = this.store.items(parent).find(({ id }) => id === name);
    return byId === undefined ? undefined : `${parent}/${toText(byId.name)}`;
  }

  /** Enters the project that a path starts with. */
  enterProjectFromPath(path: string): void {
    const project = parseProject(path);
    if (project !== undefined) this.enterProject(project);
  }

  /** An object with the fields that the server gives to every one: kind, id, time and link. */
  describe(collection: StoredKind, path: string, fields: JsonObject, id?: string): Resource {
    const now = this.now();
    if (collection.isPart === true) return fields;
    return {
      kind: collection.kind,
      id: id ?? nextNumericId(now),
      creationTimestamp: timestamp(now),
      ...fields,
      selfLink: fullUrl(path),
    };
  }

  /** The collection that a path belongs to. */
  findKind(path: string): StoredKind | undefined {
    return this.kinds.find(path);
  }

  /** The path of an object that refers to this one and so keeps it from being deleted. */
  findHolder(path: string): string | undefined {
    const link = fullUrl(path);
    for (const [parent, objects] of this.store.collections()) {
      const holds = this.findKind(`${parent}/-`)?.holds;
      if (holds !== undefined)
        for (const [name, resource] of objects) if (holds(resource).includes(link)) return `${parent}/${name}`;
    }
    return this.operations.findRunningReference(path)?.change.target;
  }
}
