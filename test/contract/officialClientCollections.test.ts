import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { catalogWith, endpoints } from "../../emulator/src/kinds/catalog";
import { EndpointRouter } from "../../emulator/src/server/router";
import { startEmulator, type Emulator } from "../../emulator/src/index";
import { ComputeProto } from "../support/computeProto";
import { MessageReader } from "../support/messageReader";
import {
  leastOf,
  officialCalls,
  officialCollections,
  places,
  textField,
  type OfficialCollection,
} from "./officialCollections";
import { settingsForOfficialClient, waitsForOfficialClient } from "../support/officialClient";
import { describeCompute, descriptionFolder } from "../../tools/emulator/describe";

/*
 * Every collection that the emulator serves by its description, driven by the official client over REST, and every
 * answer held against `compute.proto`.
 */
const proto = ComputeProto.load();

let emulator: Emulator;
let settings: ReturnType<typeof settingsForOfficialClient>;
let finish: (answer: unknown) => Promise<unknown>;

beforeAll(async () => {
  emulator = await startEmulator();
  settings = settingsForOfficialClient(emulator);
  const waits = waitsForOfficialClient(settings);
  finish = (answer) => waits.finish([answer as { latestResponse?: unknown }]);
  return () => emulator.close();
});

/** The path of an object of the collection. */
function pathOf({ methods }: OfficialCollection, name: string): string {
  const variables: Readonly<Record<string, string>> = places;
  return (methods.get?.path ?? "").replaceAll(/\{(\w+)\}/g, (_whole, variable: string) => variables[variable] ?? name);
}

function readAnswer(message: string, answer: unknown): readonly string[] {
  const reader = new MessageReader(proto);
  reader.read(message, answer);
  return reader.problems;
}

const kindOf = (message: string) => `compute#${message.charAt(0).toLowerCase()}${message.slice(1)}`;

const table = officialCollections.map((collection) => [collection.service, collection] as const);

describe("the official client over REST", () => {
  it.each(table.filter(([, { methods }]) => methods.insert !== undefined))(
    "makes, reads, lists, changes and deletes an object of %s",
    async (_service, collection) => {
      const { methods, message, variable } = collection;
      const call = officialCalls(collection, settings);
      const text = textField(message);
      const labels = methods.setLabels !== undefined && "labels" in proto.fields(message) ? { labels: { a: "1" } } : {};
      const settable = { ...leastOf(message), name: "a", ...(text === undefined ? {} : { [text]: "one" }) };
      const one = { [variable]: "a" };
      const get = async () => (await call("get", undefined, one)) as Record<string, unknown>;

      await finish(await call("insert", { ...settable, ...labels }));
      const made = await get();
      const path = pathOf(collection, "a");
      const selfLink = `https://www.googleapis.com/compute/v1/${path}`;
      expect(made).toMatchObject({ ...settable, ...labels, kind: kindOf(message), selfLink });
      if (methods.list !== undefined) expect(await call("list", undefined, { filter: "name=a" })).toEqual([made]);
      expect(readAnswer(message, emulator.objects.get(path))).toEqual([]);
      await expect(call("insert", settable)).rejects.toMatchObject({ code: 409 });

      for (const name of ["patch", "update"].filter((each) => methods[each] !== undefined && text !== undefined)) {
        const { fingerprint } = await get();
        const change = { ...settable, [text ?? ""]: name, ...(fingerprint ? { fingerprint } : {}) };
        const named = methods[name]?.path.includes(`{${variable}}`) === true ? one : {};
        await finish(await call(name, change, named));
        expect(await get()).toMatchObject({ [text ?? ""]: name, id: made.id });
        if (fingerprint) await expect(call(name, change, named)).rejects.toMatchObject({ code: 412 });
      }
      if (methods.setLabels !== undefined) {
        const named = methods.setLabels.path.includes("{resource}") ? { resource: "a" } : one;
        const { labelFingerprint } = await get();
        const setLabels = () => call("setLabels", { labels: { b: "2" }, labelFingerprint }, named);
        await finish(await setLabels());
        await expect(setLabels()).rejects.toMatchObject({ code: 412 });
        expect(await get()).toMatchObject({ labels: { b: "2" } });
      }
      // The service itself has no delete of commitments.
      if (methods.delete === undefined) return expect(collection.service).toBe("regionCommitments");
      await finish(await call("delete", undefined, one));
      await expect(get()).rejects.toMatchObject({ code: 404 });
    },
  );

  it.each(table.filter(([, { methods }]) => methods.insert === undefined))(
    "reads and lists an object of %s",
    async (_service, collection) => {
      const { message, variable } = collection;
      const call = officialCalls(collection, settings);
      const stored = emulator.objects.put(pathOf(collection, "a"), {});
      const read = await call("get", undefined, { [variable]: "a" });
      expect(read).toMatchObject({ name: "a", kind: kindOf(message), selfLink: stored.selfLink });
      expect(await call("list")).toEqual([read]);
      expect(readAnswer(message, stored)).toEqual([]);
    },
  );

  it.each(
    table.flatMap(([service, collection]) => {
      const { aggregatedList } = collection.methods;
      return aggregatedList === undefined ? [] : [{ service, collection, aggregatedList }];
    }),
  )("finds the places of $service in an aggregated list", async ({ collection, aggregatedList }) => {
    const path = pathOf(collection, "aggregated");
    emulator.objects.put(path, {});
    const page = await ask("GET", aggregatedList.path.replace("{project}", places.project));
    expect(readAnswer(aggregatedList.answer, page)).toEqual([]);
    expect(JSON.stringify(page)).toContain(`${path}"`);
    emulator.objects.delete(path);
  });
});

it("the description of the service is what the official compute.proto says", () => {
  for (const [name, text] of Object.entries(describeCompute())) {
    const isCurrent = readFileSync(join(descriptionFolder, name), "utf8") === text;
    expect(isCurrent, `${name}: run npm run describe:compute`).toBe(true);
  }
});

it("a method that no endpoint serves answers 501, whichever it is", async () => {
  const router = new EndpointRouter(catalogWith([]).rest.endpoints);
  const served = new Set(endpoints.map(({ method, path }) => `${method} ${path}`));
  const found = [...proto.rpcs.values()]
    .filter(({ method, path }) => !path.includes("=") && !served.has(`${method} /compute/v1/${path}`))
    .map(({ name, method, path }) => ({ name, method, path: path.replaceAll(/\{(\w+)\}/g, "x") }))
    .map((rpc) => ({ ...rpc, endpoint: router.find(rpc.method, `/compute/v1/${rpc.path}`)?.endpoint }));
  expect(found.filter(({ endpoint }) => endpoint === undefined)).toEqual([]);
  const unserved = found.filter(({ endpoint }) => endpoint?.unserved !== undefined);
  expect(unserved.length).toBeGreaterThan(400);
  for (const { method, path, name } of unserved)
    expect(await ask(method, path), name).toMatchObject({ error: { code: 501, status: "NOT_IMPLEMENTED" } });
});

async function ask(method: string, path: string): Promise<unknown> {
  const headers = { authorization: "Bearer test-token" };
  return (await fetch(`${emulator.endpoint}/${path}`, { method, headers })).json();
}
