import { wholeObjects, association, patch, certificateMap, type Defect } from "./defect";

/** Objects of one name, made by different owners. */
export const others: readonly Defect[] = [
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
    name: "An insert that succeeded and is not visible yet is sent again",
    kinds: wholeObjects,
    needs: ["lateReads", "slowOperation", "killed"],
    file: "lifecycle/observation/decide.ts",
    find: "canClash && isApplied && mayStillAppear",
    replace: "!canClash && isApplied && mayStillAppear",
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
