import { nowMs } from "./clock";
import type { Values } from "../../provider/src/fields/values";
import type { State, StateResource } from "./engine/snapshot";
import type { Changed, SimulatedKind } from "./kinds/kind";
import type { Shown } from "./intentions";
import { peoplePromises } from "./peoplePromises";
import { rolloutPromises } from "./rolloutPromises";
import { isRelated, listDifferences } from "./service/leaves";
import type { Network } from "./network";
import type { Service } from "./service/service";

/** The part of a life that the promises look at. */
export interface Scene {
  readonly service: Service;
  readonly network: Network;
  readonly state: State;
  /** Kinds of the program. */
  readonly kinds: readonly SimulatedKind[];
  readonly declared: readonly { readonly kind: SimulatedKind; readonly inputs: Values }[];
  /** True if a process was killed in this life. */
  readonly wasKilled: boolean;
  /** Paths that the command `orphans` names; asked only where a process was killed. */
  readonly orphans: readonly string[];
  /** Kinds of which a warning has said that something stays as it is. */
  readonly warned: ReadonlySet<string>;
  /** How many resources the program has had at once. */
  readonly size: number;
}

/** One call of the provider that has ended. */
export interface Call {
  readonly urn: string;
  readonly kind: SimulatedKind;
  readonly method: string;
  readonly beganMs: number;
  readonly allowedMs: number;
  /** When the user has cancelled the command; `Infinity` where nobody has. */
  readonly cancelledAtMs: number;
  readonly error: Error | undefined;
  /** How many of its changes were refused because of another change. */
  readonly conflicts: number;
  /** Until when the newest refusals of its changes ask to wait. */
  readonly asksUntilMs: number;
}

/** Promises that hold whatever the service, the network, others and the operating system do. Each describes its breach. */
export const promises = {
  ...rolloutPromises,
  ...peoplePromises,

  /** The state knows everything that the stack has at the service. After the kill of a process, `orphans` names the rest. */
  nothingIsUnknown({ service, state, kinds, wasKilled, orphans }: Scene): string | undefined {
    const known = new Set([...state.resources, ...state.pending.map(({ resource }) => resource)].map(pathIn(kinds)));
    const unknown = kinds
      .flatMap((kind) => kind.holdings?.(service) ?? [])
      .find((path) => !known.has(path) && !(wasKilled && orphans.includes(path)));
    return unknown && `nobody knows ${unknown}`;
  },

  /** Every object that `orphans` calls unrecorded is there, and no resource of the state has it. */
  orphansAreLeft({ service, state, kinds }: Scene, unrecorded: readonly string[]): string | undefined {
    // The path of a resource that is to go may have a new object.
    const staying = state.resources.filter((one) => !(one.delete ?? false) && !(one.pendingReplacement ?? false));
    const known = new Set(staying.map(pathIn(kinds)));
    const wrong = unrecorded.find((path) => known.has(path) || service.objects.get(path) === undefined);
    return wrong && `\`orphans\` names ${wrong}, which ${known.has(wrong) ? "the state knows" : "is not there"}`;
  },

  /** Nothing of somebody else's is deleted or changed, unless an argument says so. */
  othersLoseNothing({ service, kinds }: Scene, change: Changed, sinceMs: number): string | undefined {
    const losses = kinds.flatMap((kind) => kind.losses(service, change));
    const lost = losses.find((loss) => loss.sinceMs < sinceMs);
    return lost && `${lost.what} of a rival is ${change.after === undefined ? "gone" : "changed"}`;
  },

  /** An update changes only what its preview shows. What somebody else has changed since the state was written stays. */
  updatesChangeWhatTheyShow(_scene: Scene, change: Changed, shown: Shown | undefined): string | undefined {
    const unseen = changedLeaves(change, shown).find((leaf) => !shown?.isShown(leaf));
    return unseen && `${unseen} of ${change.path} changes, and no preview shows it`;
  },

  /** An update changes nothing that `ignoreChanges` names. */
  ignoredMembersStay(_scene: Scene, change: Changed, shown: Shown | undefined): string | undefined {
    const ignored = changedLeaves(change, shown).find((leaf) => shown?.isIgnored(leaf));
    return ignored && `${ignored} of ${change.path} changes, and ignoreChanges names it`;
  },

  /** An earlier value that the state records is true, or the state says that nobody knows it. */
  previousValuesAreTrue({ service, state, kinds, warned }: Scene): string | undefined {
    for (const resource of state.resources) {
      const kind = kinds.find(({ definition: { kind: name } }) => name === resource.kind && !warned.has(name));
      const own = kind?.takesOwnForPrevious?.(service, resource.outputs);
      if (own !== undefined) return `${resource.urn} takes its own ${own} for the previous value`;
    }
    return undefined;
  },

  /** No error says less than happened. */
  errorsSayWhatHappened({ service }: Scene, { urn, beganMs, error }: Call): string | undefined {
    const claim = /Nothing was (?:created|changed)/.exec(error?.message ?? "")?.[0];
    if (claim === undefined) return undefined;
    const landed = service.operations.all.find(
      ({ call, hasEffect, isDue, mutation: { type, path } }) =>
        hasEffect &&
        call?.urn === urn &&
        call.beganMs === beganMs &&
        // An object that somebody else has deleted since is absent.
        !(type === "insert" && isDue && service.objects.findMaker(path) !== "ours"),
    );
    return landed && `“${claim}”, but ${landed.mutation.type} of ${landed.mutation.path} has an effect`;
  },

  /** A create that succeeds has made what the program says, also right after a delete. */
  createsTakeHold({ service }: Scene, { kind, method, error }: Call, goal: Values | undefined): string | undefined {
    if (method !== "create" || error !== undefined || goal === undefined) return undefined;
    const difference = kind.differs(service, goal);
    return difference && `a create succeeds, and ${difference}`;
  },

  /** Every error is a message of this package, and none is a fault in its code. */
  errorsAreMessages(_scene: Scene, { error }: Call): string | undefined {
    const isOurs = error === undefined || /^gce:/.test(error.message);
    return isOurs && !/fault (?:in|of) (?:this|the) package|TypeError|RangeError/.test(error?.message ?? "")
      ? undefined
      : error?.message;
  },

  /** A refusal because of another change ends no step within half a minute, and none before the fourth attempt. */
  refusalsAreRepeated(
    _scene: Scene,
    { beganMs, allowedMs, cancelledAtMs, conflicts, asksUntilMs, error }: Call,
  ): string | undefined {
    const isRefusal = /concurrent policy changes|fingerprint is not the current one/.test(error?.message ?? "");
    const tookMs = nowMs() - beganMs;
    const isTried = tookMs > 30_000 && conflicts >= 4;
    // Before its deadline, and before the user has cancelled it, a step may be at its last pause.
    const isLate = tookMs > allowedMs / 2 || nowMs() > cancelledAtMs || asksUntilMs > beganMs + allowedMs - slackMs;
    return isRefusal && !isTried && !isLate
      ? `after ${String(tookMs)} ms and ${String(conflicts)} conflicts it gives up: ${String(error?.message)}`
      : undefined;
  },

  /** No change is sent again before the time that the `Retry-After` of its refusal asks for. */
  waitsAreObeyed(_scene: Scene, label: string, asksUntilMs: number): string | undefined {
    return nowMs() < asksUntilMs ? `${label} is sent before the time that its refusal asks for` : undefined;
  },

  /** A step that waits for what follows its change ends well only once that has come about. */
  waitsEndAtTheGoal({ service }: Scene, { kind, method, error }: Call, inputs: Values | undefined): string | undefined {
    const isDone = error === undefined && (method === "create" || method === "update");
    const differs = isDone && inputs !== undefined ? kind.awaits?.(service, inputs) : undefined;
    return differs && `a ${method} ends well, and the instances ${differs}`;
  },

  /**
   * A step that says so has put back what it changed: to the last step that ended well, or to what was there before the resource. What
   * somebody else has changed since stays.
   */
  stepsGoBack(
    { service }: Scene,
    { kind, method, beganMs, allowedMs, error }: Call,
    left: string | undefined,
  ): string | undefined {
    const message = error?.message ?? "";
    const says = `a ${method} says that it has put back what it changed, and`;
    if (!message.includes("put back what it changed.")) return undefined;
    // Instances that need longer are no breach, and the error says so. In a step of seconds, a late read may hide that.
    const isInTime = !message.includes("go back failed") && allowedMs > 60_000;
    const differs = kind.strands?.(service, beganMs, isInTime);
    if (differs !== undefined) return `${says} the instances ${differs}`;
    return left && `${says} leaves ${left}`;
  },

  /** The state then has the record of the last step that ended well, and no resource if none has. */
  recordsGoBack(_scene: Scene, wrong: string | undefined): string | undefined {
    return wrong;
  },

  /** Every call ends within its deadline. */
  callsEndInTime(_scene: Scene, { method, beganMs, allowedMs, cancelledAtMs }: Call): string | undefined {
    const tookMs = nowMs() - beganMs;
    const longestMs = Math.min(allowedMs + slackMs, Math.max(0, cancelledAtMs - beganMs) + cancelSlackMs);
    return tookMs > longestMs ? `${method} took ${String(tookMs)} ms of ${String(longestMs)}` : undefined;
  },

  /** A resource sends at most 120 requests in any minute. */
  requestsAreBounded({ network, size }: Scene): string | undefined {
    const { sentAtMs } = network;
    const most = 120 * size;
    const index = sentAtMs.findIndex((sentMs, first) => (sentAtMs[first + most] ?? Infinity) < sentMs + 60_000);
    return index < 0 ? undefined : `more than ${String(most)} requests in a minute`;
  },

  /** When the faults stop, two `up`s bring the service to what the program says. A third one changes nothing. */
  upConverges(
    { service, declared }: Scene,
    ups: readonly { readonly ok: boolean; readonly changes: number; readonly errors: string }[],
  ): string | undefined {
    const [, second, third] = ups;
    if (second?.ok === false) return `the second \`up\` fails: ${second.errors}`;
    const differences = declared.flatMap(({ kind, inputs }) => kind.differs(service, inputs) ?? []);
    if (differences.length > 0) return differences.join("; ");
    return third?.ok === false || third?.changes !== 0
      ? `the third \`up\` sends ${String(third?.changes)} changes. ${third?.errors ?? ""}`
      : undefined;
  },

  /** A replacement that somebody forces leaves the service as the program says. */
  replacementsTakeHold({ service, declared }: Scene): string | undefined {
    const differences = declared.flatMap(({ kind, inputs }) => kind.differs(service, inputs) ?? []);
    return differences.length > 0 ? `all is replaced, and ${differences.join("; ")}` : undefined;
  },

  /** Unless it is told to keep something, a destroy brings back what was there before. If a value of the stack stays, a warning names it, and names `deleteBeforeReplace` where a forced replacement is the reason. */
  destroyLeavesNothing({ service, kinds, warned }: Scene): string | undefined {
    const left = kinds.map((kind, number) =>
      warned.has(kind.definition.kind) ? undefined : kind.left(service, number),
    );
    return left.find((one) => one !== undefined);
  },
} as const;

export type PromiseName = keyof typeof promises;

/** A call may wait for one last pause of a timer. */
const slackMs = 3_000;

/** Nothing waits any more for a user who has cancelled. */
const cancelSlackMs = 50;

/** The members of others that the change of an update has changed. */
function changedLeaves({ path, before, after }: Changed, shown: Shown | undefined): readonly string[] {
  if (shown?.path !== path || before === undefined || after === undefined) return [];
  const members = shown.kind.members ?? [];
  return listDifferences(before, after).filter((leaf) => members.some((member) => isRelated(member, leaf)));
}

const pathIn = (kinds: readonly SimulatedKind[]) => (resource: StateResource) =>
  kinds
    .find(({ definition }) => definition.kind === resource.kind)
    ?.toPath({ ...resource.outputs, ...resource.inputs });
