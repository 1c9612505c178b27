import type { LibertyName } from "./liberties";
import type { PromiseName } from "./promises";

/** A promise that the documents do not give under some conditions: see “What is not guaranteed” in `provider/docs/reliability.md`. */
export interface Gap {
  readonly says: string;
  readonly promises: readonly PromiseName[];
  readonly applies: (life: Past) => boolean;
}

/** The events of a life. */
export interface Past {
  readonly cast: string;
  readonly met: ReadonlyMap<LibertyName, number>;
  readonly wasKilled: boolean;
  /** True if a resource got another name, or another provider, without an alias. */
  readonly wasRenamed: boolean;
  /** True if a resource got another provider. */
  readonly hasMoved: boolean;
  /** True if a forced replacement has made the new one before the old one was deleted. */
  readonly wasReplacedFirst: boolean;
  /** True if a cancelled run has not waited for the answer to a change. */
  readonly hasAbandoned: boolean;
  /** True if a rival has made an object that is just as a lost, or a new, one of the stack. */
  readonly wasRemadeUnrecorded: boolean;
  /** True if a program has changed a resource after a crash. */
  readonly droppedAfterCrash: boolean;
  /** Calls of a provider to which the service has answered what was no longer so. */
  readonly misled: ReadonlySet<string>;
  /** Calls of a provider that have not seen what was there. */
  readonly blind: ReadonlySet<string>;
}

/** True if the operations cannot be listed, or not by what a step asks for. */
function cannotList(met: Past["met"]): boolean {
  return met.has("deniedList") || met.has("refusedFilter");
}

/** True if a project may be named by its number. */
function hasNumbers(met: Past["met"]): boolean {
  return (["numberedProject", "projectArgument", "configuredByNumber"] as const).some((name) => met.has(name));
}

export const gaps: readonly Gap[] = [
  {
    says: "If the caller cannot list operations, or the service takes no filter for them, nobody can tell how a request of a run that was killed has ended. The same is true of values that a renamed resource finds.",
    promises: ["nothingIsUnknown", "previousValuesAreTrue", "destroyLeavesNothing", "upConverges", "stepsGoBack"],
    applies: ({ met, wasKilled, wasRenamed, hasAbandoned }) =>
      (wasKilled || wasRenamed || hasAbandoned) && cannotList(met),
  },
  {
    says: "If the service holds a name while it makes the object, and the caller cannot list operations, nobody can tell an insert with a lost answer from one of somebody else. The state can then lack an object that the service still makes.",
    promises: ["nothingIsUnknown", "destroyLeavesNothing", "upConverges"],
    applies: ({ cast, met }) => /route|snapshot/.test(cast) && met.has("reservedNames") && cannotList(met),
  },
  {
    says: "An IAM policy has no operations. A policy that a killed run or another resource of the stack has set can count as the earlier one.",
    promises: ["previousValuesAreTrue", "destroyLeavesNothing"],
    applies: ({ cast, wasKilled, wasRenamed }) => cast === "a policy" && (wasKilled || wasRenamed),
  },
  {
    says: "`orphans` does not look for a grant or a patch of a killed run that the state does not name. If the next program does not declare it, it stays.",
    promises: ["destroyLeavesNothing"],
    applies: ({ droppedAfterCrash }) => droppedAfterCrash,
  },
  {
    says: "The service can list an operation up to a minute late. After a killed run, or under another name, a resource that is created in that minute can take the value of this stack for the previous one.",
    promises: ["previousValuesAreTrue"],
    applies: ({ met, wasKilled, wasRenamed }) => (wasKilled || wasRenamed) && met.has("unknownAtFirst"),
  },
  {
    says: "A read can show what was there some seconds ago. A refresh or a destroy that sees no object, or no grant, then takes it for deleted.",
    promises: ["nothingIsUnknown", "previousValuesAreTrue", "destroyLeavesNothing", "upConverges"],
    applies: ({ cast, blind, misled }) => {
      const isGrant = /member|binding|policy$/.test(cast);
      return blind.has("read") || blind.has("delete") || (isGrant && (misled.has("read") || misled.has("delete")));
    },
  },
  {
    says: "An update, a create of a grant, or a create whose caller cannot list operations can read an old value of the stack, seconds after another process took it away. It then takes that value for the previous one, and sends nothing if the program has the same value.",
    promises: ["previousValuesAreTrue"],
    applies: ({ misled }) => misled.has("create") || misled.has("update"),
  },
  {
    says: "With the plugin, or with `deleteBeforeReplace: false`, a forced replacement makes the new one first. It finds the earlier values only in the operations that the service lists at that moment, and otherwise takes its own for them. An association is then refused, and the error names `adoptExisting: true`.",
    promises: ["previousValuesAreTrue", "upConverges", "stepsGoBack", "recordsGoBack"],
    applies: ({ wasReplacedFirst }) => wasReplacedFirst,
  },
  {
    says: "An association that a killed run has swapped in stays, if somebody has since removed an association from the same policy.",
    promises: ["destroyLeavesNothing", "upConverges"],
    applies: ({ cast, wasKilled }) => wasKilled && /association/.test(cast),
  },
  {
    says: "An association that gets another name in the program is not known again if it was imported, or if an association of the same policy has been removed since, as by a destroy that failed. `up` then asks for the option `aliases`.",
    promises: ["upConverges"],
    applies: ({ cast, met, wasRenamed }) =>
      wasRenamed && /association/.test(cast) && (cast === "associations of two networks" || met.has("imports")),
  },
  {
    says: "If somebody makes an object exactly as the program declares it, minutes before an insert with a lost answer or in the hour after it, that insert can take it for its own, and then knows nothing of its request. For a new snapshot, this is so until the state has its number. Where no answer shows when an object was made, or a clock is wrong, it can be older or younger.",
    promises: ["othersLoseNothing", "nothingIsUnknown", "destroyLeavesNothing"],
    applies: ({ cast, wasRemadeUnrecorded }) => wasRemadeUnrecorded && /route|snapshot/.test(cast),
  },
  {
    says: "The service keeps operations for about two weeks. Without them, nobody can tell what a killed run has done, or whose values a renamed resource finds.",
    promises: ["nothingIsUnknown", "previousValuesAreTrue", "destroyLeavesNothing", "upConverges"],
    applies: ({ met, wasKilled, wasRenamed }) => (wasKilled || wasRenamed) && met.has("shortRetention"),
  },
  {
    says: "A run that names the project by its number does not know what a killed run set that named it by its id, and the other way round.",
    promises: ["previousValuesAreTrue", "destroyLeavesNothing"],
    applies: ({ cast, met, wasKilled }) => wasKilled && /certificate map|patch|rollout/.test(cast) && hasNumbers(met),
  },
  {
    says: "If a run gets no answer at all and the clock of its machine is ahead, its request counts as sent when the next run begins. That run, or with short `customTimeouts` one that begins a minute later, settles it.",
    promises: ["upConverges"],
    applies: ({ met }) => met.has("wrongClock"),
  },
  {
    says: "Two patches of one group do not know each other if they have different providers, or if only one names the project by its number.",
    promises: ["previousValuesAreTrue", "upConverges", "destroyLeavesNothing"],
    applies: ({ cast, met, hasMoved }) => /patch(?:es)? of one group/.test(cast) && (hasMoved || hasNumbers(met)),
  },
];
