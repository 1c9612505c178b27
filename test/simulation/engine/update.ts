import { unknownValue } from "../../../provider/src/fields/unknown";
import type { Values } from "../../../provider/src/fields/values";
import { listAllDependencies, listDependents, orderDeletes } from "./dependencies";
import type { Difference } from "./plugins";
import {
  changedKeys,
  defaultProvider,
  listDependencies,
  registration,
  toUrn,
  type DeclaredResource,
  type Program,
  type Registered,
} from "./program";
import { containsPath, parsePath, withOldValue } from "./propertyPath";
import { toIgnored, type Run } from "./run";
import type { StateResource } from "./snapshot";

type Chain = readonly (() => Promise<boolean>)[];

/** URNs that a command is given. */
export interface UpdateOptions {
  /** Those of what is replaced without a question to the provider. */
  readonly replaces?: readonly string[];
  /** Those that it is about. Default: all. */
  readonly targets?: readonly string[];
}

/** Decides on the steps of an `up` or `destroy` (`step_generator.go`, `deployment_executor.go`), and has them done. */
export class Update {
  private readonly olds: ReadonlyMap<string, StateResource>;
  private readonly registered = new Map<string, Registered>();
  /** URNs that the program declares, as the state knew them. */
  private readonly declared = new Set<string>();
  private readonly decided = new Set<string>();
  /** URNs of what is deleted because something that it depends on is replaced, until the program declares it again. */
  private readonly deletedFirst = new Set<string>();
  /** The same objects. Those that are marked to be deleted, by then or since, are not deleted again. */
  private readonly deletedAlready = new Set<StateResource>();

  private readonly replaces: ReadonlySet<string>;
  private readonly isTarget: (urn: string) => boolean;

  constructor(
    private readonly run: Run,
    { replaces = [], targets }: UpdateOptions = {},
  ) {
    this.replaces = new Set(replaces);
    this.isTarget = (urn) => targets?.includes(urn) ?? true;
    const current = run.snapshot.base.filter((resource) => !resource.delete);
    this.olds = new Map(current.map((resource) => [resource.urn, resource]));
  }

  /** Decisions are made one after the other, in the order in which the resources can be registered; their steps run at once. */
  async execute({ resources }: Program): Promise<void> {
    const { run } = this;
    const waiting = new Set(resources);
    const queue: DeclaredResource[] = [];
    const running = new Set<Promise<void>>();
    const enqueue = () => {
      for (const resource of waiting) {
        if (!listDependencies(resource).every((name) => this.registered.has(name))) continue;
        waiting.delete(resource);
        queue.push(resource);
      }
    };
    enqueue();
    while (!run.hasStopped && queue.length + running.size > 0) {
      const next = queue.shift();
      if (next === undefined) {
        await Promise.race(running);
        continue;
      }
      const { chain, resource } = await this.decide(next);
      const work = this.perform(chain).then((isDone) => {
        running.delete(work);
        if (!isDone) return;
        this.registered.set(next.name, this.visible(resource));
        enqueue();
      });
      running.add(work);
    }
    await Promise.all(running);
    const providers = new Set(resources.map(({ provider }) => provider ?? defaultProvider));
    if (!run.hasStopped) await this.deleteTheRest(providers);
  }

  private async perform(chain: Chain): Promise<boolean> {
    for (const step of chain) if (this.run.hasStopped || !(await step())) return false;
    return chain.length > 0;
  }

  private visible({ urn, id, outputs }: StateResource): Registered {
    return { urn, outputs: { ...outputs, urn, ...(id === "" ? {} : { id }) }, isComplete: !this.run.isPreview };
  }

  private async decide(declared: DeclaredResource): Promise<{ chain: Chain; resource: StateResource }> {
    const { run } = this;
    const urn = toUrn(declared.kind, declared.name, declared.components);
    const { inputs, propertyDependencies } = await registration(declared, this.registered);
    const { ignoreChanges, replaceOnChanges, replacementTrigger, protect, retainOnDelete, customTimeouts } =
      declared.options ?? {};
    const resource: StateResource = {
      urn,
      kind: declared.kind,
      id: "",
      provider: declared.provider ?? defaultProvider,
      inputs,
      outputs: {},
      dependencies: listDependencies(declared).flatMap((name) => this.registered.get(name)?.urn ?? []),
      propertyDependencies,
      ...(protect ? { protect } : {}),
      ...(retainOnDelete ? { retainOnDelete } : {}),
      ...(customTimeouts ? { customTimeouts } : {}),
      ...(ignoreChanges ? { ignoreChanges } : {}),
      ...(replaceOnChanges ? { replaceOnChanges } : {}),
      ...(replacementTrigger === undefined ? {} : { replacementTrigger }),
    };
    await run.point(`before check ${urn}`);
    try {
      const chain = await this.chainFor(declared, resource, inputs);
      return { chain, resource };
    } catch (error) {
      run.fail(urn, error);
      return { chain: [], resource };
    }
  }

  private async chainFor(declared: DeclaredResource, resource: StateResource, goal: Values): Promise<Chain> {
    const { run } = this;
    const { options = {} } = declared;
    const old = this.findOld(declared, resource);
    // No provider hears of the others: they stay as they are, and what is new among them is not made.
    if (!this.isTarget(resource.urn)) return old === undefined ? [] : [() => this.leave(old, resource)];
    const isMadeAgain = old !== undefined && this.deletedFirst.delete(resource.urn);
    if (old === undefined || isMadeAgain) {
      await this.check(resource, {}, goal);
      return [() => run.create(resource, old && { old, isLeft: false })];
    }
    const { deleteBeforeReplace } = options;
    if (this.replaces.has(old.urn) || this.replaces.has(resource.urn) || old.taint)
      return this.replacement(old, resource, goal, deleteBeforeReplace ?? false);
    await this.check(resource, old.inputs, withIgnored(resource, old.inputs, goal));
    const [before, trigger] = [old.replacementTrigger, resource.replacementTrigger];
    if (before !== undefined && trigger !== undefined && before !== trigger)
      return this.replacement(old, resource, goal, deleteBeforeReplace ?? false);
    const difference = await this.compare(old, resource, resource.inputs, old.initErrors !== undefined);
    const isReplaced = (difference.changes && difference.replaces.length > 0) || old.pendingReplacement;
    if (isReplaced) return this.replacement(old, resource, goal, deleteBeforeReplace ?? difference.deleteBeforeReplace);
    if (difference.changes || old.initErrors !== undefined) return [() => run.update(old, resource)];
    return [
      () => {
        run.same(old, resource);
        return Promise.resolve(true);
      },
    ];
  }

  private leave(old: StateResource, resource: StateResource): Promise<boolean> {
    Object.assign(resource, { ...old, urn: resource.urn });
    this.run.same(old, resource);
    return Promise.resolve(true);
  }

  private async replacement(
    old: StateResource,
    resource: StateResource,
    goal: Values,
    deletesFirst: boolean,
  ): Promise<Chain> {
    const { run } = this;
    if (resource.protect && old.protect) {
      const error = new Error(`unable to replace resource ${resource.urn}: it is protected`);
      // A preview shows what else would change.
      if (!run.isPreview) throw error;
      run.report(resource.urn, error);
    }
    // The old inputs, and so a name that was made of them, are not those of the new object.
    await this.check(resource, {}, goal);
    if (!deletesFirst) return [() => run.create(resource, { old, isLeft: true })];
    const condemned = [...(await this.replacedWith(old))].reverse();
    const unwilling = condemned.find((dependent) => dependent.protect && !dependent.delete);
    if (unwilling !== undefined) throw new Error(`unable to replace resource ${unwilling.urn}: it is protected`);
    for (const dependent of condemned) {
      this.deletedFirst.add(dependent.urn);
      this.deletedAlready.add(dependent);
    }
    const deletes = [...condemned, ...(old.pendingReplacement ? [] : [old])];
    return [
      ...deletes.map((object) => () => run.delete(object, object.delete ? false : "first")),
      () => run.create(resource, { old, isLeft: false }),
    ];
  }

  /** Dependents that the change of what they depend on would replace: they cannot outlive its old object. */
  private async replacedWith(root: StateResource): Promise<readonly StateResource[]> {
    const replaced = new Map([[root.urn, root]]);
    const isIgnored = (urn: string) => this.decided.has(urn) || this.deletedFirst.has(urn);
    for (const dependent of listDependents(this.run.snapshot.base, root, isIgnored)) {
      const depends = (key: string) => (dependent.propertyDependencies[key] ?? []).some((urn) => replaced.has(urn));
      const keys = Object.keys(dependent.inputs).filter(depends);
      if (keys.length === 0) continue;
      const unknown = Object.fromEntries(keys.map((key) => [key, unknownValue]));
      const { replaces } = await this.compare(dependent, dependent, { ...dependent.inputs, ...unknown }, false);
      if (replaces.length > 0) replaced.set(dependent.urn, dependent);
    }
    replaced.delete(root.urn);
    return [...replaced.values()];
  }

  private async check(resource: StateResource, olds: Values, news: Values): Promise<void> {
    const { urn } = resource;
    const request = { urn, randomSeed: this.run.makeSeed(urn) };
    const { inputs, failures } = await this.run.server(resource).check(request, olds, news);
    if (failures.length > 0) throw new Error(failures.map(({ reason }) => reason).join("\n"));
    resource.inputs = inputs;
  }

  /** The provider's difference, as the options and an unfinished create or update change it. */
  private async compare(
    old: StateResource,
    resource: StateResource,
    news: Values,
    isUnfinished: boolean,
  ): Promise<Difference> {
    const request = { urn: resource.urn, oldInputs: old.inputs, ...toIgnored(resource) };
    const answer = await this.run.server(resource).diff(request, old.id, old.outputs, news);
    const keys = changedKeys(old.inputs, withIgnored(resource, old.inputs, news));
    const difference = answer.changes === undefined ? { ...answer, changes: keys.length > 0, paths: keys } : answer;
    const options = (resource.replaceOnChanges ?? []).map(parsePath);
    const paths = [...(difference.changes ? difference.paths : []), ...(isUnfinished ? ["#initerror"] : [])];
    const met = paths.filter((path) => options.some((option) => containsPath(option, parsePath(path))));
    return { ...difference, changes: difference.changes || met.length > 0, replaces: [...difference.replaces, ...met] };
  }

  private findOld({ options = {}, components }: DeclaredResource, resource: StateResource): StateResource | undefined {
    const { urn, kind } = resource;
    this.decided.add(urn);
    const aliases = (options.aliases ?? []).map((name) => toUrn(kind, name, components));
    const known = [urn, ...aliases].find((candidate) => this.olds.has(candidate));
    if (known === undefined) return undefined;
    this.declared.add(known);
    if (known !== urn) this.run.snapshot.rename(known, resource);
    return this.olds.get(known);
  }

  /** Deletes the leftovers of replacements, and the resources that the program no longer declares. */
  private async deleteTheRest(providers: ReadonlySet<string>): Promise<void> {
    const { run } = this;
    const { base } = run.snapshot;
    const condemned = base.filter(
      (resource) =>
        this.isTarget(resource.urn) &&
        (resource.delete ? !this.deletedAlready.has(resource) : !this.isDeclared(resource)),
    );
    const going = base
      .map(({ provider }) => provider)
      .filter((name) => name !== defaultProvider && !providers.has(name));
    for (const group of orderDeletes(base, condemned, new Set(going))) {
      if (run.hasStopped) return;
      const needed = new Set(run.undeleted.flatMap((resource) => [...listAllDependencies(base, resource)]));
      const steps = group
        .filter((resource) => !needed.has(resource))
        .map((resource) => {
          if (resource.delete) return run.delete(resource, "last");
          return resource.pendingReplacement ? run.removePendingReplacement(resource) : run.delete(resource, false);
        });
      await Promise.all(steps);
    }
  }

  private isDeclared({ urn }: StateResource): boolean {
    return this.declared.has(urn) && !this.deletedFirst.has(urn);
  }
}

/** The new inputs with the old values of what the option `ignoreChanges` names. */
function withIgnored({ ignoreChanges = [] }: StateResource, olds: Values, news: Values): Values {
  return ignoreChanges.map(parsePath).reduce((result, path) => withOldValue(olds, result, path), news);
}
