import { wholeObjects, association, patch, type Defect } from "./defect";

/** Lost answers, and operations of which nobody saw the end. */
export const lost: readonly Defect[] = [
  {
    name: "An operation that the list does not show yet counts as never begun",
    kinds: wholeObjects,
    needs: ["answerLost", "unknownAtFirst"],
    file: "lifecycle/changes/lostRequest.ts",
    find: "performance.now() + visibilityLagMs - Math",
    replace: "performance.now() + 0 * visibilityLagMs - Math",
  },
  {
    name: "A change whose operation failed is repeated under the same request id, and gets the same failure again",
    kinds: association,
    needs: ["endsNotReady"],
    file: "lifecycle/changes/mutate.ts",
    find: "if (error instanceof OperationFailedError) requestId =",
    replace: 'if (error instanceof OperationFailedError && requestId === "") requestId =',
  },
  {
    name: "Of several lost requests, the state records only the newest",
    kinds: [...wholeObjects, ...patch],
    needs: ["answerLost", "requestLost", "next program"],
    file: "lifecycle/job/journal.ts",
    find: "this.behind = [this.own, ...this.behind];",
    replace: "this.behind = [this.own];",
  },
  {
    name: "An own object whose operation the service has forgotten counts as somebody else's",
    kinds: wholeObjects,
    needs: ["forgotten", "slowOperation"],
    file: "lifecycle/observation/settle.ts",
    find: "const madeId = createdObjectId(job, pending);",
    replace: "const madeId = createdObjectId(job, pending) && undefined;",
  },
  {
    name: "A destroy does not wait for a create that still runs, and leaves what that makes",
    kinds: wholeObjects,
    needs: ["slowOperation", "cancelled"],
    file: "lifecycle/observation/decide.ts",
    find: 'if (isRunning) return "failRunning";\n  if (whose === "unsure")',
    replace: 'if (whose === "unsure")',
  },
  {
    name: "A delete that the service has forgotten counts as done",
    kinds: [...wholeObjects, ...association],
    needs: ["forgotten", "failsWithoutEffect"],
    file: "lifecycle/steps/remove.ts",
    find: "if (proves || (mayBeGone",
    replace: "if (proves || error instanceof OperationVanishedError || (mayBeGone",
  },
  {
    name: "An insert is sent without its request id, and its object counts as somebody else's after a lost answer",
    kinds: wholeObjects,
    needs: ["answerLost"],
    file: "compute/ownedCollection.ts",
    find: "query: { requestId },\n      body,",
    replace: "query: { requestId: requestId.slice(0, 0) || undefined },\n      body,",
  },
];

/** Runs that the user cancels. */
export const cancelled: readonly Defect[] = [
  {
    name: "A request that was under way when the run was cancelled counts as never sent",
    kinds: wholeObjects,
    needs: ["cancelled", "slowNetwork"],
    file: "http/client.ts",
    find: 'throw new CancelledError(signal.reason, "unknown")',
    replace: "throw new CancelledError(signal.reason)",
  },
  {
    name: "A wait goes on after the run was cancelled",
    kinds: [...wholeObjects, ...association],
    needs: ["cancelled", "slowOperation"],
    file: "http/deadline.ts",
    find: 'signal?.addEventListener("abort", wake);',
    replace: "",
  },
];
