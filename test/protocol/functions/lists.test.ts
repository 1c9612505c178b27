import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Emulator } from "../../../emulator/src/index";
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
  captureRefusal,
} from "../../support/functionCalls";
import { formatDuration } from "../../../provider/src/names/duration";
import { withLongEnoughDeadline } from "../../support/longEnough";
import { expectOfficial } from "../../support/officialRequests";
import { answers, scriptedServer } from "../../support/scriptedServer";

const parentId = "organizations/123456789012";
const locations = `projects/${project}/global/interconnectRemoteLocations`;

let emulator: Emulator;
beforeEach(async () => {
  emulator = await emulatorForFunctions();
});
afterEach(() => {
  expectOfficial(emulator);
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
      () => getNetworkProfiles({ maxResults: 2 }).then(({ networkProfiles }) => networkProfiles),
      () => iterateNetworkProfiles({ maxResults: 2 }),
    ],
    [
      "getOrganizationOperations",
      () => getOrganizationOperations({ parentId, maxResults: 2 }).then(({ operations }) => operations),
      () => iterateOrganizationOperations({ parentId, maxResults: 2 }),
    ],
  ] as const)("%s has every member of every object, the same as its iterator", async (_name, list, iterate) => {
    emulator.seed({ project, parentId });
    const items: readonly object[] = await list();
    expect(emulator.requests()).toHaveLength(Math.ceil(items.length / 2));
    expect(items.length).toBeGreaterThan(4);
    for (const { headers } of emulator.requests()) expect(headers["accept-encoding"]).toBe("gzip");
    expect(await collect<object>(iterate())).toEqual(items);
    const actual = emulator.objects.list();
    for (const { numericId, ...item } of items as { numericId?: string; name: string }[]) {
      const found = actual.find(({ path, object }) => path.endsWith(`/${item.name}`) && object.id === numericId);
      const { id, ...members }: Record<string, unknown> = { ...found?.object };
      // Tells the emulator whose an operation is; no member of one.
      delete members.parentId;
      expect({ ...item, id: numericId }).toEqual({ ...members, id });
    }
    expect(items).toContainEqual(expect.objectContaining({ numericId: "18446744073709551615" }));
  });

  it("sends its arguments with the request of each page, echoes them, and has an id and the envelope", async () => {
    const names = put(7);
    const args = {
      filter: 'status = "AVAILABLE"',
      orderBy: "name",
      maxResults: 3,
      returnPartialSuccess: true,
    } as const;
    const { locations: items, ...rest } = await getInterconnectRemoteLocations(args);
    expect(items.map(({ name }) => name)).toEqual(names);
    expect(rest).toEqual({
      ...args,
      project,
      id: locations,
      kind: "compute#interconnectRemoteLocationList",
      selfLink: `https://www.googleapis.com/compute/v1/${locations}`,
    });
    const query = { filter: args.filter, orderBy: "name", maxResults: "3", returnPartialSuccess: "true" };
    const [first, ...others] = queries();
    expect(first).toEqual(query);
    const next = { ...query, pageToken: expect.any(String) as string };
    expect(others).toEqual([next, next]);
  });

  it("asks for no larger pages than it needs", async () => {
    put(7);
    for (const args of [{ maxItems: 5 }, { maxItems: 5, maxResults: 0 }, { maxItems: 5000 }])
      await getInterconnectRemoteLocations(args);
    expect(queries()).toEqual([{ maxResults: "5" }, { maxResults: "0" }, {}]);
  });

  it("that is empty has a warning, and logs nothing that a user sees", async () => {
    const { warnings } = recordLog();
    expect(await getInterconnectRemoteLocations()).toMatchObject({
      locations: [],
      warning: { code: "NO_RESULTS_ON_PAGE", data: [{ key: "scope", value: "global" }] },
    });
    expect(warnings).toEqual([]);
  });

  it("with places that cannot be reached fails, unless the program accepts a part: then result and log name them", async () => {
    noPauses();
    emulator.seed({ project });
    const fault = { kind: "partialFailure", unreachables: ["regions/us-west1", "zones/us-east1-b"] } as const;
    emulator.fault({ fault, times: 6 });
    expect(await captureRefusal(getNetworkProfiles())).toContain("HTTP 503");
    emulator.clearFaults();
    const { warnings } = recordLog();
    emulator.fault({ fault, times: 2 });
    const found = await getNetworkProfiles({ returnPartialSuccess: true, maxResults: 3 });
    expect(found.unreachables).toEqual(fault.unreachables);
    expect(found.warning).toMatchObject({ code: "UNREACHABLE" });
    expect(warnings).toEqual([
      expect.stringMatching(/^gce\.getNetworkProfiles: UNREACHABLE: .*regions\/us-west1/),
      "gce.getNetworkProfiles: the list is not complete: regions/us-west1, zones/us-east1-b could not be reached",
    ]);
  });
});

it("an iterator fetches a page when it is needed, stops when the program does, and starts again for each loop", async () => {
  const names = put(7);
  const items = iterateInterconnectRemoteLocations({ maxResults: 2 });
  expect(emulator.requests()).toEqual([]);
  const visited: string[] = [];
  for await (const { name } of items) {
    visited.push(name);
    if (visited.length === 3) break;
  }
  expect(visited).toEqual(names.slice(0, 3));
  expect(queries()).toHaveLength(2);
  expect((await collect(items)).map(({ name }) => name)).toEqual(names);
});

describe("a page that fails", () => {
  it("is requested again up to five times, and then says how far the list got", async () => {
    noPauses();
    put(5);
    const { debug } = recordLog();
    const items = iterateInterconnectRemoteLocations({ maxResults: 2 })[Symbol.asyncIterator]();
    const refuse = (times: number) => {
      emulator.fault({ fault: { kind: "status", status: 503, reason: "backendError" }, times });
    };
    refuse(5);
    for (let count = 0; count < 4; count += 1) await items.next();
    expect(debug.filter((message) => message.includes("the service has trouble"))).toHaveLength(5);
    refuse(6);
    expect(await captureRefusal(items.next())).toMatch(
      /^gce\.getInterconnectRemoteLocations: list projects\/my-project\/global\/interconnectRemoteLocations failed after 2 pages with 4 remote locations: HTTP 503/,
    );
    expect(queries()).toHaveLength(2 + 5 + 6);
  });

  it("for want of a permission names it immediately", async () => {
    const cases = [
      [() => getNetworkProfiles(), "compute.networkProfiles.list"],
      [() => getInterconnectRemoteLocations(), "compute.interconnectRemoteLocations.list"],
      [() => getOrganizationOperations({ parentId }), "compute.globalOperations.list"],
    ] as const;
    emulator.tokens({ [functionToken]: { deniedPermissions: cases.map(([, permission]) => permission) } });
    for (const [call, permission] of cases)
      expect(await captureRefusal(call())).toContain(`The caller needs ${permission}.`);
    expect(emulator.requests()).toHaveLength(3);
  });

  it("is not fetched a second time under the same token", async () => {
    const { origin } = await scriptedServer(answers(200, { items: [{ id: "1", name: "a" }], nextPageToken: "again" }));
    configure(emulator, { "gcp:computeCustomEndpoint": `${origin}/compute/v1` });
    expect(await captureRefusal(getInterconnectRemoteLocations())).toContain(
      "failed after 2 pages with 2 remote locations: the service gave the same page token twice",
    );
  });
});

describe("a call", () => {
  it("ends at its timeout, and says what to raise", async () => {
    emulator.fault({ times: "always", fault: { kind: "stall" } });
    await withLongEnoughDeadline(async (deadlineMs) => {
      const timeout = formatDuration(deadlineMs);
      expect(await captureRefusal(getNetworkProfiles({}, { timeout }))).toMatch(/no complete answer within \d+m?s/);
    });
  });

  it("ends when the program gives up, with the program's reason, also in a pause between two attempts", async () => {
    const reason = new Error("enough");
    for (const fault of [
      { kind: "stall" },
      { kind: "status", status: 503, headers: { "retry-after": "60" } },
    ] as const) {
      emulator.clearRequests();
      emulator.fault({ fault });
      const controller = new AbortController();
      const { signal } = controller;
      const call = getNetworkProfiles({}, { signal });
      await Promise.race([expect.poll(() => emulator.requests().length).toBe(1), call.catch(() => undefined)]);
      controller.abort(reason);
      await expect(call).rejects.toBe(reason);
      await expect(collect(iterateNetworkProfiles({}, { signal }))).rejects.toBe(reason);
    }
  });
});
