import { readFileSync } from "node:fs";
import type { AcceptanceOptions } from "../options";
import { functionNames, kindNames, neededFixtures, type FixtureName, type SubjectName } from "./names";

/** What the table of permissions names for arguments that no run uses. */
const ofOtherArguments = ["compute.instances.use", "compute.instantSnapshots.useReadOnly"];

/** Where the objects of a fixture are, as permissions name it. */
const collections: Readonly<Record<FixtureName, string>> = {
  network: "networks",
  subnetwork: "subnetworks",
  disk: "disks",
  template: "instanceTemplates",
  group: "instanceGroupManagers",
  healthCheck: "healthChecks",
  backendService: "backendServices",
  certificate: "sslCertificates",
  proxy: "targetSslProxies",
  guard: "firewallPolicies",
  spare: "firewallPolicies",
  mirroring: "firewallPolicies",
  grants: "firewallPolicies",
  wholePolicy: "firewallPolicies",
};

/** What using a fixture needs, besides making, listing and deleting it. */
const uses: Readonly<Partial<Record<FixtureName, readonly string[]>>> = {
  subnetwork: ["compute.networks.updatePolicy"],
  group: [
    ...["compute.instances.create", "compute.instances.delete", "compute.instances.get"],
    ...["compute.instanceTemplates.useReadOnly", "compute.subnetworks.use", "compute.disks.create"],
  ],
  backendService: ["compute.healthChecks.useReadOnly"],
  proxy: ["compute.backendServices.use", "compute.sslCertificates.get"],
};

const ofOperations = ["global", "region", "zone"].map((scope) => `compute.${scope}Operations.get`);

const aboveProjects: readonly (SubjectName | FixtureName)[] = [
  ...(["FirewallPolicyIamBinding", "FirewallPolicyIamMember", "FirewallPolicyIamPolicy"] as const),
  ...(["getOrganizationOperations", "grants", "wholePolicy"] as const),
];

/** Permissions by what they are needed on: `projects/p`, `organizations/1`. */
export function neededPermissions(options: AcceptanceOptions): ReadonlyMap<string, readonly string[]> {
  const { project, parent, subjects, certificateMaps } = options;
  const documented = readFileSync(new URL("../../provider/docs/permissions.md", import.meta.url), "utf8").split("\n");
  const needed = new Map<string, Set<string>>();
  const need = (of: SubjectName | FixtureName, permissions: readonly string[]): void => {
    const on = aboveProjects.includes(of) && parent !== undefined ? parent : `projects/${project}`;
    needed.set(on, new Set([...(needed.get(on) ?? []), ...permissions]));
  };
  for (const name of [...kindNames, ...functionNames].filter((each) => subjects.includes(each)))
    need(name, namesIn(documented.find((line) => line.startsWith("|") && line.includes(`\`${name}\``)) ?? ""));
  for (const name of kindNames.filter((each) => subjects.includes(each))) need(name, ofOperations.slice(0, 1));
  for (const name of neededFixtures(subjects)) {
    const verbs = ["create", "delete", "get", "list"].map((verb) => `compute.${collections[name]}.${verb}`);
    need(name, [...verbs, ...(uses[name] ?? []), ...ofOperations.slice(0, aboveProjects.includes(name) ? 1 : 3)]);
  }
  if (subjects.includes("Route")) need("Route", ["compute.routes.list"]);
  if (subjects.includes("Snapshot")) need("Snapshot", ["compute.snapshots.list"]);
  // A map of another project is that project's matter.
  const areOwnMaps = certificateMaps.every((map) => map.startsWith(`projects/${project}/`));
  return new Map(
    [...needed].map(([on, permissions]) => [
      on,
      [...permissions].filter((name) => areOwnMaps || !name.startsWith("certificatemanager.")).sort(),
    ]),
  );
}

function namesIn(text: string): string[] {
  const names = text.match(/\b(?:compute|certificatemanager)\.[a-zA-Z]+\.[a-zA-Z]+\b/g) ?? [];
  return names.filter((name) => !ofOtherArguments.includes(name));
}

/** Permissions that the caller has not. */
export interface Missing {
  readonly on: string;
  readonly permissions: readonly string[];
}

/** Who is asked, and for whom. */
interface Manager {
  readonly resourceManager: URL;
  readonly token: string;
  readonly project: string;
}

/** The method takes no more at once. */
const mostAtOnce = 100;

/**
 * Asks Resource Manager, on another host than Compute Engine, which of the permissions are missing. Roles that were given on a
 * single object are not seen by it.
 */
export async function missingPermissions(
  needed: ReadonlyMap<string, readonly string[]>,
  manager: Manager,
): Promise<Missing[]> {
  const missing: Missing[] = [];
  for (const [on, permissions] of needed) {
    const granted = new Set<string>();
    for (let from = 0; from < permissions.length; from += mostAtOnce)
      for (const name of await testPermissions(on, permissions.slice(from, from + mostAtOnce), manager))
        granted.add(name);
    const lacking = permissions.filter((name) => !granted.has(name));
    if (lacking.length > 0) missing.push({ on, permissions: lacking });
  }
  return missing;
}

async function testPermissions(
  on: string,
  permissions: readonly string[],
  { resourceManager, token, project }: Manager,
): Promise<readonly string[]> {
  const url = `${resourceManager.href.replace(/\/$/, "")}/v3/${on}:testIamPermissions`;
  const ask = (more: Readonly<Record<string, string>> = {}) =>
    fetch(url, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...more },
      body: JSON.stringify({ permissions }),
      redirect: "error",
    });
  let response = await ask();
  // Credentials of a person have no project of their own, and the answer says so by a refusal.
  if (response.status === 403) response = await ask({ "x-goog-user-project": project });
  const text = await response.text();
  if (!response.ok) {
    const said = /"message":\s*"([^"]*)"/.exec(text)?.[1] ?? text.slice(0, 200);
    throw new Error(
      `The permissions on ${on} could not be read: Resource Manager answered ${String(response.status)}: ${said}\n` +
        "Enable cloudresourcemanager.googleapis.com in the project, or run with --without-permission-check.",
    );
  }
  return (JSON.parse(text) as { permissions?: string[] }).permissions ?? [];
}
