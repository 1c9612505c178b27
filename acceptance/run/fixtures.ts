import { fixtureNames, fixtures, named, pathIn, type FixtureName } from "../plan/fixtures";
import type { Answer, Service } from "../service/service";

/** What a run has made for its subjects. */
export interface Made {
  readonly prefix: string;
  /** The last operation on each fixture, which tells the number of an object and who made it. */
  readonly operations: ReadonlyMap<FixtureName, Answer>;
  /** Why a fixture is not there. */
  readonly failures: ReadonlyMap<FixtureName, string>;
}

/** Makes fixtures beside each other, each after those that it refers to. */
export async function makeFixtures(service: Service, prefix: string, names: readonly FixtureName[]): Promise<Made> {
  const operations = new Map<FixtureName, Answer>();
  const failures = new Map<FixtureName, string>();
  const making = new Map<string, Promise<void>>();
  for (const name of names) {
    // They are in an order in which each comes after all that it refers to.
    const before = fixtures[name].refersTo ?? [];
    const attempt = async (): Promise<void> => {
      await Promise.all(before.map((other) => making.get(other)));
      const [missing] = [...failures.keys()].filter((other) => before.includes(other));
      try {
        if (missing !== undefined) throw new Error(`it needs ${missing}: ${failures.get(missing) ?? ""}`);
        operations.set(name, await insert(service, prefix, name));
      } catch (error) {
        failures.set(name, error instanceof Error ? error.message : String(error));
      }
    };
    making.set(name, attempt());
  }
  await Promise.all(making.values());
  return { prefix, operations, failures };
}

function insert(service: Service, prefix: string, name: FixtureName): Promise<Answer> {
  const { place } = service;
  const { collection, body } = fixtures[name];
  const paths = Object.fromEntries(fixtureNames.map((other) => [other, toPath(service, prefix, other)]));
  const fixtureName = named(prefix, name);
  const isInProject = pathIn(collection, place).startsWith("projects/");
  const query = isInProject ? {} : { parentId: place.parent ?? "" };
  const sent = {
    ...(isInProject
      ? { name: fixtureName }
      : { shortName: fixtureName, description: "Of an acceptance run; attached to nothing." }),
    ...body?.({ prefix, place, paths }),
  };
  return service.change((requestId) => service.send("POST", pathIn(collection, place), { ...query, requestId }, sent));
}

/** Path of a fixture that the service calls by its name. */
export function toPath(service: Service, prefix: string, fixture: FixtureName): string {
  return service.path(fixtures[fixture].collection, named(prefix, fixture));
}
