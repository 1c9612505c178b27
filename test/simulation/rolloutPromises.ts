import { nowMs } from "./clock";
import type { Values } from "../../provider/src/fields/values";
import { isIgnored } from "./kinds/ignored";
import type { Changed, SimulatedKind } from "./kinds/kind";
import type { Call, Scene } from "./promises";
import type { RunningCall } from "./calls";
import { getInstances } from "./service/instances";
import { findLeaves, isSame, listDifferences, listLeaves } from "./service/leaves";
import type { Version } from "./service/objects";
import { groupPath } from "./service/parts";
import { getRefusedReads, refusedMessage } from "./service/refusedReads";
import type { Service } from "./service/service";

/** A wait looks every five seconds, and a read can be some seconds old: what a hand has done since is not seen. */
const unseenMs = 12_000;
/** A read can take that long, and then shows what was there when it was asked for. */
const slowestReadMs = 30_000;
/** Between two lists of the instances, nothing tells of progress. */
const unlistedMs = 20_000;

/** A step that waits for a rollout says of the group what is so, whoever has a hand in it. */
export const rolloutPromises = {
  /** A step that waits ends well only where the service has what it has sent. */
  waitsEndAsSent(
    { service }: Scene,
    { urn, kind, method, beganMs, error }: Call,
    inputs: Values | undefined,
    ignores: readonly string[],
  ): string | undefined {
    if (
      !["create", "update"].includes(method) ||
      error !== undefined ||
      inputs === undefined ||
      kind.waits?.(inputs) !== true
    )
      return undefined;
    const versions = service.objects.history(kind.toPath(inputs));
    const start = findStart(versions, urn, beganMs);
    for (const [leaf, value] of findLeaves(inputs, kind.members ?? [])) {
      // Unseen changes from before the step stay.
      if (isIgnored(leaf, ignores) || start === undefined || !isSame(readLeaf(start, leaf), value)) continue;
      const last = versions.findLastIndex((version) => isSame(readLeaf(version, leaf), value));
      const changed = versions[last + 1];
      if (changed?.writer === "rival" && changed.sinceMs < nowMs() - slowestReadMs - unseenMs)
        return `a step ends well, and ${leaf} is ${JSON.stringify(readLeaf(changed, leaf))} by a hand`;
    }
    return undefined;
  },

  /** A step that goes back overwrites nothing that somebody else has set since it has sent its change. */
  handsStay({ service }: Scene, change: Changed, call: RunningCall | undefined): string | undefined {
    const { path, before = {}, after = {}, declared } = change;
    if (path !== groupPath || (call?.method !== "create" && call?.method !== "update")) return undefined;
    const own = findOwn(service.objects.history(path), call).at(-1);
    if (own === undefined) return undefined;
    const [are, were] = [listLeaves(after), listLeaves(before)];
    const isDeclared = (leaf: string) => declared.some((inputs) => isSame(listLeaves(inputs).get(leaf), are.get(leaf)));
    const lost = listDifferences(before, after).find(
      (leaf) => leaf !== "fingerprint" && !isSame(readLeaf(own, leaf), were.get(leaf)) && !isDeclared(leaf),
    );
    return lost && `${lost} goes back over ${JSON.stringify(were.get(lost))}, which a hand has set in the wait`;
  },

  /** A step says that it has put back what it changed only where the group has the earlier values. */
  backIsBack({ service }: Scene, { urn, kind, beganMs, error }: Call, inputs: Values | undefined): string | undefined {
    if (inputs === undefined || error?.message.includes("This run has put back what it changed.") !== true)
      return undefined;
    const versions = service.objects.history(kind.toPath(inputs));
    const [first] = findOwn(versions, { urn, beganMs });
    const [before, now] = [first && versions[versions.indexOf(first) - 1], versions.at(-1)];
    if (first === undefined || before === undefined || now === undefined || now.writer === "rival") return undefined;
    const staying = [...findLeaves(inputs, kind.members ?? [])].find(
      ([leaf, value]) =>
        isSame(readLeaf(first, leaf), value) &&
        !isSame(readLeaf(before, leaf), value) &&
        isSame(readLeaf(now, leaf), value),
    )?.[0];
    return staying && `a step says that it has put back what it changed, and ${staying} is as it has sent it`;
  },

  /** Progress is no standstill, whatever the size of the group does. A message says so at the moment at which a wait ends. */
  standstillIsReal({ service, kinds }: Scene, message: string, inputs: Values | undefined): string | undefined {
    const idleMs = Number(inputs?.progressDeadlineSec ?? 0) * 1000;
    if (!findLastWait(message).includes("no further instance got there") || !isPlain(service, kinds)) return undefined;
    // An instance that gets its earlier template back was there before.
    const isBackByHand = service.objects
      .history(groupPath)
      .some((version, index, all) => version.writer === "rival" && changesVersions(all[index - 1], version));
    if (isBackByHand) return undefined;
    return getInstances(service, groupPath).hasSettled(nowMs() - idleMs + unlistedMs, nowMs() - unlistedMs)
      ? "a step says that no further instance got there, and one did"
      : undefined;
  },

  /** A refusal in a wait ends it only where it stays, and then it is a failure of the wait. */
  waitsSurviveARefusal({ service }: Scene, call: Call, inputs: Values | undefined): string | undefined {
    const message = call.error?.message ?? "";
    const isUnread = message.includes("could not read it back");
    const hasEnded = isUnread || message.includes("waitForInstances failed: the group cannot be read");
    if (inputs === undefined || call.kind.waits?.(inputs) !== true) return undefined;
    const refused = getRefusedReads(service);
    if (refused.hasMet("once", call) && !refused.hasMet("always", call) && hasEnded && message.includes(refusedMessage))
      return "one refused read ends a wait";
    return refused.hasMet("always", call) && isUnread
      ? "a wait that is refused ends as one that could not read its change back"
      : undefined;
  },
} as const;

/** The versions of the group that a call has made, oldest first. */
function findOwn(
  versions: readonly Version[],
  { urn, beganMs }: Pick<RunningCall, "urn" | "beganMs">,
): readonly Version[] {
  return versions.filter(({ writer, sinceMs }) => writer === urn && sinceMs >= beganMs);
}

/** The group as a step has left it before its wait. */
function findStart(versions: readonly Version[], urn: string, beganMs: number): Version | undefined {
  return findOwn(versions, { urn, beganMs }).at(-1) ?? versions.findLast(({ sinceMs }) => sinceMs <= beganMs);
}

function changesVersions(before: Version | undefined, after: Version): boolean {
  return before !== undefined && !isSame(readLeaf(before, "versions"), readLeaf(after, "versions"));
}

function readLeaf({ data = {} }: Version, leaf: string): unknown {
  return listLeaves(data).get(leaf);
}

/** The part of a message about the wait that has just ended; a step that has gone back names an earlier one as well. */
function findLastWait(message: string): string {
  const [forward = "", backward] = message.split("To go back failed as well");
  return backward ?? (message.includes("put back") ? "" : forward);
}

/** True where every read is of what is there. */
function isPlain({ met }: Service, kinds: readonly SimulatedKind[]): boolean {
  return kinds.some(({ waits }) => waits !== undefined) && !met.has("lateReads") && !met.has("staleRead");
}
