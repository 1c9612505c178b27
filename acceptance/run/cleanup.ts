import { setTimeout as pause } from "node:timers/promises";
import { collections, pathIn } from "../subjects/fixtures";
import { isNotFound, Refusal, type Answer, type Service } from "./service";

/** The prefix of any run. */
const anyPrefix = "gceacc-[a-z0-9]{8}";
const prefixLength = "gceacc-".length + 8;

/** Far beyond the time of any run. */
const longestRunMs = 24 * 3_600_000;

/** How long a clean-up goes on without deleting anything. */
const idleMs = 5 * 60_000;

/** An object that still exists, and the reason why the last delete failed. */
export interface Left {
  readonly path: string;
  readonly why: string;
}

/**
 * Deletes everything whose name begins with the prefix, and looks again until nothing is left. What still refers to an
 * object keeps it in one round and is gone in the next. Gives up after a time without progress.
 */
export async function cleanUp(
  service: Service,
  prefix: string,
  { say, maxIdleMs = idleMs }: { say: (line: string) => void; maxIdleMs?: number },
): Promise<readonly Left[]> {
  let found = await listObjects(service, prefix);
  let failures = new Map<string, string>();
  let progressAtMs = performance.now();
  for (let waitMs = 200; found.length > 0; waitMs = Math.min(2 * waitMs, 15_000)) {
    say(`Deleting ${found.map(({ path }) => path.slice(path.lastIndexOf("/") + 1)).join(", ")}`);
    failures = await removeAll(service, found);
    const left = await listObjects(service, prefix);
    if (left.length < found.length) progressAtMs = performance.now();
    found = left;
    if (performance.now() - progressAtMs > maxIdleMs) break;
    if (found.length > 0) await pause(waitMs);
  }
  return found.map(({ path }) => ({ path, why: failures.get(path) ?? "it is still listed" }));
}

/**
 * Prefixes of runs that began longer ago than a run can last: whatever has become of their machine, nobody is going to delete
 * what they have made.
 */
export async function abandonedPrefixes(service: Service, now: number): Promise<string[]> {
  const old = (await listObjects(service, anyPrefix)).filter(
    ({ createdAt }) => now - createdAt.getTime() > longestRunMs,
  );
  return [...new Set(old.map(({ baseName }) => baseName.slice(0, prefixLength)))];
}

interface Found {
  readonly collection: string;
  readonly path: string;
  readonly baseName: string;
  readonly createdAt: Date;
}

/** The objects whose given names begin with a prefix, which may be a regular expression. */
async function listObjects(service: Service, prefix: string): Promise<Found[]> {
  const form = new RegExp(`^${prefix}-`);
  const lists = await Promise.all(
    collections.map(async (collection) => {
      // The service is asked for no others, and what it answers is looked at all the same.
      const objects = await objectsIn(service, collection, `"${prefix}-.*"`);
      return objects.flatMap(({ name = "", shortName = name, creationTimestamp }) => {
        if (!form.test(shortName)) return [];
        const createdAt = new Date(creationTimestamp ?? Date.now());
        return [{ collection, path: `${pathIn(collection, service.place)}/${name}`, baseName: shortName, createdAt }];
      });
    }),
  );
  return lists.flat();
}

async function objectsIn(service: Service, collection: string, form: string): Promise<Answer[]> {
  const path = pathIn(collection, service.place);
  if (path.startsWith("projects/")) return service.list(path, { filter: `name eq ${form}` });
  const { parent: parentId } = service.place;
  if (parentId === undefined) return [];
  return service.list(path, { parentId, filter: `shortName eq ${form}` }).catch((error: unknown) => {
    // The reference does not say which fields a filter may name here.
    if (error instanceof Refusal && error.status === 400) return service.list(path, { parentId });
    throw error;
  });
}

/** Collection after collection, because each is in the way of later ones; the objects of one beside each other. */
async function removeAll(service: Service, found: readonly Found[]): Promise<Map<string, string>> {
  const failures = new Map<string, string>();
  for (const collection of collections) {
    await Promise.all(
      found.map(async ({ path, collection: own }) => {
        if (own !== collection) return;
        try {
          if (/^projects\/.*\/firewallPolicies\//.test(path)) await detach(service, path);
          await service.remove(path);
        } catch (error) {
          // Gone already, which is as wanted.
          if (!isNotFound(error)) failures.set(path, error instanceof Error ? error.message : String(error));
        }
      }),
    );
  }
  return failures;
}

/** A policy that holds a network cannot be deleted. */
export async function detach(service: Service, policy: string): Promise<void> {
  const { associations = [] } = await service.get(policy);
  for (const { name } of associations)
    await service.change((requestId) => service.send("POST", `${policy}/removeAssociation`, { name, requestId }));
}
