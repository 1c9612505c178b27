import { pick, type Values } from "../../provider/src/fields/values";
import { nowMs } from "./clock";
import type { State } from "./engine/snapshot";
import { isIgnored } from "./kinds/ignored";
import type { SimulatedKind } from "./kinds/kind";
import { findLeaves, isSame } from "./service/leaves";
import type { Objects } from "./service/objects";

/** The words of a step that fails, where all that it has changed is back. */
const saysBack = /put back what it changed\. The state records (nothing|that)/;

/** The members of the outputs that say what a resource has set, and what was there before. */
const recordMembers = ["__parts", "managedFields", "previousValues"];

/** To what a resource goes back: how its last step that ended well has left the service and the state. */
interface Good {
  /** Later versions of the object are of later steps. */
  readonly endedMs: number;
  /** The record in the state; `undefined` where it has none of the resource. */
  record: Values | undefined;
  /** Values that may be recorded: those of later steps that stay where they fail, and those that the program ignores. */
  readonly later: Map<string, unknown[]>;
  /** True where nobody can tell what the state knows of later steps. */
  isUnsure: boolean;
}

/** The end of the newest step of a resource in a command. */
interface End {
  readonly urn: string;
  readonly method: string;
  /** Of a step that went back: if the state has anything of the resource then. */
  readonly says: "it is done" | "nothing" | "that";
}

/** A step of a resource that has ended. */
interface Step {
  readonly urn: string;
  readonly kind: SimulatedKind;
  readonly method: string;
  readonly inputs: Values | undefined;
  readonly ignores: readonly string[];
  readonly beganMs: number;
  readonly error: Error | undefined;
  /** False for a step whose CLI is dead: the state has nothing of it. */
  readonly isRecorded: boolean;
  /** True for one that has sent nothing because of a read that was late. */
  readonly isAsRead: boolean;
}

/** Looks at steps that say that everything is back, and at their records. A resource with an alias is the same one under its new name. */
export class GoodSteps {
  private readonly good = new Map<string, Good>();
  /** Of each resource, by the URN that it has now, the one that it began with. */
  private readonly keys = new Map<string, string>();
  /** Members of resources of which a warning has said that they stay. */
  private readonly staying = new Set<string>();
  private readonly ends = new Map<string, End>();

  constructor(private readonly objects: Objects) {}

  /** A warning names members that stay as they are. */
  warns(urn: string, text: string): void {
    const stays =
      /earlier values? of ([\w., ]+) (?:is|are) not known|: ([\w., ]+) (?:is already|was) as the program says/;
    const [, unknown, names = unknown ?? ""] = stays.exec(text) ?? [];
    for (const name of names.split(", ")) this.staying.add(`${this.keys.get(urn) ?? urn} ${name}`);
  }

  /** @returns what a step that says that everything is back has left all the same */
  stepEnds({
    urn,
    kind,
    method,
    inputs = {},
    ignores,
    beganMs,
    error,
    isRecorded,
    isAsRead,
  }: Step): string | undefined {
    if (kind.goesBack === undefined || !["create", "update", "delete"].includes(method)) return undefined;
    const [key, path, members] = [this.findKey(urn, method), kind.toPath(inputs), kind.members ?? []];
    const good = this.find(key, beganMs);
    // A replacement goes on with what the old resource has set.
    good.isUnsure ||= !isRecorded || this.ends.get(key)?.method === "delete";
    this.ends.delete(key);
    if (error === undefined && isRecorded) {
      const ignored = [...findLeaves(inputs, members)].filter(([leaf]) => isIgnored(leaf, ignores));
      const later = new Map(ignored.map(([leaf, value]) => [leaf, [value]]));
      this.good.set(key, { endedMs: nowMs(), record: undefined, later, isUnsure: isAsRead });
      this.ends.set(key, { urn, method, says: "it is done" });
      return undefined;
    }
    const says = saysBack.exec(error?.message ?? "")?.[1] as "nothing" | "that" | undefined;
    if (says !== undefined) {
      this.ends.set(key, { urn, method, says });
      return good.isUnsure ? undefined : this.findLeft(key, path, members, good);
    }
    if (method === "delete") good.isUnsure = true;
    if (kind.goesBack(inputs)) return undefined;
    for (const [leaf, value] of findLeaves(inputs, members))
      good.later.set(leaf, [...(good.later.get(leaf) ?? []), value]);
    return undefined;
  }

  /** @returns how the record of a resource is not that of its last step that ended well */
  commandEnds({ resources }: State, isKilled: boolean): string | undefined {
    const ends = [...this.ends];
    this.ends.clear();
    if (isKilled) for (const good of this.good.values()) good.isUnsure = true;
    for (const [key, { urn, says }] of isKilled ? [] : ends) {
      const good = this.find(key, 0);
      const outputs = resources.find((one) => one.urn === urn && !one.pendingReplacement)?.outputs;
      const record = outputs && pick(outputs, recordMembers);
      if (says === "it is done") {
        good.record = record;
        if (JSON.stringify(outputs?.__parts ?? []).includes('"good":'))
          return `${urn} is done, and the state records to what it would go back`;
        continue;
      }
      if (good.isUnsure || good.later.size > 0 || isSame(record ?? {}, good.record ?? {})) continue;
      return `${urn} has gone back, and the state records ${JSON.stringify(record)} in place of ${JSON.stringify(good.record)}`;
    }
    return undefined;
  }

  private find(key: string, beganMs: number): Good {
    // Before its first step, the object is as it was found.
    const good = this.good.get(key) ?? { endedMs: beganMs, record: undefined, later: new Map(), isUnsure: false };
    this.good.set(key, good);
    return good;
  }

  private findKey(urn: string, method: string): string {
    const isAlias = (other: string) => other.replace(/n+$/, "") === urn.replace(/n+$/, "");
    const former = method === "create" ? undefined : [...this.keys.keys()].findLast(isAlias);
    const key = this.keys.get(urn) ?? this.keys.get(former ?? "") ?? urn;
    this.keys.set(urn, key);
    return key;
  }

  private findLeft(key: string, path: string, members: readonly string[], good: Good): string | undefined {
    const versions = this.objects.history(path).map(({ data = {}, writer, sinceMs }) => ({
      isOwn: this.keys.get(writer) === key,
      isLater: sinceMs > good.endedMs,
      leaves: findLeaves(data, members),
    }));
    const names = new Set(versions.flatMap(({ leaves }) => [...leaves.keys()]));
    for (const leaf of names) {
      const changes = versions.flatMap(({ leaves, ...its }, index) => {
        const value = leaves.get(leaf);
        return index > 0 && isSame(value, versions[index - 1]?.leaves.get(leaf)) ? [] : [{ ...its, value }];
      });
      const [since, before] = [changes.filter(({ isLater }) => isLater), changes.filter(({ isLater }) => !isLater)];
      const last = since.at(-1);
      // A value that somebody else has set since stays.
      if (last?.isOwn !== true || this.staying.has(`${key} ${leaf}`)) continue;
      const may = [
        before.at(-1)?.value,
        // Somebody else may have changed it just before the step ended well.
        before.findLast(({ isOwn }) => isOwn)?.value,
        ...since.filter(({ isOwn }) => !isOwn).map(({ value }) => value),
        ...(good.later.get(leaf) ?? []),
      ];
      // A default says what is so without it.
      const isDefault = this.objects.findAuthor(path, leaf, last.value) === "world" && may.includes(undefined);
      if (!isDefault && !may.some((value) => isSame(value, last.value)))
        return `${leaf}: ${JSON.stringify(last.value)}`;
    }
    return undefined;
  }
}
