import { wholeObjects, iam, association, patch, type Defect } from "./defects/defect";
import { edges, others, projects } from "./defects/objects";
import { cancelled, lost } from "./defects/requests";
import { rollouts } from "./defects/rollouts";

/*
 * The simulator is tested with defects that this package has had: each is brought back by one small change of the sources,
 * and has to be found. `hunt.ts` does that, and measures the time. One that breaks a kept life is shown by that life.
 */

/** Values of an object that several owners change. */
const parts: readonly Defect[] = [
  {
    name: "After a lost answer, an own value is recorded as the previous one",
    kinds: ["FirewallPolicyIamPolicy", ...patch],
    needs: ["answerLost"],
    file: "lifecycle/changes/borrowLoop.ts",
    find: "return journal.open.length > 0;",
    replace: "return journal.open.length < 0;",
  },
  {
    name: "A member that moves to another patch brings the value of the first patch as the previous one",
    kinds: patch,
    needs: ["swap", "next program"],
    file: "parts/patchParts.ts",
    find: "!leaf.kind.fixed && others.some(",
    replace: "leaf.kind.fixed === null && others.some(",
  },
  {
    name: "A patch that changes one member forgets the previous values of the others",
    kinds: patch,
    needs: ["next program"],
    file: "parts/patchParts.ts",
    find: "const recorded = isOther ? undefined : part.recorded?.before;",
    replace: "const recorded = part.isDue || isOther ? undefined : {};",
  },
  {
    name: "A change of the grants takes away a grant that somebody else makes at the same time",
    kinds: iam,
    needs: ["rivalJustBefore"],
    file: "resources/firewallPolicyIam/definition/successor.ts",
    find: "...(current.etag === undefined ? {} : { etag: current.etag }),",
    replace: "etag: undefined,",
  },
  {
    name: "An account with capital letters counts as another one than the service shows",
    kinds: ["FirewallPolicyIamMember"],
    needs: ["capitalAccounts", "mixedAccounts"],
    file: "names/principals.ts",
    find: "if (findForm(member)?.anyCase !== true) return member;",
    replace: 'if (member !== "") return member;',
  },
  {
    name: "A change of the grants writes the account of somebody else in the letters of the program",
    kinds: ["FirewallPolicyIamBinding", "FirewallPolicyIamPolicy"],
    needs: ["rival", "next program"],
    file: "resources/firewallPolicyIam/definition/successor.ts",
    find: "return own ?? any ?? member;",
    replace: "return member;",
  },
  {
    name: "A destroy of a policy takes away what somebody else has granted since",
    kinds: ["FirewallPolicyIamPolicy"],
    needs: ["rival"],
    file: "resources/firewallPolicyIam/definition/wholePolicy.ts",
    find: 'next: decision === "restore" ? next : undefined,',
    replace: 'next: decision === "restore" || decision === "changedByOthers" ? next : undefined,',
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
    find: "return actual !== undefined && !isOn(",
    replace: "return actual !== undefined && actual.name === undefined && !isOn(",
  },
  {
    name: "A swap that fails forgets the association that is still there",
    kinds: association,
    needs: ["failsWithoutEffect", "next program"],
    file: "resources/networkFirewallPolicyAssociation/definition/attach.ts",
    find: "...before.filter((one) => !isSameAttachment(one, next))",
    replace: "...before.slice(before.length)",
  },
  {
    name: "A change whose operation ends because another one runs on the policy is not repeated",
    kinds: association,
    needs: ["endsNotReady"],
    file: "lifecycle/changes/busyObject.ts",
    find: "return error.saysNotReady;",
    replace: "return false;",
  },
];

/** How long a call takes, and how often it asks. */
const bounds: readonly Defect[] = [
  {
    name: "A change that waits for another one of the same object outlives its deadline",
    kinds: [...association, ...patch],
    needs: ["slowOperation"],
    file: "lifecycle/changes/objectQueue.ts",
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
    find: "    yield { page, items };",
    replace: "    if (count === 1 || page.nextPageToken) yield { page, items };",
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
  ...others,
  ...projects,
  ...parts,
  ...rollouts,
  ...associations,
  ...edges,
  ...bounds,
  ...functions,
];

/** The text of the file with the defect in it. */
export function bringBack(text: string, { file, find, replace }: Defect): string {
  const [before, after, ...more] = text.split(find);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`${file} has this not once: ${find}`);
  return before + replace + after;
}
