import { GlobalOperationsClient, RegionOperationsClient, ZoneOperationsClient } from "@google-cloud/compute";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { catalogWith, endpoints } from "../../emulator/src/catalog";
import { readServiceDescription } from "../../emulator/src/generic/serviceDescription";
import { startEmulator, type Emulator } from "../../emulator/src/index";
import { ComputeProto } from "../support/computeProto";
import { MessageReader } from "../support/messageReader";
import {
  leastOf,
  leftOut,
  officialCalls,
  officialCollections,
  places,
  textField,
  type OfficialCollection,
} from "../support/officialCollections";
import { settingsForOfficialClient } from "../support/officialClient";
import { describedCompute, descriptionFolder } from "../../tools/emulator/describe";

/*
 * Every collection that the emulator serves by its description, driven by the official client over REST, and every
 * answer held against `compute.proto`.
 */
const proto = ComputeProto.load();
const { project, region, zone } = places;

let emulator: Emulator;
let settings: ReturnType<typeof settingsForOfficialClient>;
/** Shared, because a client of its own for each wait would cost more than the rest of a test. */
let operations: {
  readonly global: GlobalOperationsClient;
  readonly ofRegions: RegionOperationsClient;
  readonly ofZones: ZoneOperationsClient;
};

beforeAll(async () => {
  emulator = await startEmulator();
  settings = settingsForOfficialClient(emulator);
  operations = {
    global: new GlobalOperationsClient(settings),
    ofRegions: new RegionOperationsClient(settings),
    ofZones: new ZoneOperationsClient(settings),
  };
  return () => emulator.close();
});

/** Waits for the operation that a mutation answered, which is to end well. */
async function finish(answer: unknown): Promise<void> {
  const { latestResponse } = answer as { latestResponse?: { name?: string; region?: string; zone?: string } };
  const { name: operation = "", region: inRegion, zone: inZone } = latestResponse ?? {};
  const [done] = inRegion
    ? await operations.ofRegions.wait({ project, region, operation })
    : inZone
      ? await operations.ofZones.wait({ project, zone, operation })
      : await operations.global.wait({ project, operation });
  expect(done).toMatchObject({ status: "DONE" });
  expect(done.error ?? undefined).toBeUndefined();
}

/** The path of an object of the collection. */
function pathOf({ methods }: OfficialCollection, name: string): string {
  const variables: Readonly<Record<string, string>> = places;
  return (methods.get?.path ?? "").replaceAll(/\{(\w+)\}/g, (_whole, variable: string) => variables[variable] ?? name);
}

const kindOf = (message: string) => `compute#${message.charAt(0).toLowerCase()}${message.slice(1)}`;

const table = officialCollections.map((collection) => [collection.service, collection] as const);
const insertable = table.filter(([, { methods }]) => methods.insert !== undefined);
const readable = table.filter(([, { methods }]) => methods.insert === undefined);

describe("the official client over REST", () => {
  it.each(insertable)("makes, reads, lists, changes and deletes an object of %s", async (_service, collection) => {
    const { methods, message, variable } = collection;
    const call = officialCalls(collection, settings);
    const text = textField(message);
    const hasLabels = methods.setLabels !== undefined && "labels" in proto.fields(message);
    const settable = { ...leastOf(message), name: "a", ...(text === undefined ? {} : { [text]: "one" }) };
    const one = { [variable]: "a" };
    const get = async () => (await call("get", undefined, one)) as Record<string, unknown>;

    await finish(await call("insert", { ...settable, ...(hasLabels ? { labels: { a: "1" } } : {}) }));
    const made = await get();
    expect(made).toMatchObject({ ...settable, kind: kindOf(message), ...(hasLabels ? { labels: { a: "1" } } : {}) });
    const path = pathOf(collection, "a");
    expect(made.selfLink).toBe(`https://www.googleapis.com/compute/v1/${path}`);
    if (methods.list !== undefined) {
      expect((await call("list", undefined, { filter: "name=a" })) as unknown[]).toEqual([made]);
    }
    expect(readAnswer(message, emulator.objects.get(path))).toEqual([]);
    await expect(call("insert", settable)).rejects.toMatchObject({ code: 409 });

    for (const name of ["patch", "update"].filter((each) => methods[each] !== undefined && text !== undefined)) {
      const { fingerprint } = await get();
      const change = { ...settable, [text ?? ""]: name, ...(fingerprint ? { fingerprint } : {}) };
      const isNamed = methods[name]?.path.includes(`{${variable}}`) === true;
      await finish(await call(name, change, isNamed ? one : {}));
      const changed = await get();
      expect(changed).toMatchObject({ [text ?? ""]: name, id: made.id });
      if (fingerprint) {
        expect(changed.fingerprint).not.toBe(fingerprint);
        await expect(call(name, change, isNamed ? one : {})).rejects.toMatchObject({ code: 412 });
      }
    }
    if (methods.setLabels !== undefined) {
      const named = methods.setLabels.path.includes("{resource}") ? { resource: "a" } : one;
      const { labelFingerprint } = await get();
      await finish(await call("setLabels", { labels: { b: "2" }, labelFingerprint }, named));
      expect(await get()).toMatchObject({ labels: { b: "2" } });
    }
    if (methods.delete !== undefined) {
      await finish(await call("delete", undefined, one));
      await expect(get()).rejects.toMatchObject({ code: 404 });
    }
  });

  it.each(readable)("reads and lists an object of %s", async (_service, collection) => {
    const { message, variable } = collection;
    const call = officialCalls(collection, settings);
    const path = pathOf(collection, "a");
    const stored = emulator.objects.put(path, {});
    const read = await call("get", undefined, { [variable]: "a" });
    expect(read).toMatchObject({ name: "a", kind: kindOf(message), selfLink: stored.selfLink });
    expect(await call("list")).toEqual([read]);
    expect(readAnswer(message, stored)).toEqual([]);
  });

  it.each(table.filter(([, { methods }]) => methods.aggregatedList !== undefined))(
    "finds the places of %s in an aggregated list",
    async (_service, collection) => {
      const path = pathOf(collection, "aggregated");
      emulator.objects.put(path, {});
      const { aggregatedList } = collection.methods;
      const url = `${emulator.endpoint}/${(aggregatedList?.path ?? "").replace("{project}", project)}`;
      const response = await fetch(url, { headers: { authorization: "Bearer test-token" } });
      const page = (await response.json()) as Record<string, unknown>;
      expect(readAnswer(aggregatedList?.answer ?? "", page)).toEqual([]);
      expect(JSON.stringify(page)).toContain(`${path}"`);
      emulator.objects.delete(path);
    },
  );
});

function readAnswer(message: string, answer: unknown): readonly string[] {
  const reader = new MessageReader(proto);
  reader.read(message, answer);
  return reader.problems;
}

describe("what is left out", () => {
  it("is these services, each for its reason", () => {
    expect(leftOut).toEqual({
      "has neither insert nor list": ["imageFamilyViews", "licenseCodes"],
      "has a delete of its own kind": ["globalVmExtensionPolicies"],
      "has no get": ["advice", "regionInstances", "regionZones"],
      "is not a collection of a place": [
        ...["instanceGroupManagerResizeRequests", "projects"],
        ...["regionInstanceGroupManagerResizeRequests", "regions", "reservationBlocks", "reservationSlots"],
        ...["reservationSubBlocks", "wireGroups", "zones"],
      ],
      "is not a collection of a project": ["firewallPolicies", "organizationSecurityPolicies"],
      "has operations, which nobody inserts": [
        ...["globalOperations", "globalOrganizationOperations", "regionOperations", "zoneOperations"],
      ],
      "is one object that always exists": [
        ...["instanceSettingsService", "regionSnapshotSettings", "snapshotSettingsService"],
      ],
    });
  });

  it("is the delete of commitments, which the service does not have either", () => {
    const without = insertable.filter(([, { methods }]) => methods.delete === undefined);
    expect(without.map(([service]) => service)).toEqual(["regionCommitments"]);
  });
});

describe("the description of the service", () => {
  it("is what the official compute.proto says", () => {
    for (const [name, text] of Object.entries(describedCompute())) {
      const isCurrent = readFileSync(join(descriptionFolder, name), "utf8") === text;
      expect(isCurrent, `${name}: run npm run describe:compute`).toBe(true);
    }
  });

  it("names a message for every body, and for every object that is got", () => {
    const { services, messages } = readServiceDescription();
    const named = Object.values(services).flatMap((methods) => [
      ...Object.values(methods).flatMap(({ body }) => body ?? []),
      ...(methods.get === undefined ? [] : [methods.get.answer]),
    ]);
    expect(named.filter((message) => !(message in messages))).toEqual([]);
    const methods = Object.values(services).flatMap((service) => Object.values(service));
    expect(methods).toHaveLength(proto.rpcs.size);
  });

  it("is short enough to be read in a moment", () => {
    expect(statSync(join(descriptionFolder, "compute.json")).size).toBeLessThan(1_500_000);
    expect(statSync(join(descriptionFolder, "modelled.json")).size).toBeLessThan(50_000);
  });
});

describe("a method without a model", () => {
  const { router } = catalogWith([]).rest;
  const served = new Set(endpoints.map(({ method, path }) => `${method} ${path}`));
  const unserved = [...proto.rpcs.values()]
    .map(({ name, method, path }) => ({
      name,
      method,
      path: path.replace(/\{\w+=[^}]*\}/, "reservations/a/reservationBlocks/b"),
    }))
    .filter(({ method, path }) => !served.has(`${method} /compute/v1/${path}`))
    .filter(({ method, path }) => router.find(method, `/compute/v1/${filled(path)}`)?.endpoint.unserved !== undefined);

  it("answers 501, whichever it is", async () => {
    expect(unserved.length).toBeGreaterThan(400);
    for (const { method, path, name } of unserved) {
      const response = await fetch(`${emulator.endpoint}/${filled(path)}`, {
        method,
        headers: { authorization: "Bearer test-token" },
      });
      const { error } = (await response.json()) as { error: Record<string, unknown> };
      expect(error, name).toMatchObject({ code: 501, status: "NOT_IMPLEMENTED" });
    }
  });

  it("is every one of the service's that no endpoint serves", () => {
    const missing = [...proto.rpcs.values()]
      .filter(({ path }) => !path.includes("="))
      .filter(({ method, path }) => !served.has(`${method} /compute/v1/${path}`))
      .filter(({ method, path }) => router.find(method, `/compute/v1/${filled(path)}`) === undefined);
    expect(missing.map(({ name }) => name)).toEqual([]);
  });
});

/** A path with values for its variables. */
function filled(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, "x");
}
