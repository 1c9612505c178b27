import type { Plugins } from "./plugins";
import { defaultProvider, toUrn, type DeclaredResource, type Program } from "./program";
import { Run, type Result } from "./run";
import { Snapshot, type State, type StateResource } from "./snapshot";
import { Update, type UpdateOptions } from "./update";

/**
 * A model of Pulumi's engine: what its commands ask of the providers, and what they record at which moment.
 *
 * It follows `pkg/resource/deploy` and `pkg/backend/snapshot.go` of Pulumi 3.245; `test/engine/engineModel.slow.test.ts` plays
 * the same programs through the real CLI and compares calls and states, but for imports, which
 * `test/engine/imports.slow.test.ts` plays with the plugin. Components are only in URNs. Secrets, views, hooks and plans are left
 * out, and so is the bound on how many steps run at once.
 */
export class Engine {
  /** The state that is persisted at any moment: a killed CLI leaves it. */
  state: State = { resources: [], pending: [] };
  private commands = 0;
  private run: Run | undefined;

  constructor(
    private readonly plugins: () => Plugins,
    private readonly point: (name: string) => Promise<void> = () => Promise.resolve(),
  ) {}

  up(program: Program, { refresh = false, ...options }: UpdateOptions & { refresh?: boolean } = {}): Promise<Result> {
    return this.command(false, async (run) => {
      if (refresh) await run.refresh();
      if (!run.hasStopped) await new Update(run, options).execute(program);
    });
  }

  /** `pulumi state taint` of every resource, or `pulumi state untaint`. */
  setTaint(isTainted: boolean): void {
    const resources = this.state.resources.map((resource) => {
      const others = { ...resource };
      delete others.taint;
      return isTainted && !resource.delete ? { ...others, taint: true as const } : others;
    });
    this.state = { ...this.state, resources };
  }

  /** URNs of what is in use. */
  get urns(): readonly string[] {
    return this.state.resources.filter((resource) => !resource.delete).map(({ urn }) => urn);
  }

  preview(program: Program): Promise<Result> {
    return this.command(true, (run) => new Update(run).execute(program));
  }

  refresh(
    _program?: Program,
    { clearPendingCreates = false }: { clearPendingCreates?: boolean } = {},
  ): Promise<Result> {
    if (clearPendingCreates)
      this.state = { ...this.state, pending: this.state.pending.filter(({ type }) => type !== "creating") };
    return this.command(false, (run) => run.refresh());
  }

  destroy(options: UpdateOptions = {}): Promise<Result> {
    return this.command(false, (run) => new Update(run, options).execute({ resources: [] }));
  }

  /** `pulumi import` of one resource. */
  import({ kind, name, components, provider = defaultProvider }: DeclaredResource, id: string): Promise<Result> {
    const found = { id: "", inputs: {}, outputs: {}, dependencies: [], propertyDependencies: {} };
    const resource: StateResource = { urn: toUrn(kind, name, components), kind, provider, ...found };
    return this.command(false, (run) => run.import(resource, id));
  }

  /** A program that only refers to an object: nothing of it is recorded here. */
  get({ kind, name, components, provider = defaultProvider }: DeclaredResource, id: string): Promise<Result> {
    return this.command(true, (run) => run.get({ urn: toUrn(kind, name, components), kind, provider }, id));
  }

  /** The end of the process of the command that runs. What it has asked the providers goes on there. */
  kill(): void {
    if (this.run !== undefined) this.run.isDead = true;
  }

  /** Ctrl-C for the command that runs. */
  cancel(): void {
    this.run?.cancel();
  }

  private async command(isPreview: boolean, work: (run: Run) => Promise<void>): Promise<Result> {
    const snapshot = new Snapshot(this.state, (state) => {
      if (!isPreview && !run.isDead) this.state = state;
    });
    this.commands += 1;
    const run = new Run({
      snapshot,
      plugins: this.plugins(),
      point: this.point,
      isPreview,
      number: this.commands,
    });
    this.run = run;
    await work(run);
    snapshot.write();
    return run.result;
  }
}
