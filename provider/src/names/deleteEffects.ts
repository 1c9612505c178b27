/*
 * The effect of a delete, by kind and deletion policy. A person who reads a plan sees another team's group beside the word
 * "delete", so each says what happens to it. The step itself and the summary of a plan say it in these words.
 */

/** The effect of one deletion policy. */
export interface DeleteEffect {
  /** In one or two words: `delete`, `stop managing`. */
  readonly word: string;
  /** As the end of a sentence that begins with the resource; empty where the word says all. */
  readonly says: string;
}

type EffectsByPolicy = Readonly<Record<string, DeleteEffect>>;

const deletes: DeleteEffect = { word: "delete", says: "" };
const isPrevented: DeleteEffect = {
  word: "delete (fails)",
  says: "the deletionPolicy PREVENT makes a delete an error",
};
const leaves = (object: string): DeleteEffect => ({ word: "stop managing", says: `${object} stays as it is` });
const restores = (value: string, otherwise: string): DeleteEffect => ({
  word: "put back",
  says: `puts ${value} back, and leaves ${otherwise}`,
});
const owned = (object: string): EffectsByPolicy => ({ DELETE: deletes, ABANDON: leaves(object), PREVENT: isPrevented });

const patched = (object: string): EffectsByPolicy => ({
  RETAIN: leaves(`the ${object}`),
  RESTORE: restores(`the earlier settings of the ${object}`, "what somebody else has changed since"),
  PREVENT: isPrevented,
});

/** By kind, and by the policies that it offers; the first is its default. */
export const deleteEffects: Readonly<Record<string, EffectsByPolicy>> = {
  Route: owned("the route"),
  Snapshot: owned("the snapshot"),
  NetworkFirewallPolicyAssociation: {
    ...owned("the association"),
    DELETE: { word: "remove", says: "removes the association: the network has no policy then" },
  },
  RegionInstanceGroupManagerPatch: patched("group"),
  InstanceGroupManagerPatch: patched("group"),
  BackendServicePatch: patched("backend service"),
  RegionBackendServicePatch: patched("backend service"),
  SubnetworkPatch: patched("subnetwork"),
  ServiceAttachmentPatch: patched("service attachment"),
  TargetSslProxyCertificateMap: {
    RESTORE: restores("the earlier certificate map of the proxy", "a map that somebody else has set since"),
    RETAIN: leaves("the certificate map of the proxy"),
    PREVENT: isPrevented,
  },
  FirewallPolicyIamBinding: { DELETE: { word: "revoke", says: "takes the role from all its members" } },
  FirewallPolicyIamMember: { DELETE: { word: "revoke", says: "takes the role from the member" } },
  FirewallPolicyIamPolicy: {
    DELETE: restores("the earlier policy", "a policy that somebody else has set since"),
  },
};

/**
 * The effect of a delete; that of the kind's default without a policy.
 *
 * @returns `undefined` for a kind of another package
 */
export function findDeleteEffect(kind: string, policy: unknown): DeleteEffect | undefined {
  const effects = Object.hasOwn(deleteEffects, kind) ? deleteEffects[kind] : undefined;
  if (effects === undefined) return undefined;
  const isOffered = typeof policy === "string" && Object.hasOwn(effects, policy);
  return isOffered ? effects[policy] : Object.values(effects)[0];
}

/** The effect of `retainOnDelete`, whatever the resource. */
export const retainedEffect: DeleteEffect = leaves("the object");
