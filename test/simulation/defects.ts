/*
 * The simulator is tested with defects that this package has had: each is brought back by one small change of the sources,
 * and has to be found. `hunt.ts` does that, and measures the time.
 */

import type { Rate } from "./families";

/** A defect that was fixed, and the change that brings it back. */
export interface Defect {
  /** What goes wrong for a user. */
  readonly name: string;
  /** Resources or functions in which it shows. */
  readonly kinds: readonly [string, ...string[]];
  /** What it shows under: the hunt makes this more probable. */
  readonly needs: readonly Rate[];
  /** Below `provider/src`. */
  readonly file: string;
  /** Is in the file once. */
  readonly find: string;
  readonly replace: string;
}

const wholeObjects = ["Route", "Snapshot"] as const;
const iam = ["FirewallPolicyIamBinding", "FirewallPolicyIamMember"] as const;
const association = ["NetworkFirewallPolicyAssociation"] as const;
const patch = ["RegionInstanceGroupManagerPatch"] as const;
const certificateMap = ["TargetSslProxyCertificateMap"] as const;

/** Runs that the user cancels. */
const cancelled: readonly Defect[] = [
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

/** Lost answers, and operations of which nobody saw the end. */
const lost: readonly Defect[] = [
  {
    name: "An operation that the list does not show yet counts as never begun",
    kinds: wholeObjects,
    needs: ["answerLost", "unknownAtFirst"],
    file: "lifecycle/operate.ts",
    find: "performance.now() + youngForMs - Math",
    replace: "performance.now() + 0 * youngForMs - Math",
  },
  {
    name: "The refusal of a repeat counts as proof that the lost request did nothing",
    kinds: [...wholeObjects, ...certificateMap],
    needs: ["answerLost"],
    file: "http/client.ts",
    find: 'if (answerLost && error instanceof ComputeError) error.effect = "unknown";',
    replace: "",
  },
  {
    name: "A change whose operation failed is repeated under the same request id, and gets the same failure again",
    kinds: association,
    needs: ["endsNotReady"],
    file: "lifecycle/operate.ts",
    find: "if (error instanceof OperationFailedError) requestId =",
    replace: 'if (error instanceof OperationFailedError && requestId === "") requestId =',
  },
  {
    name: "Of several lost requests, the state records only the newest",
    kinds: [...wholeObjects, ...patch],
    needs: ["answerLost", "requestLost", "next program"],
    file: "lifecycle/ledger.ts",
    find: "this.pending = [...others, request];",
    replace: "this.pending = [...others.slice(others.length), request];",
  },
  {
    name: "An own object whose operation the service has forgotten counts as somebody else's",
    kinds: wholeObjects,
    needs: ["answerLost", "shortRetention"],
    file: "lifecycle/settle.ts",
    find: "const isProof = isStillListed(pending, now());",
    replace: "const isProof = isStillListed(pending, 0);",
  },
  {
    name: "A destroy does not wait for a create that still runs, and leaves what that makes",
    kinds: wholeObjects,
    needs: ["slowOperation", "cancelled"],
    file: "lifecycle/remove.ts",
    find: "if (settled?.isRunning) throw",
    replace: "if (settled?.isRunning && settled.isDone) throw",
  },
  {
    name: "A delete that the service has forgotten counts as done",
    kinds: [...wholeObjects, ...association],
    needs: ["forgotten", "failsWithoutEffect"],
    file: "lifecycle/remove.ts",
    find: "if (proves || (mayBeGone",
    replace: "if (proves || error instanceof OperationVanishedError || (mayBeGone",
  },
  {
    name: "An object that a failed create has left, and that is not seen at once, is forgotten",
    kinds: wholeObjects,
    needs: ["leavesItsObject", "lateReads"],
    file: "lifecycle/create.ts",
    find: "saysNotFound ? 0 : longestMs",
    replace: "saysNotFound ? 0 : 0 * longestMs",
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

/** What is said of a change that failed. */
const words: readonly Defect[] = [
  {
    name: "After a change that is done and cannot be read back, nothing is recorded",
    kinds: [...wholeObjects, ...iam],
    needs: ["unavailable", "answerLost"],
    file: "lifecycle/failure.ts",
    find: "if (hasChanged || isThere) {",
    replace: "if (hasChanged && isThere) {",
  },
  {
    name: "The message says that nothing was created, although a request is still open",
    kinds: wholeObjects,
    needs: ["answerLost", "unavailableAfterEffect"],
    file: "lifecycle/failure.ts",
    find: "if (pending.length > 0) {",
    replace: "if (pending.length > 9) {",
  },
];

/** Objects of one name, made by different owners. */
const others: readonly Defect[] = [
  {
    name: "After a create that came to nothing, a refresh records an object of somebody else as own",
    kinds: wholeObjects,
    needs: ["rival", "requestLost", "failsWithoutEffect"],
    file: "lifecycle/read.ts",
    find: "settled?.mayBeOurs(object) === false",
    replace: "settled?.mayBeOurs(object) === undefined",
  },
  {
    name: "An object that somebody else has made is adopted, although the program does not ask for that",
    kinds: wholeObjects,
    needs: ["rival", "rivalJustBefore"],
    file: "lifecycle/create.ts",
    find: "const isOurs = job.ledger.mayHaveMade;",
    replace: "const isOurs = job.ledger.hasSent;",
  },
  {
    name: "An object that somebody else makes anew right after a create is recorded as own",
    kinds: ["Route"],
    needs: ["rival", "rival returns", "rivalJustBefore"],
    file: "lifecycle/readBack.ts",
    find: "const numericId = madeBy(job);",
    replace: "const numericId = madeBy(job) && undefined;",
  },
  {
    name: "A replacement records the number of the object that it has replaced",
    kinds: ["Snapshot"],
    needs: ["lateReads", "next program"],
    file: "lifecycle/readBack.ts",
    find: "< ledger.target.begunMs - clockSlackMs",
    replace: "< 0 * ledger.target.begunMs - clockSlackMs",
  },
  {
    name: "A destroy deletes an object that somebody else has made anew",
    kinds: wholeObjects,
    needs: ["rival", "rival returns"],
    file: "lifecycle/remove.ts",
    find: "if (object !== undefined && isAnother(object, props)) {",
    replace: "if (object !== undefined && isAnother(object, {})) {",
  },
];

/** What is in a project that is deleted, and can be restored. */
const projects: readonly Defect[] = [
  {
    name: "A refresh forgets, and a destroy counts as gone, what is in a project that the service does not find",
    kinds: [...wholeObjects, ...association, ...patch, ...certificateMap],
    needs: ["projectLost"],
    file: "http/errors/responseError.ts",
    find: "[400, 404].includes(status) &&",
    replace: "status === 400 &&",
  },
];

/** Values of an object that several owners change. */
const parts: readonly Defect[] = [
  {
    name: "After a lost answer, an own value is recorded as the previous one",
    kinds: ["FirewallPolicyIamPolicy", ...patch],
    needs: ["answerLost"],
    file: "lifecycle/readModifyWrite.ts",
    find: "return ledger.pending.length > 0;",
    replace: "return ledger.pending.length < 0;",
  },
  {
    name: "After a kill, a patch records its own value as the previous one",
    kinds: patch,
    needs: ["killed", "killed CLI"],
    file: "parts/origins.ts",
    find: '(this.isLost ? "unknown" : undefined)',
    replace: "undefined",
  },
  {
    name: "A member that moves to another patch brings the value of the first patch as the previous one",
    kinds: patch,
    needs: ["swap", "next program"],
    file: "parts/origins.ts",
    find: "return this.handedOver(leaf, there) ??",
    replace: "return (this.isLost ? this.handedOver(leaf, there) : undefined) ??",
  },
  {
    name: "A patch that changes one member forgets the previous values of the others",
    kinds: patch,
    needs: ["next program"],
    file: "parts/ownership.ts",
    find: "const all = structuredClone(basis.previous);",
    replace: "const all: Values = {};",
  },
  {
    name: "A destroy overwrites the value that somebody else has set since",
    kinds: patch,
    needs: ["rival"],
    file: "parts/mergePatch.ts",
    find: "if (part.own.some((value) => sameLeaf(leaf.kind, now, value, context))) {",
    replace: "if (part.own.length > 0) {",
  },
  {
    name: "After a kill, the certificate map of the program is recorded as the previous one",
    kinds: certificateMap,
    needs: ["killed", "killed CLI"],
    file: "resources/targetSslProxyCertificateMap/definition.ts",
    find: "return newest !== undefined && !newest.putsBack;",
    replace: "return newest !== undefined && newest.putsBack;",
  },
  {
    name: "A change of the grants takes away a grant that somebody else makes at the same time",
    kinds: iam,
    needs: ["rivalJustBefore"],
    file: "resources/firewallPolicyIam/definition/iamPolicy.ts",
    find: "...(current.etag === undefined ? {} : { etag: current.etag }),",
    replace: "etag: undefined,",
  },
  {
    name: "An account with capital letters counts as another one than the service shows",
    kinds: ["FirewallPolicyIamMember"],
    needs: ["capitalAccounts", "mixedAccounts"],
    file: "names/principals.ts",
    find: "return typeOf(type)?.anyCase ?",
    replace: 'return typeOf(type)?.anyCase && rest === "" ?',
  },
  {
    name: "A destroy of a policy takes away what somebody else has granted since",
    kinds: ["FirewallPolicyIamPolicy"],
    needs: ["rival"],
    file: "resources/firewallPolicyIam/definition.ts",
    find: "foreign = !done && !ownOf(outputs).includes(there);",
    replace: "foreign = !done && ownOf(outputs).length === 0;",
  },
];

/** The firewall policy of a network. */
const associations: readonly Defect[] = [
  {
    name: "A rename replaces the association of somebody else without replaceExistingAssociation",
    kinds: association,
    needs: ["rival", "next program"],
    file: "resources/networkFirewallPolicyAssociation/definition/holder.ts",
    find: "for (const { name } of candidates)",
    replace: 'if (candidates.length > 0) return { is: "ours" };\n  for (const { name } of candidates)',
  },
  {
    name: "A destroy removes the association that somebody else has made under the same name for another network",
    kinds: association,
    needs: ["rival", "next program"],
    file: "resources/networkFirewallPolicyAssociation/definition/attach.ts",
    find: "if (there !== undefined && !isOn(",
    replace: "if (there !== undefined && there.name === undefined && !isOn(",
  },
  {
    name: "After a kill during a swap, a destroy leaves the new association",
    kinds: association,
    needs: ["killed", "killed CLI", "next program"],
    file: "resources/networkFirewallPolicyAssociation/definition.ts",
    find: "const left = hasRemoved ? undefined",
    replace: "const left = hasRemoved || recorded.length > 0 ? undefined",
  },
  {
    name: "An association that somebody else has made anew counts as left behind by an earlier run",
    kinds: association,
    needs: ["killed", "killed CLI", "rival"],
    file: "resources/networkFirewallPolicyAssociation/definition/holder.ts",
    find: "return addedMs > endedMs;",
    replace: "return addedMs > Math.min(0, endedMs);",
  },
  {
    name: "A swap that fails forgets the association that is still there",
    kinds: association,
    needs: ["failsWithoutEffect", "next program"],
    file: "resources/networkFirewallPolicyAssociation/definition.ts",
    find: "...own.filter((before) => !isSameAttachment(job, before, next))",
    replace: "...own.slice(own.length)",
  },
  {
    name: "A change whose operation ends because another one runs on the policy is not repeated",
    kinds: association,
    needs: ["endsNotReady"],
    file: "lifecycle/busyObject.ts",
    find: "return error.saysNotReady;",
    replace: "return false;",
  },
];

/** What reads, clocks, imports and rivals at the edges have shown. */
const edges: readonly Defect[] = [
  {
    name: "A swap takes a network that was freed, and that somebody else has taken since",
    kinds: association,
    needs: ["rivalJustBefore", "next program", "swap"],
    file: "resources/networkFirewallPolicyAssociation/definition.ts",
    find: "attaching(change, isHeld)",
    replace: "attaching(change, true)",
  },
  {
    name: "An association that was imported takes any holder of the network for itself",
    kinds: association,
    needs: ["imports", "rival"],
    file: "lifecycle/read.ts",
    find: "if (!known) job.ledger.ownValues =",
    replace: 'if (!known && id === "") job.ledger.ownValues =',
  },
  {
    name: "An insert that succeeded and is not visible yet is sent again",
    kinds: wholeObjects,
    needs: ["lateReads", "slowOperation", "killed"],
    file: "lifecycle/update.ts",
    find: "settled.mayStillAppear && definition.adoptable) throw",
    replace: "settled.mayStillAppear && !definition.adoptable) throw",
  },
  {
    name: "A conflict that changes no version is final",
    kinds: iam,
    needs: ["contention"],
    file: "lifecycle/readModifyWrite.ts",
    find: "const unchangedMs = 30_000;",
    replace: "const unchangedMs = 0;",
  },
  {
    name: "A clock that is ahead keeps a lost request open for as long",
    kinds: wholeObjects,
    needs: ["wrongClock", "requestLost", "cancelled"],
    file: "lifecycle/operate.ts",
    find: "Math.max(0, ageMs())",
    replace: "ageMs()",
  },
  {
    name: "A destroy takes an object from before a replacement for one of somebody else",
    kinds: wholeObjects,
    needs: ["staleRead", "next program"],
    file: "lifecycle/sameObject.ts",
    find: "(there ?? NaN) < (known ?? NaN)",
    replace: "(there ?? NaN) < 0 * (known ?? NaN)",
  },
];

/** How long a call takes, and how often it asks. */
const bounds: readonly Defect[] = [
  {
    name: "A change that waits for another one of the same object outlives its deadline",
    kinds: [...association, ...patch],
    needs: ["slowOperation"],
    file: "lifecycle/queuedPerObject.ts",
    find: "await job.deadline.limit(others);",
    replace: "await others;",
  },
  {
    name: "A wait that the service answers early is repeated without a pause",
    kinds: wholeObjects,
    needs: ["earlyWait"],
    file: "compute/operation.ts",
    find: "await deadline.sleep(floorMs - tookMs);",
    replace: "await deadline.sleep(Math.min(1, floorMs - tookMs));",
  },
];

/** Data-source functions. */
const functions: readonly Defect[] = [
  {
    name: "A list of several pages lacks the last one",
    kinds: ["getManagedInstances", "getNetworkProfiles"],
    needs: [],
    file: "compute/paging.ts",
    find: "    yield page;",
    replace: "    if (count === 1 || page.nextPageToken) yield page;",
  },
  {
    name: "A list has the items of a later page twice",
    kinds: ["getManagedInstances", "getInterconnectRemoteLocations"],
    needs: [],
    file: "compute/paging.ts",
    find: "    yield page;",
    replace: "    yield page;\n    if (count > 1) yield page;",
  },
  {
    name: "A list ends at a page without items",
    kinds: ["getManagedInstances", "getOrganizationOperations"],
    needs: ["emptyPage"],
    file: "functions/call/listing.ts",
    find: "if (items.length >= wanted) return;",
    replace: "if (items.length === 0 || items.length >= wanted) return;",
  },
  {
    name: "The wait for an operation gives up while the service does not know the operation yet",
    kinds: ["waitForRegionOperation"],
    needs: ["unknownAtFirst"],
    file: "functions/definitions/regionOperation.ts",
    find: "mayBeNew: true",
    replace: "mayBeNew: false",
  },
];

export const defects: readonly Defect[] = [
  ...lost,
  ...cancelled,
  ...words,
  ...others,
  ...projects,
  ...parts,
  ...associations,
  ...edges,
  ...bounds,
  ...functions,
];

/** The text of the file with the defect in it. */
export function broughtBack(text: string, { file, find, replace }: Defect): string {
  const [before, after, ...more] = text.split(find);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`${file} has this not once: ${find}`);
  return before + replace + after;
}
