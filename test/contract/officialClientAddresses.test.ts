import { AddressesClient, protos, RegionOperationsClient } from "@google-cloud/compute";
import { describe, expect, it } from "vitest";
import { addresses } from "../kinds/address/emulated";
import { emulatorForOfficialClient } from "../support/officialClient";

const project = "my-project";
const region = "europe-west1";
const at = { project, region };

/** The emulator with addresses, its client, and how an operation is waited for. */
async function start() {
  const { emulator, settings } = await emulatorForOfficialClient({
    furtherCollections: [addresses],
    latency: { defaultMs: 20 },
  });
  const operations = new RegionOperationsClient(settings);
  /** Waits for the operation that a mutation answered. */
  const finish = async ([answer]: [{ latestResponse?: unknown }, ...unknown[]]) => {
    const { name } = answer.latestResponse as { name?: string | null };
    const [done] = await operations.wait({ ...at, operation: name ?? "" });
    return done;
  };
  return { emulator, client: new AddressesClient(settings), finish };
}

describe("the official client over REST", () => {
  it("makes, reads, lists, labels and deletes an address", async () => {
    const { client, finish } = await start();
    const requestId = "5f0c9a3e-1111-4222-8333-123456789abc";
    const addressResource = { name: "a", description: "of the mail", networkTier: "STANDARD", labels: { a: "1" } };
    const done = await finish(await client.insert({ ...at, requestId, addressResource }));
    expect(done).toMatchObject({ status: "DONE", operationType: "insert", clientOperationId: requestId });
    const [address] = await client.get({ ...at, address: "a" });
    expect(address).toMatchObject({
      ...addressResource,
      id: done.targetId,
      kind: "compute#address",
      addressType: "EXTERNAL",
      status: "RESERVED",
      region: `https://www.googleapis.com/compute/v1/projects/${project}/regions/${region}`,
    });
    expect((await client.list({ ...at, filter: "networkTier=STANDARD" }))[0]).toEqual([address]);

    const setLabels = (labelFingerprint: string) =>
      client.setLabels({
        ...at,
        resource: "a",
        regionSetLabelsRequestResource: { labels: { b: "2" }, labelFingerprint },
      });
    await expect(setLabels("AAAA")).rejects.toMatchObject({ code: 412 });
    expect(await finish(await setLabels(address.labelFingerprint ?? ""))).toMatchObject({ operationType: "setLabels" });
    expect((await client.get({ ...at, address: "a" }))[0].labels).toEqual({ b: "2" });

    expect(await finish(await client.delete({ ...at, address: "a" }))).toMatchObject({ operationType: "delete" });
    await expect(client.get({ ...at, address: "a" })).rejects.toMatchObject({ code: 404 });
  });

  it("walks the pages of an aggregated list", async () => {
    const { emulator, client } = await start();
    for (const path of [`${region}/addresses/a`, "us-east1/addresses/b", `${region}/addresses/c`]) {
      emulator.objects.put(`projects/${project}/regions/${path}`, {});
    }
    const found: Record<string, unknown[]> = {};
    const warnings = new Set<unknown>();
    for await (const [scope, { addresses: inScope, warning }] of client.aggregatedListAsync({
      project,
      maxResults: 2,
    })) {
      found[scope] = [...(found[scope] ?? []), ...(inScope ?? []).map(({ name }) => name)];
      if (warning) {
        warnings.add(warning.code);
      }
    }
    expect(found).toMatchObject({
      [`regions/${region}`]: ["a", "c"],
      "regions/us-east1": ["b"],
      "regions/us-west1": [],
    });
    expect([...warnings]).toEqual(["NO_RESULTS_ON_PAGE"]);
    const pages = emulator.requests().map(({ path }) => path.slice("/compute/v1/".length));
    expect(pages).toEqual(Array(2).fill(`projects/${project}/aggregated/addresses`));
  });

  it("knows every field that the emulator shows", async () => {
    const { emulator } = await start();
    const { Address, AddressAggregatedList } = protos.google.cloud.compute.v1;
    const path = `projects/${project}/regions/${region}/addresses/a`;
    const object = emulator.objects.put(path, { addressType: "INTERNAL", labels: { a: "1" }, users: ["u"] });
    expect(Address.toObject(Address.fromObject(object), { longs: String })).toEqual(object);
    const response = await fetch(`${emulator.endpoint}/projects/${project}/aggregated/addresses`, {
      headers: { authorization: "Bearer test-token" },
    });
    const page = (await response.json()) as Record<string, unknown>;
    const read = AddressAggregatedList.toObject(AddressAggregatedList.fromObject(page), {
      longs: String,
      enums: String,
    });
    expect(read).toEqual(page);
  });
});
