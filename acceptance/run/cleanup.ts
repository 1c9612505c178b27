import { setTimeout as pause } from "node:timers/promises";
import { collections } from "../service/collections";
import { codeOf, type Service } from "../service/service";

/** The prefix of any run. */
const anyPrefix = "gceacc-[a-z0-9]{8}";
const prefixLength = "gceacc-".length + 8;

/** Beyond the longest time that can be given, with an hour for the clean-up. */
const longestRunMs = 25 * 3_600_000;

/** What is still there, and why it could not be deleted the last time. */
export interface Left {
  readonly collection: string;
  readonly name: string;
  readonly why: string;
}

/**
 * Deletes everything whose name begins with the prefix, and looks again until nothing is left. What still refers to an
 * object keeps it in one round and is gone in the next. Gives up after a time without progress.
 */
export async function cleanUp(
  service: Service,
  prefix: string,
  { say, patienceMs }: { say: (line: string) => void; patienceMs: number },
): Promise<readonly Left[]> {
  let left = await listLeft(service, prefix);
  let progressAtMs = performance.now();
  for (let waitMs = 200; left.length > 0; waitMs = Math.min(2 * waitMs, 15_000)) {
    say(`Deleting ${left.map(({ name }) => name).join(", ")}`);
    const failures = await removeAll(service, left);
    const still = await listLeft(service, prefix);
    if (still.length < left.length) progressAtMs = performance.now();
    left = still.map((each) => ({ ...each, why: failures.get(keyOf(each)) ?? "it is still listed" }));
    if (performance.now() - progressAtMs > patienceMs) return left;
    if (left.length > 0) await pause(waitMs);
  }
  return left;
}

/**
 * Prefixes of runs that began longer ago than a run can last: whatever has become of their machine, nobody is going to delete
 * what they have made.
 */
export async function abandonedPrefixes(service: Service, now: number): Promise<string[]> {
  const lists = await Promise.all(collections.map((collection) => collection.list(service, anyPrefix)));
  const old = lists.flat().filter(({ createdAt }) => now - createdAt.getTime() > longestRunMs);
  return [...new Set(old.map(({ givenName }) => givenName.slice(0, prefixLength)))];
}

async function listLeft(service: Service, prefix: string): Promise<Left[]> {
  const lists = await Promise.all(
    collections.map(async (collection) => ({ collection, found: await collection.list(service, prefix) })),
  );
  return lists.flatMap(({ collection, found }) =>
    found.map(({ name }) => ({ collection: collection.name, name, why: "" })),
  );
}

/** Collection after collection, because each is in the way of later ones; the objects of one beside each other. */
async function removeAll(service: Service, left: readonly Left[]): Promise<Map<string, string>> {
  const failures = new Map<string, string>();
  for (const collection of collections) {
    const own = left.filter((each) => each.collection === collection.name);
    await Promise.all(
      own.map(async (each) => {
        try {
          await collection.remove(service, each.name);
        } catch (error) {
          // Gone already, which is as wanted.
          if (codeOf(error) !== 404) failures.set(keyOf(each), error instanceof Error ? error.message : String(error));
        }
      }),
    );
  }
  return failures;
}

function keyOf({ collection, name }: Left): string {
  return `${collection}/${name}`;
}
