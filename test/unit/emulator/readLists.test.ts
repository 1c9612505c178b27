import { describe, expect, it } from "vitest";
import type { Emulator, EmulatorOptions } from "../../../emulator/src/index";
import { emulatorForTest, refusal, send, type Wire } from "./helpers";

const seed = { networkProfiles: 25, interconnectRemoteLocations: 25, managedInstances: 25, organizationOperations: 25 };
const PROJECT = "/projects/my-project";
const PARENT = "parentId=organizations/123456789012";
const ALL = "places/everywhere";

interface List {
  readonly name: string;
  readonly method: "GET" | "POST";
  readonly path: string;
  /** Sent with every request. */
  readonly always: string;
  /** The member that holds the items. */
  readonly items: string;
  readonly sorts: boolean;
  readonly permission: string;
  /** What an answer that is not complete says of it, besides its items. */
  readonly partial: Wire;
}

const warned = { warning: { code: "UNREACHABLE", data: [{ key: "scope", value: ALL }] } };

const lists: readonly List[] = [
  {
    name: "networkProfiles.list",
    method: "GET",
    path: `${PROJECT}/global/networkProfiles`,
    always: "",
    items: "items",
    sorts: true,
    permission: "compute.networkProfiles.list",
    partial: { ...warned, unreachables: [ALL] },
  },
  {
    name: "interconnectRemoteLocations.list",
    method: "GET",
    path: `${PROJECT}/global/interconnectRemoteLocations`,
    always: "",
    items: "items",
    sorts: true,
    permission: "compute.interconnectRemoteLocations.list",
    partial: warned,
  },
  {
    name: "globalOrganizationOperations.list",
    method: "GET",
    path: "/locations/global/operations",
    always: PARENT,
    items: "items",
    sorts: true,
    permission: "compute.globalOperations.list",
    partial: warned,
  },
  {
    name: "instanceGroupManagers.listManagedInstances",
    method: "POST",
    path: `${PROJECT}/zones/us-central1-a/instanceGroupManagers/checkout/listManagedInstances`,
    always: "",
    items: "managedInstances",
    sorts: false,
    permission: "compute.instanceGroupManagers.get",
    partial: {},
  },
  {
    name: "regionInstanceGroupManagers.listManagedInstances",
    method: "POST",
    path: `${PROJECT}/regions/us-central1/instanceGroupManagers/storefront/listManagedInstances`,
    always: "",
    items: "managedInstances",
    sorts: false,
    permission: "compute.instanceGroupManagers.get",
    partial: {},
  },
];

const url = ({ path, always }: List, query = "") => `${path}?${[always, query].filter(Boolean).join("&")}`;
const namesOf = ({ items }: List, page: Wire) => ((page[items] ?? []) as { name: string }[]).map(({ name }) => name);

async function start(options: EmulatorOptions = { seed }): Promise<Emulator> {
  return emulatorForTest(options);
}

async function ask(emulator: Emulator, list: List, query = ""): Promise<Wire> {
  const { status, json, text } = await send(emulator, list.method, url(list, query));
  if (status !== 200) throw new Error(text);
  return json;
}

async function everyPage(emulator: Emulator, list: List, query: string): Promise<string[][]> {
  const pages: string[][] = [];
  for (let token = ""; ;) {
    const page = await ask(emulator, list, `${query}&pageToken=${token}`);
    pages.push(namesOf(list, page));
    if (page.nextPageToken === undefined) return pages;
    token = String(page.nextPageToken);
  }
}

describe.each(lists)("$name", (list) => {
  it("gives every item once over its pages, by name", async () => {
    const emulator = await start();
    const pages = await everyPage(emulator, list, "maxResults=10");
    expect(pages.map(({ length }) => length)).toEqual([10, 10, 5]);
    expect(pages.flat()).toEqual([...new Set(pages.flat())].sort());
  });

  it("takes a page size from 0, which sets no size, to 500", async () => {
    const emulator = await start();
    for (const [size, length] of [
      ["0", 25],
      ["1", 1],
      ["500", 25],
    ] as const) {
      expect(namesOf(list, await ask(emulator, list, `maxResults=${size}`))).toHaveLength(length);
    }
    for (const size of ["501", "-1", "4294967296", "ten", ""]) {
      const answer = await refusal(emulator, list.method, url(list, `maxResults=${size}`));
      expect([size, answer.status]).toEqual([size, 400]);
      expect(answer.message).toContain("maxResults");
    }
  });

  it(list.sorts ? "sorts by name or with the newest first, and otherwise not" : "does not sort", async () => {
    const emulator = await start();
    for (const order of ["name", "creationTimestamp desc"]) {
      const { status } = await send(emulator, list.method, url(list, `orderBy=${encodeURIComponent(order)}`));
      expect(status).toBe(list.sorts ? 200 : 400);
    }
    for (const order of ["id", "name desc", "creationTimestamp", "creationTimestamp asc"]) {
      const answer = await refusal(emulator, list.method, url(list, `orderBy=${encodeURIComponent(order)}`));
      expect([answer.status, answer.reason]).toEqual([400, "invalid"]);
      expect(answer.message).toContain("orderBy");
    }
  });

  it("filters in both forms, over its pages, and refuses a mixture", async () => {
    const emulator = await start();
    const [names] = await everyPage(emulator, list, "");
    const [first = "", second = ""] = names ?? [];
    const filtered = async (filter: string) =>
      (await everyPage(emulator, list, `maxResults=1&filter=${encodeURIComponent(filter)}`)).flat();
    expect(await filtered(`name = ${first}`)).toEqual([first]);
    expect(await filtered(`(name = "${first}") OR (name = "${second}")`)).toEqual([first, second]);
    expect(await filtered(`name eq "${first}|${second}"`)).toEqual([first, second]);
    expect(await filtered(`(name eq "${first}|${second}") (name ne ${first})`)).toEqual([second]);
    const mixed = `(name = ${first}) (name eq ${first})`;
    expect(await refusal(emulator, list.method, url(list, `filter=${encodeURIComponent(mixed)}`))).toMatchObject({
      status: 400,
      reason: "invalid",
      message: expect.stringContaining("mixed"),
    });
  });

  it("fails as a whole when a part cannot be reached, unless a part is enough", async () => {
    const emulator = await start();
    const [names] = await everyPage(emulator, list, "");
    const [first = "", ...others] = names ?? [];
    emulator.fault({ times: 2, fault: { kind: "partialFailure", unreachables: [ALL], omit: [first] } });
    expect(await refusal(emulator, list.method, url(list))).toMatchObject({ status: 503, reason: "backendError" });
    const page = await ask(emulator, list, "returnPartialSuccess=true");
    expect(namesOf(list, page)).toEqual(others);
    expect(page).toMatchObject(list.partial);
    expect(
      Object.keys(page)
        .filter((name) => ["unreachables", "warning"].includes(name))
        .sort(),
    ).toEqual(Object.keys(list.partial).sort());
    // What is cut from a page is not what is kept of it.
    expect(namesOf(list, await ask(emulator, list))).toEqual(names);
  });

  it("lets any one of its pages be slow, fail or end early", async () => {
    const emulator = await start();
    const [first = []] = await everyPage(emulator, list, "maxResults=10");
    emulator.clearRequests();
    emulator.fault({ skip: 1, fault: { kind: "delay", ms: 5 } });
    emulator.fault({ skip: 2, fault: { kind: "status", status: 500 } });
    await expect(everyPage(emulator, list, "maxResults=10")).rejects.toThrow("internalError");
    expect(emulator.requests().map(({ fault, status }) => [fault, status])).toEqual([
      [undefined, 200],
      ["delay", 200],
      ["status", 500],
    ]);
    expect(namesOf(list, await ask(emulator, list, "maxResults=10"))).toEqual(first);
  });

  it("refuses other parameters, other lists' tokens and callers without the permission", async () => {
    const emulator = await start();
    expect(await refusal(emulator, list.method, url(list, "view=FULL"))).toMatchObject({
      status: 400,
      message: expect.stringContaining('Unknown name "view"'),
    });
    expect(await refusal(emulator, list.method, url(list, "returnPartialSuccess=yes"))).toMatchObject({ status: 400 });
    const { nextPageToken } = await ask(emulator, list, "maxResults=1");
    for (const other of lists.filter(({ name }) => name !== list.name)) {
      const query = `pageToken=${String(nextPageToken)}`;
      expect(await refusal(emulator, other.method, url(other, query)), other.name).toMatchObject({ status: 400 });
    }
    emulator.tokens({ "test-token": { deniedPermissions: [list.permission] } });
    expect(await refusal(emulator, list.method, url(list))).toMatchObject({
      status: 403,
      reason: "forbidden",
      message: expect.stringContaining(list.permission),
    });
    emulator.tokens({ "test-token": { readOnly: true } });
    expect(namesOf(list, await ask(emulator, list))).toHaveLength(25);
  });
});

describe.each(lists.filter(({ method }) => method === "POST"))("$name", ({ method, path }) => {
  it("takes no body but an empty one", async () => {
    const emulator = await start();
    expect((await send(emulator, method, path, { body: {} })).status).toBe(200);
    expect(await refusal(emulator, method, path, { body: { filter: "name = a" } })).toMatchObject({ status: 400 });
  });
});

describe("the list of network profiles", () => {
  it("has an etag that changes with the profiles alone", async () => {
    const emulator = await start();
    const [profiles] = lists;
    if (profiles === undefined) throw new Error("no list");
    const { etag } = await ask(emulator, profiles);
    expect((await ask(emulator, profiles, "maxResults=1")).etag).toBe(etag);
    emulator.objects.put("projects/my-project/global/networkProfiles/mine", { description: "Put by hand." });
    expect((await ask(emulator, profiles)).etag).not.toBe(etag);
  });
});

describe("the operations of an organization", () => {
  const [, , operations] = lists;
  const put = (emulator: Emulator, name: string, parentId: unknown) =>
    emulator.objects.put(`locations/global/operations/${name}`, { parentId, operationType: "insert" });

  it("are those of the parent that is named, an organization or a folder", async () => {
    const emulator = await start({});
    put(emulator, "operation-1", "organizations/1");
    put(emulator, "operation-2", "folders/1");
    for (const [parentId, names] of [
      ["organizations/1", ["operation-1"]],
      ["folders/1", ["operation-2"]],
      ["organizations/2", []],
    ] as const) {
      const { json } = await send(emulator, "GET", `/locations/global/operations?parentId=${parentId}`);
      expect(json.kind).toBe("compute#operations");
      expect(operations && namesOf(operations, json)).toEqual(names);
      expect(JSON.stringify(json)).not.toContain("parentId");
    }
  });

  it("are complete when they are put: done, with times and a link, without what is deprecated", async () => {
    const emulator = await start({});
    const link = "https://www.googleapis.com/compute/v1/locations/global/operations/operation-1";
    expect(put(emulator, "operation-1", "organizations/1")).toMatchObject({
      kind: "compute#operation",
      status: "DONE",
      progress: 100,
      insertTime: expect.any(String),
      selfLink: link,
    });
    expect(emulator.objects.get("locations/global/operations/operation-1")).not.toHaveProperty("creationTimestamp");
    emulator.objects.patch("locations/global/operations/operation-1", { status: "RUNNING", progress: 40 });
    const { json } = await send(emulator, "GET", "/locations/global/operations?parentId=organizations/1");
    expect(json.items).toMatchObject([{ status: "RUNNING", progress: 40 }]);
  });

  it.each([[undefined], ["1"], ["projects/p"], ["organizations/acme"]])("cannot be put for %j", async (parentId) => {
    const emulator = await start({});
    expect(() => put(emulator, "operation-1", parentId)).toThrow("organizations/NUMBER");
  });

  it.each([
    ["", "required"],
    ["?parentId=", "required"],
    ["?parentId=1", "invalid"],
    ["?parentId=projects/p", "invalid"],
  ])("are refused for %j", async (query, reason) => {
    const emulator = await start({});
    const answer = await refusal(emulator, "GET", `/locations/global/operations${query}`);
    expect([answer.status, answer.reason]).toEqual([400, reason]);
    expect(answer.message).toContain("parentId");
  });
});
