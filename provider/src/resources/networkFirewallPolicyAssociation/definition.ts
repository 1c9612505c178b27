import type { ApiFirewallPolicyAssociation, PolicyPath } from "../../compute/endpoints/networkFirewallPolicies";
import { ComputeError } from "../../http/errors/computeError";
import { KnownNames } from "../../names/knownNames";
import { linkName, type LinkContext } from "../../names/links";
import { attach, detach, type Attaching } from "./definition/attach";
import { heldByAnother, isRefusal } from "./definition/attachmentRefusal";
import {
  associationNamed,
  associationWith,
  byName,
  holderOf,
  isOn,
  isSamePolicy,
  learnNumbers,
  networkTarget,
  networkUrl,
  policyOf,
  policyTarget,
  policyUrl,
  type NetworkPath,
} from "./definition/networkAttachment";
import type { Identity, Notice, ResourceDefinition, Target } from "../../lifecycle/definition";
import type { Field, FieldTable } from "../../lifecycle/field";
import { isDenied } from "../../lifecycle/failure";
import type { Job } from "../../lifecycle/job";
import { linkKind } from "../../fields/links";
import { booleanKind, outputKind, projectKind, textKind } from "../../fields/scalars";
import { completePlace, linkedIdentity, namedNotNumbered, placeProblems } from "../../fields/linkedPlace";
import { ownOf } from "../../lifecycle/recorded";
import { isUnknown } from "../../fields/unknown";
import { isValues, requiredText, text, type Values } from "../../fields/values";
import { comesToBe, comesToBeAfterwards } from "./definition/handover";
import { associationTraces, leftBehind, type Attachment } from "./definition/traces";

const output: Field = { kind: outputKind, change: "output" };

const fields: FieldTable = {
  project: { kind: projectKind, change: "replace", inPathOnly: true, required: true },
  attachmentTarget: {
    kind: linkKind(networkTarget),
    change: "replace",
    required: true,
  },
  firewallPolicy: { kind: linkKind({ ...policyTarget, rule: namedNotNumbered }), change: "update", required: true },
  name: {
    kind: textKind("a name", (value) => (value === "" ? "a name of at least one character" : undefined)),
    change: "update",
    required: true,
  },
  firewallPolicyId: output,
  shortName: output,
  displayName: output,
};

const minutes = 60_000;

/** An association as it is given to `get`. Everything else knows it by its network. */
type NamedIdentity = Identity<"project" | "firewallPolicy" | "name">;
type AssociationIdentity = Identity<"project" | "network"> | NamedIdentity;

/** The firewall policy that a network is attached to (specification, "FirewallPolicyAssociation" and endpoint 5). */
export const networkFirewallPolicyAssociation: ResourceDefinition<AssociationIdentity> = {
  kind: "NetworkFirewallPolicyAssociation",
  fields,
  argumentAliases: {
    network: "attachmentTarget",
    policy: "firewallPolicy",
    replaceExisting: "replaceExistingAssociation",
  },
  timeouts: { create: 20 * minutes, update: 20 * minutes, delete: 20 * minutes },
  localArguments: { replaceExistingAssociation: booleanKind },
  adoptable: true,
  identity: ["project", "network"],
  identityFrom: ({ attachmentTarget }, context) => linkedIdentity(attachmentTarget, "network", networkTarget, context),

  path: (identity) =>
    "network" in identity
      ? `projects/${identity.project}/global/networks/${identity.network}/firewallPolicyAssociation`
      : `projects/${identity.project}/global/firewallPolicies/${identity.firewallPolicy}/associations/${identity.name}`,

  parseId(id, context) {
    const [, link = shortPolicy(id.split("/")), name = linkName(id)] =
      /^(.*firewallPolicies\/[^/]+)\/associations\/([^/]+)$/.exec(id) ?? [];
    const ofNetwork = linkedIdentity(id.replace(/\/firewallPolicyAssociation$/, ""), "network", networkTarget, context);
    const policy = policyOf(link, context);
    if (id.includes("networks/") && ofNetwork !== undefined) return ofNetwork;
    if (policy !== undefined && name !== "") return { project: policy.project, firewallPolicy: policy.policy, name };
    throw new Error(
      `${JSON.stringify(id)} is not the id of an association. It must be projects/PROJECT/global/networks/NETWORK/firewallPolicyAssociation, ` +
        "projects/PROJECT/global/firewallPolicies/POLICY/associations/NAME, PROJECT/POLICY/NAME, or POLICY/NAME where gcp:project is set.",
    );
  },

  complete: (inputs, context) => {
    completePlace(inputs, "attachmentTarget", networkTarget, context);
  },

  problems: (inputs, context) => placeProblems(inputs, "attachmentTarget", networkTarget, context),

  async create(job, target) {
    job.ledger.sets(recordOf(wanted(target)));
    try {
      await attach(job, "insert", attaching(target, target.values.replaceExistingAssociation === true));
    } catch (error) {
      await takeUp(job, target, error);
    }
  },

  traces: associationTraces,

  async read(job, identity, known) {
    if (!("network" in identity)) return readByName(job, identity);
    const { names } = job.links;
    const network = networkOf(identity);
    const own = attachmentsIn(job.ledger.ownValues ?? ownOf(known));
    const name = text(known, "name");
    const ours = own.map(({ policy }) => policy);
    await learnNumbers(job.client, network, ours, names, job.call);
    // One policy at most holds a network: where ours does, nobody else's needs to be looked for.
    const [newest] = own;
    const attached = newest && (await ownOn(job, network, newest));
    if (newest !== undefined && attached !== undefined) {
      // What was replaced on the way here is not ours any more, should somebody put it back.
      job.ledger.sets(recordOf(newest));
      return { ...attached, ...shownOf(job, network, newest.policy) };
    }
    const holder = await holderOf(job.client, network, job.call);
    if (holder === undefined) return undefined;
    const recorded = ours.find((policy) => isSamePolicy(policy, holder, names));
    // A policy of ours keeps the spelling in which the program gave it.
    const there = shownOf(job, network, recorded ?? holder);
    // The association of a policy that is not ours has a name that is of no use here, and may not be ours to read.
    if (own.length > 0 && recorded === undefined) return { name, ...there };
    const named = name === undefined ? undefined : await associationNamed(job.client, holder, name, job.call);
    const association = isOn(named, network, names)
      ? named
      : await associationWith(job.client, holder, network, names, job.call);
    return { name, ...association, ...there };
  },

  async update(job, change) {
    const action = "swap";
    job.begins(action);
    const { identity, values, olds } = change;
    const own = attachmentsIn(ownOf(olds));
    const next = wanted(change);
    if (values.replaceExistingAssociation !== true) await expectHolder(job, action, identity, [...own, next]);
    // Until it is known to have landed, any association of an earlier attempt may be ours.
    job.ledger.sets(...[next, ...own.filter((before) => !isSameAttachment(job, before, next))].map(recordOf));
    // Replaced in one step, and never removed first: the network is not without a policy for a moment.
    await attach(job, action, attaching(change, true));
    job.ledger.sets(recordOf(next));
    // As long as the policy from before shows the association, nobody can delete it.
    const network = networkOf(identity);
    for (const before of own.filter(({ policy }) => !isSamePolicy(policy, next.policy, job.links.names)))
      await comesToBeAfterwards(job, async () => (await ownOn(job, network, before)) === undefined);
  },

  async delete(job, identity, outputs) {
    const own = ownOf(outputs);
    const attachments = attachmentsIn(own.length > 0 ? own : [outputs]);
    const policies = attachments.map(({ policy }) => policy);
    await learnNumbers(job.client, networkOf(identity), policies, job.links.names, job.call);
    for (const attachment of attachments) {
      await detach(job, networkOf(identity), attachment);
    }
  },

  changeNotices: (olds, news, _changed, context) => swapNotices(olds, news, context),

  // A name is that of one association of a policy.
  excludes(olds, news, context) {
    // The network may say the project, and not be known yet: then it most likely stays the same.
    const project = isUnknown(context.project) ? text(olds, "project") : context.project;
    const [from, to] = [policyOf(olds.firewallPolicy), policyOf(news.firewallPolicy, { ...context, project })];
    const isOnePolicy = from && to && isSamePolicy(from, to, context.names ?? new KnownNames());
    return isOnePolicy === true && !isUnknown(news.name) && olds.name === news.name;
  },

  replacementWarning: (_olds, news, deletedFirst) =>
    deletedFirst
      ? `the old network loses the policy before the new one gets it, because both associations have the name ${JSON.stringify(news.name)} in one policy. To keep the order, change the name as well, or leave it out.`
      : undefined,
};

function networkOf(identity: AssociationIdentity): NetworkPath {
  if ("network" in identity) return identity;
  throw new Error("attachmentTarget is missing from the recorded properties");
}

/** `POLICY/NAME` and `PROJECT/POLICY/NAME` without the name, as a link. */
function shortPolicy(segments: readonly string[]): string {
  const [first = "", second = ""] = segments;
  if (segments.length === 2) return first;
  return segments.length === 3 ? `projects/${first}/global/firewallPolicies/${second}` : "";
}

function wanted({ body, context }: Target): Attachment {
  const policy = policyOf(body.firewallPolicy, context);
  if (policy === undefined) throw new Error("firewallPolicy is missing from the recorded properties");
  return { policy, name: requiredText(body, "name") };
}

function attaching(target: Target<AssociationIdentity>, replaceExisting: boolean): Attaching {
  const attachmentTarget = requiredText(target.body, "attachmentTarget");
  return { ...wanted(target), network: networkOf(target.identity), attachmentTarget, replaceExisting };
}

function isSameAttachment({ links }: Job, left: Attachment, right: Attachment): boolean {
  return isSamePolicy(left.policy, right.policy, links.names) && left.name === right.name;
}

function recordOf({ policy, name }: Attachment): Values {
  return { firewallPolicy: policyUrl(policy), name };
}

function attachmentsIn(records: readonly unknown[]): Attachment[] {
  return records.flatMap((record) => {
    const policy = isValues(record) ? policyOf(record.firewallPolicy) : undefined;
    return policy && isValues(record) ? [{ policy, name: text(record, "name") ?? "" }] : [];
  });
}

/** An attachment of ours, if it holds the network; a policy that may not be looked at is taken for one that does not. */
async function ownOn(
  job: Job,
  network: NetworkPath,
  { policy, name }: Attachment,
): Promise<ApiFirewallPolicyAssociation | undefined> {
  try {
    const association = await associationNamed(job.client, policy, name, job.call);
    return isOn(association, network, job.links.names) ? association : undefined;
  } catch (error) {
    if (isDenied(error)) return undefined;
    throw error;
  }
}

/** What is recorded of a network and the policy that holds it, whatever the association says of them. */
function shownOf({ links }: Job, network: NetworkPath, holder: PolicyPath): Values {
  return {
    firewallPolicy: policyUrl(holder, links),
    shortName: holder.policy,
    attachmentTarget: networkUrl(network, links),
  };
}

/** Refuses to take the network from a policy that is none of these. */
async function expectHolder(
  job: Job,
  action: string,
  identity: AssociationIdentity,
  own: readonly Attachment[],
): Promise<void> {
  const network = networkOf(identity);
  const policies = own.map(({ policy }) => policy);
  await learnNumbers(job.client, network, policies, job.links.names, job.call);
  const foreignHolder = async () => {
    const holder = await holderOf(job.client, network, job.call);
    const isOurs = policies.some((policy) => holder && isSamePolicy(policy, holder, job.links.names));
    return isOurs ? undefined : holder;
  };
  let foreign = await foreignHolder();
  const [newest] = own;
  if (foreign === undefined || newest === undefined) return;
  // Where our own association is seen as well, the network may be shown as it was before an earlier swap.
  await comesToBe(job, async () => {
    if ((await ownOn(job, network, newest)) === undefined) return true;
    foreign = await foreignHolder();
    return foreign === undefined;
  });
  if (foreign !== undefined) throw heldByAnother(action, foreign);
}

/** For `get`: the association that a policy and a name tell. */
async function readByName(job: Job, { project, firewallPolicy, name }: NamedIdentity): Promise<Values | undefined> {
  const policy = await byName(job.client, { project, policy: firewallPolicy }, job.call);
  const association = await associationNamed(job.client, policy, name, job.call);
  if (association === undefined) return undefined;
  return { ...association, firewallPolicy: policyUrl(policy, job.links), shortName: policy.policy };
}

/**
 * After a refusal: where an earlier run of this stack made what is in the way, and ended before anybody recorded it, it is
 * taken up, and brought to what the program says now in one step.
 *
 * @throws the refusal, where what is in the way is not provably ours
 */
async function takeUp(job: Job, target: Target<AssociationIdentity>, refusal: unknown): Promise<void> {
  const network = networkOf(target.identity);
  const object = networkFirewallPolicyAssociation.path(target.identity);
  const isInTheWay = refusal instanceof ComputeError && [refusal, refusal.cause].some(isRefusal);
  // Another resource of the program may be the one that made it.
  if (!isInTheWay || job.run.declaredBeside({ urn: job.urn }, object).length > 0) throw refusal;
  const left = await leftBehind(job, network);
  if (left === undefined) throw refusal;
  job.notice(
    `an earlier run of this stack made the association ${JSON.stringify(left.name)} of the policy ${left.policy.policy}, and ended before the state recorded it; this resource takes it over.`,
  );
  if (isSameAttachment(job, left, wanted(target))) {
    job.ledger.cameToNothing();
    return;
  }
  job.ledger.sets(recordOf(wanted(target)), recordOf(left));
  await attach(job, "insert", attaching(target, true));
  job.ledger.sets(recordOf(wanted(target)));
}

/** What the preview says of a swap. */
function swapNotices(olds: Values, news: Values, context: LinkContext): Notice[] {
  const from = policyOf(olds.firewallPolicy);
  const to = policyOf(news.firewallPolicy, context);
  const own = attachmentsIn(ownOf(olds));
  const { names = new KnownNames() } = context;
  const isTheirs = from !== undefined && own.length > 0 && !own.some(({ policy }) => isSamePolicy(policy, from, names));
  if (isTheirs && (news.replaceExistingAssociation ?? false) === false) {
    return [
      {
        severity: "warning",
        message: `the firewall policy ${from.policy} has taken over the network; to take it back, set replaceExistingAssociation: true.`,
      },
    ];
  }
  const change =
    from !== undefined && to !== undefined && isSamePolicy(from, to, names)
      ? `renames its association from ${text(olds, "name") ?? "?"} to ${isUnknown(news.name) ? "a name that is not known yet" : (text(news, "name") ?? "?")}`
      : `swaps the firewall policy ${from?.policy ?? "?"} for ${to?.policy ?? "one that is not known yet"}`;
  return [{ severity: "info", message: `${change} in one step: the network is not without a policy for a moment.` }];
}
