/*
 * The class of patches of zonal groups follows from that of regional groups: one has all that the other has, but for what only a region can
 * distribute.
 */

/** Arguments and outputs that only a regional group has. */
const regionalMembers = ["distributionPolicy", "instanceFlexibilityPolicy"];

/** Each is in the text of the regional class. */
const words: readonly (readonly [regional: string, zonal: string])[] = [
  ["RegionInstanceGroupManagerPatch", "InstanceGroupManagerPatch"],
  ["InstanceGroupManagerSettings", "ZonalInstanceGroupManagerSettings"],
  ["a regional managed instance group", "a zonal managed instance group"],
  ["`instanceSelections`, ", ""],
  ["regions/REGION", "zones/ZONE"],
  ["compute.regionOperations", "compute.zoneOperations"],
  ["regions/us-central1", "zones/us-central1-a"],
  ['region: "europe-west1"', 'zone: "europe-west1-b"'],
  ['region: "us-central1"', 'zone: "us-central1-a"'],
  [
    'Source: specification, "Managed instance group" and endpoints 6 and 7; regionInstanceGroupManagers.get and\n * listManagedInstances of the public v1 reference.',
    "Source: instanceGroupManagers.get, patch and listManagedInstances of the public v1 reference.",
  ],
  ["/** Region of the group. */", "/** Zone of the group. */"],
  ["readonly region:", "readonly zone:"],
  [
    "Region of the group. Default: the region that the link names, or else `gcp:region`.",
    "Zone of the group. Default: the zone that the link names, or else `gcp:zone`.",
  ],
  ["  region?: pulumi", "  zone?: pulumi"],
  ['  | "region"\n', '  | "zone"\n'],
];

/** The text of the zonal class. */
export function zonalGroupText(regional: string, source: string): string {
  const shared = regionalMembers.reduce((text, name) => {
    const member = new RegExp(
      ` {2}/\\*\\*(?:(?!\\*/)[^])*?\\*/\\n {2}(?:declare readonly )?${name}\\??: [^;]+;\\n`,
      "g",
    );
    const without = text.replace(member, "");
    if (text.length === without.length) throw new Error(`${source} has no member ${name}.`);
    return without;
  }, regional);
  const text = words.reduce((current, [from, to]) => {
    if (!current.includes(from)) throw new Error(`${source} does not have the words ${JSON.stringify(from)}.`);
    return current.replaceAll(from, to);
  }, shared);
  return `/* \`npm run docs:reference\` writes this file from ${source}. */\n${text}`;
}
