import { nowMs } from "../clock";
import { describeFault, isBad, toAction } from "./fates";
import type { Data } from "./objects";
import type { Service } from "./service";

const readyAfterMs = { "in 20 s": 20_000, "at once": 0, "in 4 minutes": 240_000 };

/** How many instances the group has at first. */
const firstSize = 3;

/** A wait looks at the group every five seconds, and what it reads can be some seconds old. */
const unseenMs = 12_000;

/** One of the instances, with what hands have done to it. */
interface Member {
  readonly name: string;
  /** When somebody has made the group larger by it; 0 for one from before everything. */
  readonly madeMs: number;
  /** When it was lost last; 0 for one that never was. */
  lostMs: number;
}

/** A member as a look at the group shows it. */
interface Looked {
  readonly name: string;
  /** `none` for one that is settled. */
  readonly action: string;
  readonly template: string;
  readonly hasGoal: boolean;
}

/** The rollout that a group is in, or was in last. */
interface Rollout {
  readonly template: string;
  readonly sinceMs: number;
  /** The template of the instances that no rollout has got to. */
  readonly before: string;
}

const known = new WeakMap<Service, Instances>();

/** The instances of the group that the service has at a path. */
export function getInstances(service: Service, path: string): Instances {
  const instances = known.get(service) ?? new Instances(service, path);
  known.set(service, instances);
  return instances;
}

/**
 * The instances of a group, as they follow from what the group was told, and when. Under PROACTIVE they get the group's template; under
 * any other policy they stay as they are, also those that fail. A new one gets the template of the others. When the faults stop, every
 * template gets ready.
 */
class Instances {
  /** True if one after the other gets ready, and not all at the same time. */
  areInTurns = false;
  /** How often the instances were listed, and when. */
  readonly listedAtMs: number[] = [];
  private drawnMs: number | undefined;
  private readonly members: Member[] = Array.from({ length: firstSize }, (_, index) => makeMember(index, 0));
  private made = firstSize;

  constructor(
    private readonly service: Service,
    private readonly path: string,
  ) {}

  /** The members of the group that tell of its instances. */
  describe(group: Data) {
    const { template } = this.findRollout(group);
    const looked = this.look(group);
    const isStable = looked.every(isSettled);
    const counts: Record<string, number> = { none: 0 };
    for (const { action } of looked) counts[action] = (counts[action] ?? 0) + 1;
    return {
      status: { isStable, versionTarget: { isReached: isStable && template === readTemplate(group) } },
      currentActions: counts,
      ...(this.areInTurns ? { versions: this.countVersions(group) } : {}),
    };
  }

  /** The versions with the size that they come to, by which a client can tell how far each is. */
  private countVersions({ versions = [] }: Data): readonly Data[] {
    return (versions as readonly Data[]).map((version) => ({ ...version, targetSize: { calculated: this.size } }));
  }

  get size(): number {
    return this.members.length;
  }

  /** Somebody makes the group larger by an instance. */
  grow(): void {
    this.members.push(makeMember(this.made++, nowMs()));
  }

  /** Somebody makes the group smaller by an instance, the newest one. */
  shrink(): void {
    this.members.pop();
  }

  /** A settled instance is lost, and is made again. */
  lose(): void {
    const looked = this.look(this.service.objects.get(this.path) ?? {});
    const lost = this.members.findLast(({ name }) => looked.some((one) => one.name === name && isSettled(one)));
    if (lost !== undefined) lost.lostMs = nowMs();
  }

  /** True if an instance got where it was to be between these moments, and the instances were listed twice since. */
  hasSettled(fromMs: number, toMs: number): boolean {
    const group = this.service.objects.get(this.path) ?? {};
    const { sinceMs } = this.findRollout(group);
    const looked = this.look(group);
    return this.members.some(({ madeMs, lostMs }, index) => {
      const settledMs = madeMs > sinceMs ? madeMs + this.turnMs : sinceMs + this.turnMs * this.findTurn(index);
      const isProgress = lostMs === 0 && looked[index]?.hasGoal === true && settledMs > fromMs && settledMs < toMs;
      return isProgress && this.listedAtMs.filter((ms) => ms > settledMs).length > 1;
    });
  }

  /** How the group is not at the goal of a wait; `undefined` for one that is, or that somebody else has changed a moment ago. */
  differ(goal: unknown): string | undefined {
    const versions = this.service.objects.history(this.path);
    const newest = versions.at(-1)?.data;
    if (newest === undefined || this.hasHand(nowMs() - unseenMs)) return undefined;
    const { isStable, versionTarget } = this.describe(newest).status;
    return isStable && (goal !== "UPDATED" || versionTarget.isReached) ? undefined : `are not ${String(goal)}`;
  }

  /**
   * How a change that went back has left the instances; `undefined` where somebody else has changed the group as well.
   *
   * @param isInTime true if the instances have had the time to get ready
   */
  strand(sinceMs: number, isInTime: boolean): string | undefined {
    const versions = this.service.objects.history(this.path);
    const group = versions.at(-1)?.data ?? {};
    const isStranded = (one: Data = {}) => {
      const { template } = this.findRollout(one);
      return !isProactive(one) && isBad(template) && template !== readTemplate(one);
    };
    if (this.hasHand(sinceMs)) return undefined;
    if (isStranded(group) && !isStranded(versions.at(-2)?.data))
      return "stay with a template that is gone from the group";
    // A step can go back to a template that never gets ready.
    return isInTime && !isBad(readTemplate(group)) && !this.isReady(group) ? "are not STABLE" : undefined;
  }

  /** One of them after the other gets the template. */
  list(group: Data): readonly Data[] {
    this.listedAtMs.push(nowMs());
    return this.look(group).map(({ name, action, template }) => ({
      name,
      currentAction: action.toUpperCase(),
      version: { instanceTemplate: template },
      ...(action === "none" ? {} : describeFault(template)),
    }));
  }

  /** The next one in turn changes, and those after it are as before. */
  private look(group: Data): readonly Looked[] {
    const { template, before, sinceMs } = this.findRollout(group);
    let isNextInTurn = true;
    return this.members.map(({ name, madeMs, lostMs }, index) => {
      const goal = { name, template, hasGoal: true };
      if (this.service.isCalm) return { ...goal, action: "none" };
      const isLost = lostMs > 0 && nowMs() < lostMs + this.turnMs;
      if (madeMs > sinceMs) {
        const isUp = !isBad(template) && nowMs() >= madeMs + this.turnMs;
        return { ...goal, action: isUp && !isLost ? "none" : "creating", hasGoal: isUp && !isLost };
      }
      const turn = this.findTurn(index);
      const isOver = !isBad(template) && (sinceMs === 0 || nowMs() >= sinceMs + this.turnMs * turn);
      if (isOver) return { ...goal, action: isLost ? "recreating" : "none", hasGoal: !isLost };
      const isNext = isNextInTurn;
      isNextInTurn = false;
      if (isNext) return { ...goal, action: toAction(template), hasGoal: false };
      return { name, template: before, action: isLost ? "recreating" : "none", hasGoal: false };
    });
  }

  /** Which turn it is at the end of which a member has the template of a rollout. */
  private findTurn(index: number): number {
    return this.areInTurns ? index + 1 : 1;
  }

  private get turnMs(): number {
    return this.areInTurns ? this.readyMs / (firstSize + 1) : this.readyMs;
  }

  /** How long a rollout to all that were there from the start takes. */
  private get rolloutMs(): number {
    return this.turnMs * this.findTurn(firstSize - 1);
  }

  private isReady(group: Data): boolean {
    return this.look(group).every(isSettled);
  }

  /** True if somebody else has changed the group or its instances since. */
  private hasHand(sinceMs: number): boolean {
    const isChanged = this.service.objects
      .history(this.path)
      .some((version) => version.writer === "rival" && version.sinceMs >= sinceMs);
    return isChanged || this.members.some(({ madeMs, lostMs }) => Math.max(madeMs, lostMs) >= sinceMs);
  }

  /** Drawn only where there is anything to get ready. */
  private get readyMs(): number {
    return (this.drawnMs ??= this.service.tape.pick("instances get ready", readyAfterMs));
  }

  /** @param group the group as a read shows it: it may be of some seconds ago */
  private findRollout(group: Data): Rollout {
    let rollout: Rollout | undefined;
    for (const { sinceMs, data = {} } of this.service.objects.history(this.path)) {
      const template = readTemplate(data);
      if (rollout === undefined) rollout = { template, sinceMs: 0, before: template };
      else if (template !== rollout.template && isProactive(data)) {
        const isDone =
          !isBad(rollout.template) && (rollout.sinceMs === 0 || sinceMs >= rollout.sinceMs + this.rolloutMs);
        rollout = { template, sinceMs, before: isDone ? rollout.template : rollout.before };
      }
      if (data === group) break;
    }
    return rollout ?? { template: "", sinceMs: 0, before: "" };
  }
}

const isSettled = ({ action }: Looked) => action === "none";

function makeMember(index: number, madeMs: number): Member {
  return { name: `web-${String.fromCharCode("a".charCodeAt(0) + index)}`, madeMs, lostMs: 0 };
}

/** The template of the first version of a group. */
export function readTemplate({ versions }: Data): string {
  return (versions as readonly { instanceTemplate: string }[] | undefined)?.[0]?.instanceTemplate ?? "";
}

const isProactive = ({ updatePolicy }: Data) => (updatePolicy as Data | undefined)?.type === "PROACTIVE";
