import * as pulumi from "@pulumi/pulumi";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Emulator } from "../../../emulator/src/index";
import { clientFor } from "../../../provider/src/functions/call/clients";
import { Settings } from "../../../provider/src/settings/settings";
import { Deadline } from "../../../provider/src/http/deadline";
import {
  getInterconnectRemoteLocations,
  iterateInterconnectRemoteLocations,
} from "../../../provider/src/functions/getInterconnectRemoteLocations";
import { getNetworkProfiles, iterateNetworkProfiles } from "../../../provider/src/functions/getNetworkProfiles";
import {
  getOrganizationOperations,
  iterateOrganizationOperations,
} from "../../../provider/src/functions/getOrganizationOperations";
import {
  collect,
  configure,
  emulatorForFunctions,
  functionToken,
  project,
  recordLog,
  refusalOf,
} from "../../support/functionCalls";
import { answers, scriptedServer } from "../../support/scriptedServer";

const parentId = "organizations/123456789012";
const locations = `projects/${project}/global/interconnectRemoteLocations`;

let emulator: Emulator;
beforeEach(async () => {
  emulator = await emulatorForFunctions();
});

/** As many remote locations as asked for, `l-000` first. */
function put(count: number): string[] {
  const names = Array.from({ length: count }, (_none, index) => `l-${String(index).padStart(3, "0")}`);
  for (const name of names) emulator.objects.put(`${locations}/${name}`, { status: "AVAILABLE" });
  emulator.clearRequests();
  return names;
}

const queries = () => emulator.requests().map(({ query }) => query);
/** Repeats come at once, and in silence. */
const noPauses = () => {
  recordLog();
  const sleep = vi.spyOn(Deadline.prototype, "sleep").mockResolvedValue();
  onTestFinished(() => {
    sleep.mockRestore();
  });
};

describe("a list", () => {
  it.each([
    [
      "getNetworkProfiles",
      () => getNetworkProfiles().then(({ networkProfiles }) => networkProfiles),
      () => iterateNetworkProfiles(),
    ],
    [
      "getInterconnectRemoteLocations",
      () => getInterconnectRemoteLocations().then(({ locations }) => locations),
      () => iterateInterconnectRemoteLocations(),
    ],
    [
      "getOrganizationOperations",
      () => getOrganizationOperations({ parentId }).then(({ operations }) => operations),
      () => iterateOrganizationOperations({ parentId }),
    ],
  ] as const)(
    "%s has every object with every member, the same as its iterator, and ids that lose nothing",
    async (_name, list, iterate) => {
      emulator.seed({ project, parentId });
      const items: readonly object[] = await list();
      expect(items.length).toBeGreaterThan(200);
      for (const { headers } of emulator.requests()) expect(headers["accept-encoding"]).toBe("gzip");
      expect(await collect<object>(iterate())).toEqual(items);
      const there = emulator.objects.list();
      for (const { numericId, ...item } of items as { numericId?: string; name: string }[]) {
        const found = there.find(({ path, object }) => path.endsWith(`/${item.name}`) && object.id === numericId);
        const { id, ...members }: Record<string, unknown> = { ...found?.object };
        // Tells the emulator whose an operation is; no member of one.
        delete members.parentId;
        expect({ ...item, id: numericId }).toEqual({ ...members, id });
      }
      expect(items).toContainEqual(expect.objectContaining({ numericId: "18446744073709551615" }));
    },
  );

  it("is compressed, because most of a list repeats", async () => {
    emulator.seed({ project, parentId });
    const items = await getOrganizationOperations({ parentId });
    const bytes = emulator.requests().reduce((sum, { answerBytes = 0 }) => sum + answerBytes, 0);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(JSON.stringify(items).length / 8);
  });

  it.each([
    ["1", 2],
    ["0", 0],
  ])("tells every attempt with PULUMI_GCE_DEBUG=%s, without the token: %d", async (value, told) => {
    put(1);
    noPauses();
    vi.stubEnv("PULUMI_GCE_DEBUG", value);
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    const { info } = recordLog();
    emulator.fault({ fault: { kind: "status", status: 503 } });
    await getInterconnectRemoteLocations();
    expect(info).toHaveLength(told);
    [503, 200].slice(0, told).forEach((status, index) => {
      const request = `GET /compute/v1/${locations}`;
      expect(info[index]).toMatch(`gce.getInterconnectRemoteLocations: ${request}: ${String(status)} after `);
    });
    expect(info.join()).not.toContain(functionToken);
  });

  it("echoes its arguments, and has an id and the envelope", async () => {
    put(1);
    const args = { filter: 'name = "l-000"', orderBy: "creationTimestamp desc", maxResults: 10 } as const;
    const { locations: items, ...rest } = await getInterconnectRemoteLocations(args);
    expect(items).toHaveLength(1);
    expect(rest).toEqual({
      ...args,
      project,
      id: locations,
      kind: "compute#interconnectRemoteLocationList",
      selfLink: `https://www.googleapis.com/compute/v1/${locations}`,
    });
    const operations = await getOrganizationOperations({ parentId: "1" });
    expect(operations).toMatchObject({ parentId: "1", id: "organizations/1/operations", operations: [] });
    expect(queries().at(-1)).toEqual({ parentId: "organizations/1" });
    for (const host of ["", "//cloudresourcemanager.googleapis.com/"])
      expect(await getOrganizationOperations({ parentId: `${host}folders/7` })).toMatchObject({
        id: "folders/7/operations",
      });
    expect(await getNetworkProfiles()).toMatchObject({ etag: expect.any(String) as string });
  });

  it("sends its arguments with the request of each page", async () => {
    const names = put(7);
    const args = {
      filter: 'status = "AVAILABLE"',
      orderBy: "name",
      maxResults: 3,
      returnPartialSuccess: true,
    } as const;
    expect((await getInterconnectRemoteLocations(args)).locations.map(({ name }) => name)).toEqual(names);
    const query = { filter: args.filter, orderBy: "name", maxResults: "3", returnPartialSuccess: "true" };
    const [first, second, third] = queries();
    expect(first).toEqual(query);
    for (const next of [second, third]) expect(next).toEqual({ ...query, pageToken: expect.any(String) as string });
    expect(queries()).toHaveLength(3);
  });

  it.each([1, 3, 4, 6, 7, 8])("stops at %i items without fetching more", async (maxItems) => {
    const names = put(7);
    const { locations: items } = await getInterconnectRemoteLocations({ maxItems, maxResults: 3 });
    expect(items.map(({ name }) => name)).toEqual(names.slice(0, maxItems));
    expect(queries()).toHaveLength(Math.min(3, Math.ceil(maxItems / 3)));
  });

  it("asks for no larger pages than it needs", async () => {
    put(7);
    await getInterconnectRemoteLocations({ maxItems: 5 });
    await getInterconnectRemoteLocations({ maxItems: 5, maxResults: 0 });
    await getInterconnectRemoteLocations({ maxItems: 5000 });
    expect(queries()).toEqual([{ maxResults: "5" }, { maxResults: "0" }, {}]);
  });

  it("passes a filter of either form to the service as it is", async () => {
    const description = 'Zürich 🏔 "(brackets)" & more\\+%20';
    put(3);
    emulator.objects.put(`${locations}/odd`, { description });
    const found = async (filter: string) =>
      (await getInterconnectRemoteLocations({ filter })).locations.map(({ name }) => name);
    expect(await found(`description = ${JSON.stringify(description)}`)).toEqual(["odd"]);
    expect(await found('name eq "l-00[01]"')).toEqual(["l-000", "l-001"]);
  });

  it("that is empty has a warning, and logs nothing", async () => {
    const { warnings, debug } = recordLog();
    expect(await getInterconnectRemoteLocations()).toMatchObject({
      locations: [],
      warning: { code: "NO_RESULTS_ON_PAGE", data: [{ key: "scope", value: "global" }] },
    });
    expect(warnings).toEqual([]);
    expect(debug.join()).toContain("gce.getInterconnectRemoteLocations: NO_RESULTS_ON_PAGE");
  });
});

describe("places that cannot be reached", () => {
  const failure = { kind: "partialFailure", unreachables: ["regions/us-west1", "zones/us-east1-b"] } as const;

  it("fail the list, unless the program accepts a part: then the result and the log name them", async () => {
    noPauses();
    emulator.seed({ project });
    emulator.fault({ fault: failure, times: 6 });
    expect(await refusalOf(getNetworkProfiles())).toContain("HTTP 503");
    emulator.clearFaults();

    const { warnings } = recordLog();
    emulator.fault({ fault: failure, times: 2 });
    const found = await getNetworkProfiles({ returnPartialSuccess: true, maxResults: 180 });
    expect(found.unreachables).toEqual(failure.unreachables);
    expect(found.warning).toMatchObject({ code: "UNREACHABLE" });
    expect(warnings).toEqual([
      expect.stringMatching(/^gce\.getNetworkProfiles: UNREACHABLE: .*regions\/us-west1/),
      "gce.getNetworkProfiles: the list is not complete: regions/us-west1, zones/us-east1-b could not be reached",
    ]);
  });

  it("are logged once by an iterator too", async () => {
    emulator.seed({ project });
    const { warnings } = recordLog();
    emulator.fault({ fault: failure, times: 2 });
    await collect(iterateNetworkProfiles({ returnPartialSuccess: true, maxResults: 180 }));
    expect(warnings).toHaveLength(2);
  });
});

describe("an iterator", () => {
  it("fetches a page when it is needed, stops when the program does, and starts again for each loop", async () => {
    const names = put(7);
    const items = iterateInterconnectRemoteLocations({ maxResults: 2 });
    expect(emulator.requests()).toEqual([]);
    const seen: string[] = [];
    for await (const { name } of items) {
      seen.push(name);
      if (seen.length === 3) break;
    }
    expect(seen).toEqual(names.slice(0, 3));
    expect(queries()).toHaveLength(2);
    expect((await collect(items)).map(({ name }) => name)).toEqual(names);
    expect(await collect(iterateInterconnectRemoteLocations({ maxItems: 4, maxResults: 3 }))).toHaveLength(4);
    expect(queries()).toHaveLength(2 + 4 + 2);
  });
});

describe("a page that fails", () => {
  const refuse = (times: number) => {
    emulator.fault({ fault: { kind: "status", status: 503, reason: "backendError" }, times });
  };

  it("is requested again up to five times, and then the list continues", async () => {
    noPauses();
    const names = put(4);
    const { debug } = recordLog();
    const items = iterateInterconnectRemoteLocations({ maxResults: 2 })[Symbol.asyncIterator]();
    expect((await items.next()).value).toMatchObject({ name: names[0] });
    refuse(5);
    expect((await items.next()).value).toMatchObject({ name: names[1] });
    expect((await items.next()).value).toMatchObject({ name: names[2] });
    expect(debug.filter((message) => message.includes("the service has trouble"))).toHaveLength(5);
    expect(queries()).toHaveLength(7);
  });

  it("for good says how far the list got, after five repeats", async () => {
    noPauses();
    put(5);
    const items = iterateInterconnectRemoteLocations({ maxResults: 2 })[Symbol.asyncIterator]();
    for (let count = 0; count < 4; count += 1) await items.next();
    refuse(6);
    expect(await refusalOf(items.next())).toMatch(
      /^gce\.getInterconnectRemoteLocations: list projects\/my-project\/global\/interconnectRemoteLocations failed after 2 pages with 4 remote locations: HTTP 503/,
    );
    expect(queries()).toHaveLength(2 + 6);
  });

  it("that lacks a permission names it immediately", async () => {
    const cases = [
      [() => getNetworkProfiles(), "compute.networkProfiles.list"],
      [() => getInterconnectRemoteLocations(), "compute.interconnectRemoteLocations.list"],
      [() => getOrganizationOperations({ parentId }), "compute.globalOperations.list"],
    ] as const;
    emulator.tokens({
      [functionToken]: { deniedPermissions: cases.map(([, permission]) => permission) },
    });
    for (const [call, permission] of cases)
      expect(await refusalOf(call())).toContain(`The caller needs ${permission}.`);
    expect(emulator.requests()).toHaveLength(3);
  });

  it("is not fetched a second time under the same token", async () => {
    const page = { items: [{ id: "1", name: "a" }], nextPageToken: "again" };
    const { origin } = await scriptedServer(answers(200, page));
    configure(emulator, { "gcp:computeCustomEndpoint": `${origin}/compute/v1` });
    expect(await refusalOf(getInterconnectRemoteLocations())).toContain(
      "failed after 2 pages with 2 remote locations: the service gave the same page token twice",
    );
  });
});

describe("a call", () => {
  it("ends at its timeout, and says what to raise", async () => {
    emulator.fault({ fault: { kind: "stall" } });
    expect(await refusalOf(getNetworkProfiles({}, { timeout: "900ms" }))).toMatch(/no complete answer within \d+ms/);
  });

  it("ends when the program gives up, with the program's reason", async () => {
    emulator.fault({ fault: { kind: "stall" } });
    const reason = new Error("enough");
    const controller = new AbortController();
    const call = getNetworkProfiles({}, { signal: controller.signal });
    setTimeout(() => {
      controller.abort(reason);
    }, 50);
    await expect(call).rejects.toBe(reason);
    await expect(getNetworkProfiles({}, { signal: controller.signal })).rejects.toBe(reason);
    await expect(collect(iterateNetworkProfiles({}, { signal: controller.signal }))).rejects.toBe(reason);
  });

  it("ends a pause between two attempts when the program gives up", async () => {
    emulator.fault({ fault: { kind: "status", status: 503, headers: { "retry-after": "60" } } });
    await expect(getNetworkProfiles({}, { signal: AbortSignal.timeout(100) })).rejects.toMatchObject({
      name: "TimeoutError",
    });
  });

  it("uses one client for all calls of the same settings, and another for others", async () => {
    const settings = (token: string) =>
      new Settings((key) => ({ "gcp:accessToken": token, "gcp:project": project })[key], {});
    expect(clientFor(settings("a"))).toBe(clientFor(settings("a")));
    expect(clientFor(settings("b"))).not.toBe(clientFor(settings("a")));
    await getNetworkProfiles();
    configure(emulator, { "gcp:project": "other-project" });
    await getNetworkProfiles();
    expect(emulator.requests().at(-1)?.path).toContain("/projects/other-project/");
  });

  it("has exact ids, even if the service writes them as numbers", async () => {
    const text =
      '{"items":[{"id":18446744073709551615,"name":"a","targetId" : 18446744073709551614,"description":"\\"id\\": 12345678901234567890"}]}';
    const { origin } = await scriptedServer((_request, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end(text);
    });
    configure(emulator, { "gcp:computeCustomEndpoint": `${origin}/compute/v1` });
    expect((await getOrganizationOperations({ parentId })).operations).toEqual([
      {
        numericId: "18446744073709551615",
        name: "a",
        targetId: "18446744073709551614",
        description: '"id": 12345678901234567890',
      },
    ]);
  });

  it("needs no secret configuration, and causes no warning about it", async () => {
    const { warnings } = recordLog();
    pulumi.runtime.setAllConfig(
      { "gcp:project": project, "gcp:computeCustomEndpoint": emulator.endpoint, "gcp:accessToken": functionToken },
      ["gcp:accessToken"],
    );
    await getNetworkProfiles();
    expect(warnings).toEqual([]);
  });
});
