import type { LibertyName } from "./liberties";
import type { PromiseName } from "./promises";

/** A promise that the documents do not give under some conditions: see “What the package cannot promise” in `provider/docs/reliability.md`. */
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
  /** True if the answer to an insert was lost. */
  readonly hasLostInsert: boolean;
  /** True if a resource may adopt what exists. */
  readonly adopts: boolean;
  /** True if a rival has made an object that is just as one of the stack. */
  readonly wasRemade: boolean;
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

const isBorrowed = (cast: string) => /patch|rollout|certificate map|policy$/.test(cast);

export const gaps: readonly Gap[] = [
  {
    says: "If an answer is lost and the list of operations does not help (no permission, forgotten, older than about an hour), nobody can tell whether the object is the stack's. An update then refuses it until `adoptExisting` is set, a refresh keeps the record, and a destroy leaves the object, with a warning. `orphans` names it.",
    promises: ["nothingIsUnknown", "destroyLeavesNothing", "upConverges"],
    applies: ({ cast, met, wasKilled, hasAbandoned, hasLostInsert }) =>
      /route|snapshot/.test(cast) &&
      (met.has("forgotten") ||
        met.has("shortRetention") ||
        (cannotList(met) && (wasKilled || hasAbandoned || hasLostInsert))),
  },
  {
    says: "After a killed run, or under another name, a resource has no record of what it changed. What is there then counts as the earlier value. A warning names the member and the remedy, but not where the program is edited before the next run. A rollout that fails later goes back to what was there, and no further.",
    promises: ["previousValuesAreTrue", "destroyLeavesNothing", "stepsGoBack", "recordsGoBack"],
    applies: ({ cast, wasKilled, wasRenamed }) => isBorrowed(cast) && (wasKilled || wasRenamed),
  },
  {
    says: "`orphans` does not look for a grant or a patch of a killed run that the state does not name. If the next program does not declare it, it stays.",
    promises: ["destroyLeavesNothing"],
    applies: ({ droppedAfterCrash }) => droppedAfterCrash,
  },
  {
    says: "A read can show what was there some seconds ago. A refresh or a destroy then takes what it does not see for deleted, and a new snapshot can be recorded with the number of the one before it.",
    promises: ["nothingIsUnknown", "previousValuesAreTrue", "destroyLeavesNothing", "upConverges"],
    applies: ({ cast, blind, misled }) => {
      const isPart = /member|binding/.test(cast) || isBorrowed(cast);
      if (/snapshot/.test(cast) && misled.has("create")) return true;
      return blind.has("read") || blind.has("delete") || (isPart && (misled.has("read") || misled.has("delete")));
    },
  },
  {
    says: "An update or a create can read an old value of the stack, seconds after it was taken away. It takes that for the earlier value, and sends nothing if the program has the same.",
    promises: ["previousValuesAreTrue"],
    applies: ({ misled }) => misled.has("create") || misled.has("update"),
  },
  {
    says: "A create with `adoptExisting` adopts what was deleted or changed in the last seconds as it was, and the next refresh shows the difference.",
    promises: ["createsTakeHold", "othersLoseNothing", "upConverges"],
    applies: ({ adopts, misled }) => adopts && misled.has("create"),
  },
  {
    says: "With the plugin, or with `deleteBeforeReplace: false`, a forced replacement makes the new one first, and takes the values of the old one for the earlier ones, with a warning. An association can be refused, and the error names `adoptExisting: true`.",
    promises: ["previousValuesAreTrue", "upConverges", "stepsGoBack", "recordsGoBack"],
    applies: ({ wasReplacedFirst }) => wasReplacedFirst,
  },
  {
    says: "An association that a killed run has swapped in, or that gets another name without an alias, is refused by the next run, and left by a destroy, with a warning.",
    promises: ["destroyLeavesNothing", "upConverges", "nothingIsUnknown"],
    applies: ({ cast, wasKilled, wasRenamed }) => /association/.test(cast) && (wasKilled || wasRenamed),
  },
  {
    says: "The operation of a snapshot names only its disk, and some operations name nothing. Until the state has the number of such an object, an equal one of its name that somebody makes in that moment counts as the stack's.",
    promises: ["othersLoseNothing", "nothingIsUnknown", "destroyLeavesNothing"],
    applies: ({ cast, met, wasRemade }) =>
      wasRemade && (/snapshot/.test(cast) || (/route/.test(cast) && met.has("bareOperations"))),
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
