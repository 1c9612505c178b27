/** Errors of every resource, by their headings in troubleshooting.md. */
export const errorsOfEveryResource: readonly string[] = [
  "`is not an argument`",
  "`import` … cannot work",
  "The command `pulumi import` ends with `reading 'toJavaScript'`",
  "`The credentials were refused`",
  "`The caller needs`",
  "`The token lacks an OAuth scope`",
  "`Enable the Compute Engine API`",
  "`cannot be reached`",
  "`not finished within`",
  "`It is not known whether the service received the request`",
  "`Another change of that resource is running`",
  "`itself is at fault`",
];

/** Errors of every function. */
export const errorsOfEveryFunction: readonly string[] = [
  "`is not an argument`",
  "`The credentials were refused`",
  "`The caller needs`",
  "`The token lacks an OAuth scope`",
  "`Enable the Compute Engine API`",
  "`cannot be reached`",
];

/** Errors of the configuration, and of `Provider`. */
export const errorsOfSettings: readonly string[] = [
  "`is configured, but is not a setting`",
  "`takes none from the stack`",
  "`cannot be reached`",
  "`nothing on this machine listens at`",
  "`The credentials were refused`",
];

const ofObjects = ["`an object of that name exists already`", "`is not the one that is recorded`", "`QUOTA_EXCEEDED`"];
const ofOperations = ["`the service no longer knows operation`"];
const ofGrants = ["`the service account is not known yet`"];

/** Errors that only some resources and functions have. */
export const specialErrors: Readonly<Record<string, readonly string[]>> = {
  Route: [...ofObjects, "`another change is running on the network`", ...ofOperations],
  Snapshot: [...ofObjects, "`RESOURCE_OPERATION_RATE_EXCEEDED`", "`its status is FAILED`", ...ofOperations],
  NetworkFirewallPolicyAssociation: [
    "`the network is held by another firewall policy`",
    "`the network is held by an association that is not recorded as one of this resource`",
    ...ofOperations,
  ],
  RegionInstanceGroupManagerPatch: [
    "`somebody else changed the same fields at the same time`",
    "`the instances are not`",
    "`a link has no query`",
    ...ofOperations,
  ],
  TargetSslProxyCertificateMap: ofOperations,
  FirewallPolicyIamBinding: ofGrants,
  FirewallPolicyIamMember: ofGrants,
  FirewallPolicyIamPolicy: [...ofGrants, "`the policy is no longer the one that this resource set`"],
  waitForRegionOperation: [...ofOperations, "`not finished within`"],
};
