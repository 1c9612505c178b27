import { wholeObjects, iam, association, patch, certificateMap, type Defect } from "./defect";

/** Objects of one name, made by different owners. */
export const others: readonly Defect[] = [
  {
    name: "After a create that came to nothing, a refresh records an object of somebody else as own",
    kinds: wholeObjects,
    needs: ["rival", "requestLost", "failsWithoutEffect"],
    file: "lifecycle/observation/decide.ts",
    find: 'return "leaveTheirs";\n    case "replaced":\n      return "leaveReplaced";\n    case "absent":',
    replace: 'return "record";\n    case "replaced":\n      return "leaveReplaced";\n    case "absent":',
  },
  {
    name: "An object that somebody else has made is adopted, although the program does not ask for that",
    kinds: wholeObjects,
    needs: ["rival", "rivalJustBefore"],
    file: "lifecycle/steps/adopt.ts",
    find: "const mayBeOurs = mayHaveCreated(job, object);",
    replace: "const mayBeOurs = job.journal.hasSent;",
  },
  {
    name: "An object that somebody else makes anew right after a create is recorded as own",
    kinds: ["Route"],
    needs: ["rival", "rival returns", "rivalJustBefore"],
    file: "lifecycle/resource/readBack.ts",
    find: "const numericId = createdObjectId(job);",
    replace: "const numericId = createdObjectId(job) && undefined;",
  },
  {
    name: "A replacement records the number of the object that it has replaced",
    kinds: ["Snapshot"],
    needs: ["lateReads", "next program"],
    file: "lifecycle/resource/readBack.ts",
    find: "insertedMs - clockSlackMs",
    replace: "0 * insertedMs - clockSlackMs",
  },
  {
    name: "A destroy deletes an object that somebody else has made anew",
    kinds: wholeObjects,
    needs: ["rival", "rival returns"],
    file: "lifecycle/observation/decide.ts",
    find: 'return "leaveReplaced";\n    case "ours":',
    replace: 'return "delete";\n    case "ours":',
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
    find: "return canClash && mayStillAppear",
    replace: "return !canClash && mayStillAppear",
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
  {
    name: "A destroy takes an object from before a replacement for one of somebody else",
    kinds: wholeObjects,
    needs: ["staleRead", "next program"],
    file: "lifecycle/resource/incarnation.ts",
    find: "createdMs(object) < createdMs(recorded)",
    replace: "createdMs(object) < 0 * createdMs(recorded)",
  },
];
