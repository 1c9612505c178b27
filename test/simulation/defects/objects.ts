import { wholeObjects, iam, association, patch, certificateMap, type Defect } from "./defect";

/** Objects of one name, made by different owners. */
export const others: readonly Defect[] = [
  {
    name: "After a create that came to nothing, a refresh records an object of somebody else as own",
    kinds: wholeObjects,
    needs: ["rival", "requestLost", "failsWithoutEffect"],
    file: "lifecycle/observation/decide.ts",
    find: 'theirs: "leaveTheirs", replaced',
    replace: 'theirs: "record", replaced',
  },
  {
    name: "An object that somebody else has made is adopted, although the program does not ask for that",
    kinds: wholeObjects,
    needs: ["rival", "rivalJustBefore"],
    file: "lifecycle/steps/adopt.ts",
    find: "const refusal = inputs.adoptExisting === true ?",
    replace: "const refusal = inputs.adoptExisting === true || job.journal.hasSent ?",
  },
  {
    name: "An object that somebody else makes anew right after a create is recorded as own",
    kinds: ["Route"],
    needs: ["rival", "rival returns", "rivalJustBefore"],
    file: "lifecycle/resource/readBack.ts",
    find: "const numericId = createdObjectId(job, job.journal);",
    replace: "const numericId = createdObjectId(job) && undefined;",
  },
  {
    name: "A destroy deletes an object that somebody else has made anew",
    kinds: wholeObjects,
    needs: ["rival", "rival returns"],
    file: "lifecycle/observation/decide.ts",
    find: 'return whose === "replaced" ? "leaveReplaced" : "delete";',
    replace: 'return "delete";',
  },
  {
    name: "An object that nobody can tell to be own is deleted",
    kinds: wholeObjects,
    needs: ["rival", "rival returns", "requestLost", "deniedList"],
    file: "lifecycle/observation/observe.ts",
    find: 'return ownsObject ? "unsure" : "ours";',
    replace: 'return ownsObject && object.id === "" ? "unsure" : "ours";',
  },
  {
    name: "A request for labels makes the object of somebody else the stack's own",
    kinds: ["Snapshot"],
    needs: ["rival", "rival returns", "deniedList", "next program"],
    file: "lifecycle/observation/settle.ts",
    find: "mayBe: () => !journal.inherited.some(createsObject)",
    replace: "mayBe: () => true",
  },
];

/** Objects in a project that is deleted, and can be restored. */
export const projects: readonly Defect[] = [
  {
    name: "A refresh forgets, and a destroy counts as gone, what is in a project that the service does not find",
    kinds: [...wholeObjects, ...association, ...patch, ...certificateMap],
    needs: ["projectLost"],
    file: "http/errors/responseError.ts",
    find: "[400, 404].includes(status) &&",
    replace: "status === 400 &&",
  },
];

/** Defects of reads, clocks, imports and rivals at the edges. */
export const edges: readonly Defect[] = [
  {
    name: "A swap takes a network that was freed, and that somebody else has taken since",
    kinds: association,
    needs: ["rivalJustBefore", "next program", "swap"],
    file: "resources/networkFirewallPolicyAssociation/definition/attach.ts",
    find: "{ ...attaching, replaceExisting: isOwn },\n        //",
    replace: "{ ...attaching, replaceExisting: true },\n        //",
  },
  {
    name: "An association that was imported takes any holder of the network for itself",
    kinds: association,
    needs: ["imports", "rival"],
    file: "lifecycle/steps/read.ts",
    find: "if (!known) job.keep(",
    replace: 'if (!known && id === "") job.keep(',
  },
  {
    name: "An insert that succeeded and is not visible yet is sent again",
    kinds: wholeObjects,
    needs: ["lateReads", "slowOperation", "killed"],
    file: "lifecycle/observation/decide.ts",
    find: "canClash && isApplied && mayStillAppear",
    replace: "!canClash && isApplied && mayStillAppear",
  },
  {
    name: "A conflict that changes no version is final",
    kinds: iam,
    needs: ["contention"],
    file: "compute/repeats.ts",
    find: "const unchangedMs = 30_000;",
    replace: "const unchangedMs = 0;",
  },
  {
    name: "A clock that is ahead keeps a lost request open for as long",
    kinds: wholeObjects,
    needs: ["wrongClock", "requestLost", "cancelled"],
    file: "lifecycle/changes/lostRequest.ts",
    find: "Math.max(0, ageMs())",
    replace: "ageMs()",
  },
];
