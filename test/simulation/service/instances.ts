import { nowMs } from "../clock";
import type { Data, Version } from "./objects";
import type { Service } from "./service";

/** The fates of the instances that get a template. Its name tells which, so that nothing else has to be remembered. */
export const fates = {
  "gets ready": "",
  "has errors": "x-",
  "never gets healthy": "s-",
} as const;

const readyAfterMs = { "in 20 s": 20_000, "at once": 0, "in 4 minutes": 240_000 };
const names = ["web-a", "web-b", "web-c"];

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
 * any other policy they stay as they are, also those that fail. When the faults stop, every template gets ready.
 */
class Instances {
  private drawnMs: number | undefined;

  constructor(
    private readonly service: Service,
    private readonly path: string,
  ) {}

  /** The members of the group that tell of its instances. */
  describe(group: Data) {
    const { template } = this.findRollout(group);
    const isStable = this.isReady(group);
    return {
      status: { isStable, versionTarget: { isReached: isStable && template === readTemplate(group) } },
      currentActions: isStable ? { none: names.length } : { none: names.length - 1, [toAction(template)]: 1 },
    };
  }

  /** How the group is not at the goal of a wait; `undefined` for one that is, or that somebody else has changed a moment ago. */
  differ(goal: unknown): string | undefined {
    const versions = this.service.objects.history(this.path);
    const newest = versions.at(-1)?.data;
    if (newest === undefined || isByRival(versions, nowMs() - 12_000)) return undefined;
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
    if (isByRival(versions, sinceMs)) return undefined;
    if (isStranded(group) && !isStranded(versions.at(-2)?.data))
      return "stay with a template that is gone from the group";
    // A step can go back to a template that never gets ready.
    return isInTime && !isBad(readTemplate(group)) && !this.isReady(group) ? "are not STABLE" : undefined;
  }

  /** One of them after the other gets the template. */
  list(group: Data): readonly Data[] {
    const { template, before } = this.findRollout(group);
    if (this.isReady(group)) return names.map((name) => toInstance(name, template));
    const failing = { ...toInstance("web-a", template), currentAction: toAction(template).toUpperCase() };
    return [{ ...failing, ...describeFault(template) }, ...names.slice(1).map((name) => toInstance(name, before))];
  }

  private isReady(group: Data): boolean {
    if (this.service.isCalm) return true;
    const { template, sinceMs } = this.findRollout(group);
    return !isBad(template) && (sinceMs === 0 || nowMs() >= sinceMs + this.readyMs);
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
        const isDone = !isBad(rollout.template) && (rollout.sinceMs === 0 || sinceMs >= rollout.sinceMs + this.readyMs);
        rollout = { template, sinceMs, before: isDone ? rollout.template : rollout.before };
      }
      if (data === group) break;
    }
    return rollout ?? { template: "", sinceMs: 0, before: "" };
  }
}

const isByRival = (versions: readonly Version[], sinceMs: number) =>
  versions.some((version) => version.writer === "rival" && version.sinceMs >= sinceMs);

function readTemplate({ versions }: Data): string {
  return (versions as readonly { instanceTemplate: string }[] | undefined)?.[0]?.instanceTemplate ?? "";
}

const isProactive = ({ updatePolicy }: Data) => (updatePolicy as Data | undefined)?.type === "PROACTIVE";
const hasFate = (template: string, fate: "has errors" | "never gets healthy") => template.includes(`/${fates[fate]}`);
const isBad = (template: string) => hasFate(template, "has errors") || hasFate(template, "never gets healthy");
const toAction = (template: string) => (hasFate(template, "never gets healthy") ? "verifying" : "recreating");

function toInstance(name: string, instanceTemplate: string): Data {
  return { name, currentAction: "NONE", version: { instanceTemplate } };
}

function describeFault(template: string): Data {
  if (hasFate(template, "has errors")) {
    const error = { code: "RESOURCE_NOT_FOUND", message: "The resource 'images/gone' was not found" };
    return { lastAttempt: { errors: { errors: [error] } } };
  }
  return hasFate(template, "never gets healthy")
    ? { instanceHealth: [{ healthCheck: "world", detailedHealthState: "UNHEALTHY" }] }
    : {};
}
