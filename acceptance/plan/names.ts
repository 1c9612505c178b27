import { fixtureNames, fixtures, type FixtureName } from "./fixtures";

/** The need of a subject that no run makes: the option that names it. */
export type Need = "--certificate-map" | "--organization or --folder";

/** Something that is tried. */
interface Subject {
  /** The fixtures that it refers to. */
  readonly fixtures: readonly FixtureName[];
  readonly needs?: Need;
}

const needs = "--organization or --folder";

/** The resources whose life is tried, by their class. */
const kinds = {
  Route: { fixtures: ["network"] },
  Snapshot: { fixtures: ["disk"] },
  NetworkFirewallPolicyAssociation: { fixtures: ["network", "guard", "spare"] },
  RegionInstanceGroupManagerPatch: { fixtures: ["group"] },
  TargetSslProxyCertificateMap: { fixtures: ["proxy"], needs: "--certificate-map" },
  FirewallPolicyIamBinding: { fixtures: ["grants"], needs },
  FirewallPolicyIamMember: { fixtures: ["grants"], needs },
  FirewallPolicyIamPolicy: { fixtures: ["wholePolicy"], needs },
} as const satisfies Record<string, Subject>;

/** The functions that are tried. */
const functions = {
  getNetworkProfiles: { fixtures: [] },
  getManagedInstances: { fixtures: ["group"] },
  getNetworkFirewallPolicyPacketMirroringRule: { fixtures: ["mirroring"] },
  getOrganizationOperations: { fixtures: ["grants"], needs },
  getInterconnectRemoteLocations: { fixtures: [] },
  waitForRegionOperation: { fixtures: ["subnetwork"] },
} as const satisfies Record<string, Subject>;

export type KindName = keyof typeof kinds;
export type FunctionName = keyof typeof functions;
export type SubjectName = KindName | FunctionName;

export const kindNames = Object.keys(kinds) as KindName[];
export const functionNames = Object.keys(functions) as FunctionName[];

/** Everything that is tried, in the order of the report. */
export const subjects: Readonly<Record<SubjectName, Subject>> = { ...kinds, ...functions };
export const subjectNames: readonly SubjectName[] = [...kindNames, ...functionNames];

/** All that some subjects need, each after what it refers to itself. */
export function neededFixtures(names: readonly SubjectName[]): FixtureName[] {
  const needed = new Set<string>(names.flatMap((name) => subjects[name].fixtures));
  for (const name of fixtureNames.toReversed())
    if (needed.has(name)) for (const other of fixtures[name].refersTo ?? []) needed.add(other);
  return fixtureNames.filter((name) => needed.has(name));
}

/** The name of a subject, with the option that it needs. */
export function withNeed(name: SubjectName): string {
  const { needs } = subjects[name];
  return needs === undefined ? name : `${name} (needs ${needs})`;
}
