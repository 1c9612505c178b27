/** The resources whose life is tried, by their class. */
export const kindNames = [
  "Route",
  "Snapshot",
  "NetworkFirewallPolicyAssociation",
  "RegionInstanceGroupManagerPatch",
  "TargetSslProxyCertificateMap",
  "FirewallPolicyIamBinding",
  "FirewallPolicyIamMember",
  "FirewallPolicyIamPolicy",
] as const;

export type KindName = (typeof kindNames)[number];

/** The functions that are tried. */
export const functionNames = [
  "getNetworkProfiles",
  "getManagedInstances",
  "getNetworkFirewallPolicyPacketMirroringRule",
  "getOrganizationOperations",
  "getInterconnectRemoteLocations",
  "waitForRegionOperation",
] as const;

export type FunctionName = (typeof functionNames)[number];

export type SubjectName = KindName | FunctionName;

/** Everything that is tried, in the order of the report. */
export const subjectNames: readonly SubjectName[] = [...kindNames, ...functionNames];

/** What a subject needs that no run makes: the option that gives it. */
export type Need = "--certificate-map" | "--organization or --folder";

export const needs: Readonly<Partial<Record<SubjectName, Need>>> = {
  TargetSslProxyCertificateMap: "--certificate-map",
  FirewallPolicyIamBinding: "--organization or --folder",
  FirewallPolicyIamMember: "--organization or --folder",
  FirewallPolicyIamPolicy: "--organization or --folder",
  getOrganizationOperations: "--organization or --folder",
};

/** What is made for the subjects before them, in an order in which each comes after all that it refers to. */
export const fixtureNames = [
  "network",
  "subnetwork",
  "disk",
  "template",
  "group",
  "healthCheck",
  "backendService",
  "certificate",
  "proxy",
  "guard",
  "spare",
  "mirroring",
  "grants",
  "wholePolicy",
] as const;

export type FixtureName = (typeof fixtureNames)[number];

/** What each subject refers to. */
export const fixturesOf: Readonly<Record<SubjectName, readonly FixtureName[]>> = {
  Route: ["network"],
  Snapshot: ["disk"],
  NetworkFirewallPolicyAssociation: ["network", "guard", "spare"],
  RegionInstanceGroupManagerPatch: ["group"],
  TargetSslProxyCertificateMap: ["proxy"],
  FirewallPolicyIamBinding: ["grants"],
  FirewallPolicyIamMember: ["grants"],
  FirewallPolicyIamPolicy: ["wholePolicy"],
  getNetworkProfiles: [],
  getManagedInstances: ["group"],
  getNetworkFirewallPolicyPacketMirroringRule: ["mirroring"],
  getOrganizationOperations: ["grants"],
  getInterconnectRemoteLocations: [],
  waitForRegionOperation: ["subnetwork"],
};

/** What each fixture refers to itself. */
export const fixturesBefore: Readonly<Partial<Record<FixtureName, readonly FixtureName[]>>> = {
  subnetwork: ["network"],
  template: ["subnetwork"],
  group: ["template"],
  backendService: ["healthCheck"],
  proxy: ["backendService", "certificate"],
};

/** All that some subjects need, each after what it refers to itself. */
export function neededFixtures(subjects: readonly SubjectName[]): FixtureName[] {
  const needed = new Set<FixtureName>();
  const add = (name: FixtureName): void => {
    for (const before of fixturesBefore[name] ?? []) add(before);
    needed.add(name);
  };
  for (const subject of subjects) for (const name of fixturesOf[subject]) add(name);
  return fixtureNames.filter((name) => needed.has(name));
}
