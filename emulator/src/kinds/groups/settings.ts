import { invalidField } from "../../basics/errors";
import { fingerprint } from "../../basics/fingerprint";
import { asObject, findOwn, mergeObject, toText, type JsonObject, type Resource } from "../../basics/json";
import { fullUrl, operationScope, parseProject, splitPath } from "../../basics/links";
import { validateBody } from "../../basics/validation";
import { groupFields } from "./fields";
import { checkUnavailableShare, completeUpdatePolicy, completeVersions } from "./policies";

/** Where a group is. */
interface GroupLocation {
  readonly scope: string;
  readonly name: string;
  /** Name of the region, for a regional group. */
  readonly region: string | undefined;
}

function parseGroupPath(path: string): GroupLocation {
  const scope = operationScope(path);
  const { parent, name } = splitPath(scope);
  return { scope, name: splitPath(path).name, region: splitPath(parent).name === "regions" ? name : undefined };
}

/** True for a group of a region, which spreads its instances over zones. */
export function isRegional(path: string): boolean {
  return parseGroupPath(path).region !== undefined;
}

/** Throws if a patch has zones, the same ones too: a group has for good what it was made with. */
function checkZones({ distributionPolicy }: JsonObject): void {
  const { zones } = asObject(distributionPolicy);
  if (distributionPolicy === null || zones !== undefined) {
    const sent = Array.isArray(zones) ? zones.map((entry) => toText(asObject(entry).zone)).join(", ") : "";
    throw invalidField("resource.distributionPolicy.zones", sent, "Zone configuration is immutable.");
  }
}

/** A group after a JSON merge patch, checked as a whole and completed with what the server adds. */
export function patchGroup(group: Resource, patch: JsonObject, path: string): Resource {
  if (isRegional(path)) checkZones(patch);
  const merged = mergeObject(group, patch);
  const isNamed = (name: string) => patch[name] !== undefined && patch[name] !== null;
  // A template at the top is for all instances, unless versions come with it: these override it.
  const versions = isNamed("versions") || !isNamed("instanceTemplate") ? merged.versions : undefined;
  const settings = completeSettings({ ...merged, versions }, path);
  checkUnavailableShare(patch, settings);
  return { ...pickOutputs(group), ...settings, fingerprint: fingerprint(settings) };
}

/** A group that is put or patched from outside: only its settings are checked. */
export function groupFromOutside(object: Resource, before: Resource | undefined, path: string): Resource {
  const { scope, name } = parseGroupPath(path);
  const template = fullUrl(`projects/${parseProject(path) ?? ""}/global/instanceTemplates/${name}`);
  const hasTemplate = object.instanceTemplate !== undefined || object.versions !== undefined;
  // Whoever changes only the template at the top means it for all instances, as in a patch.
  const isForAll =
    object.instanceTemplate !== undefined &&
    object.instanceTemplate !== before?.instanceTemplate &&
    fingerprint(object.versions) === fingerprint(before?.versions);
  const settings = completeSettings(
    { ...object, ...(hasTemplate ? {} : { instanceTemplate: template }), ...(isForAll ? { versions: null } : {}) },
    path,
  );
  const hasNewFingerprint = object.fingerprint !== undefined && object.fingerprint !== before?.fingerprint;
  return {
    instanceGroup: fullUrl(`${scope}/instanceGroups/${name}`),
    ...pickOutputs(object),
    ...settings,
    fingerprint: hasNewFingerprint ? object.fingerprint : fingerprint(settings),
  };
}

/** The members that the server alone sets. */
function pickOutputs(group: Resource): JsonObject {
  return Object.fromEntries(Object.entries(group).filter(([name]) => findOwn(groupFields, name)?.outputOnly === true));
}

function completeSettings(sent: JsonObject, path: string): JsonObject {
  const { name, region } = parseGroupPath(path);
  const project = parseProject(path);
  const { value } = validateBody(groupFields, sent, { project, mode: "insert" });
  if (value.name !== undefined && value.name !== name)
    throw invalidField("resource.name", value.name, "The name of a group cannot be changed.");
  if (region === undefined) checkOneZone(value);
  const settings = mergeObject(value, { fingerprint: null, instanceTemplate: null });
  const zones = readZones(settings.distributionPolicy, project ?? "", region);
  const targetSize = typeof settings.targetSize === "number" ? settings.targetSize : 0;
  const versions = completeVersions(value, targetSize);
  const [first] = versions;
  return {
    baseInstanceName: name.slice(0, 58),
    listManagedInstancesResults: "PAGELESS",
    targetStoppedSize: 0,
    targetSuspendedSize: 0,
    ...settings,
    name,
    targetSize,
    versions,
    // With several versions there is no one template to show at the top.
    ...(versions.length === 1 ? { instanceTemplate: first?.instanceTemplate } : {}),
    standbyPolicy: withDefaults(settings.standbyPolicy, { initialDelaySec: 0, mode: "MANUAL" }),
    instanceLifecyclePolicy: withDefaults(settings.instanceLifecyclePolicy, {
      forceUpdateOnRepair: "NO",
      defaultActionOnFailure: "REPAIR",
    }),
    ...(region === undefined
      ? {}
      : {
          distributionPolicy: {
            targetShape: "EVEN",
            ...asObject(settings.distributionPolicy),
            zones: zones.map((zone) => ({ zone })),
          },
        }),
    updatePolicy: completeUpdatePolicy(asObject(settings.updatePolicy), {
      targetSize,
      zones: zones.length,
      isRegional: region !== undefined,
      isStateful: settings.statefulPolicy !== undefined,
    }),
  };
}

/**
 * Throws for what spreads instances over zones. The reference describes these members for regional groups, and gcloud
 * takes their flags for these alone. The words are not those of the service, which nobody has reported.
 */
function checkOneZone({ distributionPolicy, updatePolicy }: JsonObject): void {
  const { instanceRedistributionType } = asObject(updatePolicy);
  const sent = { distributionPolicy, "updatePolicy.instanceRedistributionType": instanceRedistributionType };
  for (const [name, value] of Object.entries(sent)) {
    if (value !== undefined)
      throw invalidField(`resource.${name}`, JSON.stringify(value), "Only a regional managed instance group has it.");
  }
}

function withDefaults(value: unknown, defaults: JsonObject): JsonObject {
  return { ...defaults, ...asObject(value) };
}

/** Links of the zones of a group; a regional one that names none has three. */
function readZones(policy: unknown, project: string, region: string | undefined): string[] {
  if (region === undefined) return ["its own"];
  const { zones } = asObject(policy);
  const links = Array.isArray(zones) ? zones.map((entry: { zone: string }) => entry.zone) : [];
  const named = new Set<string>();
  for (const [index, link] of links.entries()) {
    const field = `resource.distributionPolicy.zones[${String(index)}].zone`;
    if (splitPath(link).name.replace(/-[^-]+$/, "") !== region)
      throw invalidField(field, link, `The zone is not in the region '${region}'.`);
    if (named.has(link)) throw invalidField(field, link, "The zone is named twice.");
    named.add(link);
  }
  return links.length > 0
    ? links
    : ["a", "b", "c"].map((zone) => fullUrl(`projects/${project}/zones/${region}-${zone}`));
}
