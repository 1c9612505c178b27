import { expect } from "vitest";
import type { Emulator } from "../../emulator/src/index";
import { nameOf } from "../kinds/every";
import type { TestedKind } from "../kinds/kind";
import { expectOfficial } from "../support/officialRequests";
import type { ProviderProcess } from "../support/providerProcess";
import { declared, project } from "../support/routeProvider";

const plain: Readonly<Record<string, string>> = { GET: "get", POST: "insert", DELETE: "delete", PATCH: "patch" };
const verbs =
  /\/(wait|setLabels|getIamPolicy|setIamPolicy|getAssociation|addAssociation|removeAssociation|setCertificateMap)$/;

/** The requests of the log by the API's own words: `insert`, `wait`, `get`, `setLabels`. */
export function listVerbs(emulator: Emulator): string[] {
  return emulator.requests().map(({ method, path }) => verbs.exec(path)?.[1] ?? plain[method] ?? method);
}

/** Lives the life of one resource, in every call of the engine, and counts its requests and bytes of state. */
export async function expectBudget(tested: TestedKind, emulator: Emulator, provider: ProviderProcess): Promise<void> {
  const kind = nameOf(tested);
  const { arrange, args, change, bytes, budget } = tested.plain;
  arrange?.(emulator, project, 1);
  const spent: Record<string, string[]> = {};
  const spend = async <T>(call: string, run: () => Promise<T>): Promise<T> => {
    emulator.clearRequests();
    const result = await run();
    spent[call] = listVerbs(emulator);
    expectOfficial(emulator);
    return result;
  };
  const first = declared(kind, args(0));
  const { inputs } = await spend("check", () => provider.check({}, first));
  const made = await spend("create", () => provider.create(inputs));
  await spend("unchanged", async () => {
    const again = await provider.check(inputs, first);
    expect((await provider.diff(made.id, made.outs, again.inputs)).changes, kind).toBe(false);
  });
  await spend("read", () => provider.read(made.id, made.outs));
  // The part that the engine keeps of it, beside what it writes for every resource.
  expect(JSON.stringify(inputs).length + JSON.stringify(made.outs).length, kind).toBeLessThanOrEqual(bytes);
  let outs = made.outs;
  if (change !== undefined) {
    const changed = await provider.check(inputs, { ...first, ...change });
    const diff = await spend("changed", () => provider.diff(made.id, outs, changed.inputs));
    expect(diff, kind).toMatchObject({ changes: true, replaces: [] });
    ({ outs } = await spend("update", () => provider.update(made.id, outs, changed.inputs)));
  }
  await spend("delete", () => provider.delete(made.id, outs));
  const changes = change === undefined ? {} : { changed: [] };
  expect(spent, kind).toEqual({ check: [], unchanged: [], ...changes, ...budget });
}
