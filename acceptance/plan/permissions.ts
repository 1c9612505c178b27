import { readFileSync } from "node:fs";
import type { AcceptanceOptions } from "../options";
import { fixtures } from "./fixtures";
import { kindNames, neededFixtures, subjects } from "./names";

/** What the table of permissions names for arguments that no run uses. */
const unusedArgumentPermissions = ["compute.instances.use", "compute.instantSnapshots.useReadOnly"];

const operationPermissions = ["global", "region", "zone"].map((scope) => `compute.${scope}Operations.get`);

/** Permissions by what they are needed on: `projects/p`, `organizations/1`. */
export function neededPermissions(options: AcceptanceOptions): ReadonlyMap<string, readonly string[]> {
  const { project, parent, subjects: tried, certificateMaps } = options;
  const documented = readFileSync(new URL("../../provider/docs/permissions.md", import.meta.url), "utf8").split("\n");
  const needed = new Map<string, Set<string>>();
  const need = (isAbove: boolean, permissions: readonly string[]): void => {
    const on = isAbove && parent !== undefined ? parent : `projects/${project}`;
    needed.set(on, new Set([...(needed.get(on) ?? []), ...permissions]));
  };
  for (const name of tried) {
    const isAbove = subjects[name].needs === "--organization or --folder";
    need(isAbove, namesIn(documented.find((line) => line.startsWith("|") && line.includes(`\`${name}\``)) ?? ""));
    if ((kindNames as readonly string[]).includes(name)) need(isAbove, operationPermissions.slice(0, 1));
    // What they make is listed by the clean-up.
    if (name === "Route" || name === "Snapshot") need(false, [`compute.${name.toLowerCase()}s.list`]);
  }
  for (const name of neededFixtures(tried)) {
    const { collection, permissions = [] } = fixtures[name];
    const isAbove = collection.startsWith("locations/");
    const verbs = ["create", "delete", "get", "list"].map(
      (verb) => `compute.${collection.replace(/^.*\//, "")}.${verb}`,
    );
    need(isAbove, [...verbs, ...permissions, ...operationPermissions.slice(0, isAbove ? 1 : 3)]);
  }
  // A map of another project is that project's matter.
  const areOwnMaps = certificateMaps.every((map) => map.startsWith(`projects/${project}/`));
  const isOwn = (name: string) => areOwnMaps || !name.startsWith("certificatemanager.");
  return new Map([...needed].map(([on, permissions]) => [on, [...permissions].filter(isOwn).sort()]));
}

function namesIn(text: string): string[] {
  const names = text.match(/\b(?:compute|certificatemanager)\.[a-zA-Z]+\.[a-zA-Z]+\b/g) ?? [];
  return names.filter((name) => !unusedArgumentPermissions.includes(name));
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
    const message = /"message":\s*"([^"]*)"/.exec(text)?.[1] ?? text.slice(0, 200);
    throw new Error(
      `The permissions on ${on} could not be read: Resource Manager answered ${String(response.status)}: ${message}\n` +
        "Enable cloudresourcemanager.googleapis.com in the project, or run with --without-permission-check.",
    );
  }
  return (JSON.parse(text) as { permissions?: string[] }).permissions ?? [];
}
