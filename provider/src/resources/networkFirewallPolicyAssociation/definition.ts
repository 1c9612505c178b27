import {
  policyPath,
  type ApiFirewallPolicyAssociation,
  type PolicyPath,
} from "../../compute/endpoints/networkFirewallPolicies";
import { ComputeError } from "../../http/errors/computeError";
import { answerUnless, NotFoundError } from "../../http/errors/responseError";
import { isDenied } from "../../lifecycle/job/failure";
import { ownedEffects } from "../../names/deleteEffects";
import { canonicalUrl, type LinkContext } from "../../names/links";
import { attach, detach } from "./definition/attach";
import { isRefusal, type Attaching } from "./definition/attachmentRefusal";
import { associationTraces, expectOurs, type OwnNetwork } from "./definition/holder";
import {
  associationNamed,
  associationPath,
  associationWith,
  attachmentPath,
  attachmentsIn,
  byName,
  readHolder,
  ifOn,
  isOn,
  isSamePolicy,
  networkTarget,
  networkPath,
  parsePolicy,
  policyTarget,
  policyUrl,
  recordedIn,
  toRecord,
  type Attachment,
  type NetworkPath,
} from "./definition/networkAttachment";
import type { Identity, Notice, Target } from "../../lifecycle/schema/description";
import { output, type FieldTable } from "../../lifecycle/schema/field";
import type { Job } from "../../lifecycle/job/job";
import { linkKind } from "../../fields/links";
import { booleanKind, projectKind, textKind } from "../../fields/scalars";
import { linkedIdentity } from "../../fields/linkScope";
import { appliedValuesKey, readAppliedValues } from "../../lifecycle/job/outputKeys";
import { defineResource } from "../../lifecycle/schema/definition";
import { isUnknown } from "../../fields/unknown";
import { requiredText, text, type Values } from "../../fields/values";

const fields: FieldTable = {
  project: { kind: projectKind, change: "replace", inPathOnly: true, required: true },
  attachmentTarget: {
    kind: linkKind(networkTarget),
    change: "replace",
    required: true,
    onTargetDelete: "cascades",
  },
  firewallPolicy: {
    kind: linkKind({
      ...policyTarget,
      ownProject: () => "A policy is for networks of its own project",
    }),
    change: "update",
    required: true,
    onTargetDelete: "refused",
  },
  name: {
    kind: textKind("a name", (value) => (value === "" ? "a name of at least one character" : undefined)),
    change: "update",
    required: true,
  },
  firewallPolicyId: output,
  shortName: output,
  displayName: output,
};

/** The id of another provider: a policy's link, and the name, which may be any text. */
const associationId = /^(.*?firewallPolicies\/[^/]+)\/associations\/(.+)$/s;

/** `POLICY/NAME` and `PROJECT/POLICY/NAME`; of the names with slashes, those that are the path or URL of a network. */
const shortId = /^((?:[^/]+\/)?[^/]+)\/([^/]+|(?:https?:\/\/[^/]+\/.*)?projects\/[^/]+\/global\/networks\/[^/]+)$/;

/** An association as it is given to `get`. Everything else knows it by its network. */
type NamedIdentity = Identity<"project" | "firewallPolicy" | "name">;
type AssociationIdentity = Identity<"project" | "network"> | NamedIdentity;

/** The firewall policy that a network is attached to (specification, "FirewallPolicyAssociation" and endpoint 5). */
export const networkFirewallPolicyAssociation = defineResource<AssociationIdentity>({
  kind: "NetworkFirewallPolicyAssociation",
  fields,
  argumentAliases: {
    network: "attachmentTarget",
    policy: "firewallPolicy",
    replaceExisting: "replaceExistingAssociation",
  },
  localArguments: { replaceExistingAssociation: booleanKind },
  adoptable: true,
  deleteEffects: {
    ...ownedEffects("the association"),
    DELETE: { word: "remove", says: "removes the association: the network has no policy then" },
  },
  secretOutputs: [appliedValuesKey],
  // A network that is without a policy for a moment is unprotected.
  handsOver: true,
  identity: {
    members: ["project", "network"],
    arguments: ["project", "attachmentTarget"],
    read: ({ attachmentTarget }, context) => linkedIdentity(attachmentTarget, "network", networkTarget, context),
    parse: parseId,
  },

  path: (identity) =>
    "network" in identity
      ? attachmentPath(identity)
      : associationPath({ ...identity, policy: identity.firewallPolicy }, identity.name),

  furtherClaimScope(values, context) {
    const [policy, name] = [parsePolicy(values.firewallPolicy, context), text(values, "name")];
    return policy && name !== undefined ? [{ property: "name", at: associationPath(policy, name) }] : undefined;
  },

  placedBy: { field: "attachmentTarget", target: networkTarget },

  takesOver: ({ replaceExistingAssociation }) => replaceExistingAssociation === true,

  create: (job, target) =>
    attach(job, "insert", attaching(target), [], {
      read: () => Promise.resolve({ isOwn: target.values.replaceExistingAssociation === true }),
    }),

  traces: associationTraces,

  async read(job, identity, known) {
    if (!("network" in identity)) return readByName(job, identity);
    const network = toNetwork(identity);
    const own = attachmentsIn(job.record.appliedValues ?? readAppliedValues(known));
    const name = text(known, "name");
    const ours = own.map(({ policy }) => policy);
    // One policy at most holds a network: where ours does, nobody else's needs to be looked for.
    const [newest] = own;
    const attached = newest && (await ifOn(job, network, newest));
    if (newest !== undefined && attached !== undefined) {
      // An association that was replaced on the way here is not ours any more, should somebody put it back.
      return { ...attached, ...toOutputs(job, network, newest.policy), [appliedValuesKey]: [toRecord(newest)] };
    }
    const holder = await readHolder(job, network);
    if (holder === undefined) return undefined;
    const recorded = ours.find((policy) => isSamePolicy(policy, holder));
    // The association of a policy that is not ours has a name that is of no use here, and may not be ours to read.
    const isReadable = own.length === 0 || recorded !== undefined;
    const association = isReadable ? await associationOn(job, network, holder, name) : undefined;
    // A policy of ours keeps the spelling in which the program gave it.
    return { name, ...association, ...toOutputs(job, network, recorded ?? holder) };
  },

  deriveApplied: (association) => attachmentsIn([association]).map(toRecord),

  update(job, target) {
    const action = "swap";
    const network = toNetwork(target.identity);
    const recorded = recordedIn(target.olds);
    const mayReplace = target.values.replaceExistingAssociation === true;
    const look = (): Promise<OwnNetwork> =>
      mayReplace ? Promise.resolve({ isOwn: true }) : expectOurs(job, action, network, recorded, attaching(target));
    return attach(job, action, attaching(target), recorded, {
      read: look,
      // An old answer can show the network without our association. Somebody else's, which came since, stays.
      async lookAgain(error, { isOwn }) {
        if (isOwn || !isInTheWay(error)) return undefined;
        const again = await look();
        return again.isOwn ? again : undefined;
      },
    });
  },

  async *delete(job, identity, outputs) {
    const network = toNetwork(identity);
    let isRemoved = false;
    const removed = () => {
      isRemoved = true;
    };
    for (const attachment of recordedIn(outputs)) yield detach(job, network, attachment, removed);
    const isUnseen = (error: unknown) => isDenied(error) || error instanceof NotFoundError;
    const holder = isRemoved ? undefined : await answerUnless(isUnseen, readHolder(job, network));
    if (holder !== undefined) {
      job.notice(
        `the network is held by ${policyPath(holder)}, and the state does not record that association; it is left alone.`,
      );
    }
  },

  changeNotices: (olds, news, _changed, context) => swapNotices(olds, news, context),

  // A name is that of one association of a policy.
  excludes(olds, news, context) {
    // The network may say the project, and not be known yet: then it most likely stays the same.
    const project = isUnknown(context.project) ? text(olds, "project") : context.project;
    const [from, to] = [parsePolicy(olds.firewallPolicy), parsePolicy(news.firewallPolicy, { ...context, project })];
    const isOnePolicy = from && to && isSamePolicy(from, to);
    return isOnePolicy === true && !isUnknown(news.name) && olds.name === news.name;
  },

  replacementWarning: (_olds, news, deletedFirst) =>
    deletedFirst
      ? `the old network loses the policy before the new one gets it, because both associations have the name ${JSON.stringify(news.name)} in one policy. To keep the order, change the name as well, or leave it out.`
      : undefined,
});

function parseId(id: string, context: LinkContext): AssociationIdentity {
  const [, link = "", name = ""] = associationId.exec(id) ?? shortId.exec(id) ?? [];
  const policy = parsePolicy(link.replace(/^([^/]+)\/([^/]+)$/, "projects/$1/global/firewallPolicies/$2"), context);
  if (policy !== undefined && name !== "") return { project: policy.project, firewallPolicy: policy.policy, name };
  const byNetwork = linkedIdentity(id.replace(/\/firewallPolicyAssociation$/, ""), "network", networkTarget, context);
  if (id.includes("networks/") && byNetwork !== undefined) return byNetwork;
  throw new Error(
    `${JSON.stringify(id)} is not the id of an association. It must be projects/PROJECT/global/networks/NETWORK/firewallPolicyAssociation, ` +
      "projects/PROJECT/global/firewallPolicies/POLICY/associations/NAME, PROJECT/POLICY/NAME, or POLICY/NAME where gcp:project is set.",
  );
}

function toNetwork(identity: AssociationIdentity): NetworkPath {
  if ("network" in identity) return identity;
  throw new Error("attachmentTarget is missing from the recorded properties");
}

function wanted({ body, context }: Target): Attachment {
  const policy = parsePolicy(body.firewallPolicy, context);
  if (policy === undefined) throw new Error("firewallPolicy is missing from the recorded properties");
  return { policy, name: requiredText(body, "name") };
}

function attaching(target: Target<AssociationIdentity>): Omit<Attaching, "replaceExisting"> {
  const attachmentTarget = requiredText(target.body, "attachmentTarget");
  return { ...wanted(target), network: toNetwork(target.identity), attachmentTarget };
}

/** The outputs of a network and the policy that holds it, whatever the association says of them. */
function toOutputs({ links }: Job, network: NetworkPath, holder: PolicyPath): Values {
  return {
    firewallPolicy: policyUrl(holder, links),
    shortName: holder.policy,
    attachmentTarget: canonicalUrl(networkPath(network), links),
  };
}

/** A policy's association with a network: the one of that name where it is on that network, else whichever is. */
async function associationOn(
  job: Job,
  network: NetworkPath,
  policy: PolicyPath,
  name: string | undefined,
): Promise<ApiFirewallPolicyAssociation | undefined> {
  const named = name === undefined ? undefined : await associationNamed(job, { policy, name });
  return isOn(named, network) ? named : associationWith(job, policy, network);
}

/** For `get`: the association that a policy and a name tell. */
async function readByName(job: Job, { project, firewallPolicy, name }: NamedIdentity): Promise<Values | undefined> {
  const policy = await byName(job, { project, policy: firewallPolicy });
  const association = await associationNamed(job, { policy, name });
  if (association === undefined) return undefined;
  return { ...association, firewallPolicy: policyUrl(policy, job.links), shortName: policy.policy };
}

/** True if the service refused an association because of another one, also where an error of ours says so. */
function isInTheWay(error: unknown): boolean {
  return error instanceof ComputeError && [error, error.cause].some(isRefusal);
}

/** The notices of the preview on a swap. */
function swapNotices(olds: Values, news: Values, context: LinkContext): Notice[] {
  const from = parsePolicy(olds.firewallPolicy);
  const to = parsePolicy(news.firewallPolicy, context);
  const name = text(olds, "name") ?? "?";
  const own = attachmentsIn(readAppliedValues(olds));
  const onPolicy = own.filter(({ policy }) => from !== undefined && isSamePolicy(policy, from));
  const isTheirs = from !== undefined && own.length > 0 && !onPolicy.some((attachment) => attachment.name === name);
  if (isTheirs && (news.replaceExistingAssociation ?? false) === false) {
    const another = onPolicy.length === 0 ? "" : `another association, ${JSON.stringify(name)}, of `;
    return [
      {
        severity: "warning",
        message: `${another}the firewall policy ${from.policy} has taken over the network; to take it back, set replaceExistingAssociation: true.`,
      },
    ];
  }
  const change =
    from !== undefined && to !== undefined && isSamePolicy(from, to)
      ? `renames its association from ${name} to ${isUnknown(news.name) ? "a name that is not known yet" : (text(news, "name") ?? "?")}`
      : `swaps the firewall policy ${from?.policy ?? "?"} for ${to?.policy ?? "one that is not known yet"}`;
  return [{ severity: "info", message: `${change} in one step: the network always has a policy.` }];
}
