const patched = ["previousValues", "__parts"];

/** Outputs that the state keeps encrypted whether an input is a secret or not, by kind. Both faces read it. */
export const secretOutputs: Readonly<Record<string, readonly string[]>> = {
  FirewallPolicyIamPolicy: ["previousPolicyData"],
  NetworkFirewallPolicyAssociation: ["__own"],
  // The values that were there before may be anybody's metadata, and the rest is what the program set, which may be a secret.
  RegionInstanceGroupManagerPatch: patched,
  InstanceGroupManagerPatch: patched,
  BackendServicePatch: patched,
  RegionBackendServicePatch: patched,
  SubnetworkPatch: patched,
  ServiceAttachmentPatch: patched,
  Snapshot: ["snapshotEncryptionKey", "sourceDiskEncryptionKey", "sourceInstantSnapshotEncryptionKey"],
  TargetSslProxyCertificateMap: ["previousCertificateMap", "__own"],
};
