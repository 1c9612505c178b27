import { gzipSync } from "node:zlib";
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import * as pulumi from "@pulumi/pulumi";
import {
  getInterconnectRemoteLocations,
  iterateInterconnectRemoteLocations,
} from "../../provider/src/functions/getInterconnectRemoteLocations";
import { getManagedInstances, iterateManagedInstances } from "../../provider/src/functions/getManagedInstances";
import { getNetworkProfiles, iterateNetworkProfiles } from "../../provider/src/functions/getNetworkProfiles";
import {
  getOrganizationOperations,
  iterateOrganizationOperations,
} from "../../provider/src/functions/getOrganizationOperations";
import { collect, functionToken, project, recordLog, refusalOf } from "../support/functionCalls";
import { scriptedServer, type Script } from "../support/scriptedServer";
import { startCli } from "../unit/cli/helpers";
import { Verdicts } from "./verdicts";

const verdicts = new Verdicts("bounds");
afterAll(() => {
  verdicts.write();
});

interface Lists {
  readonly name: string;
  /** The member of a page that has the items. */
  readonly member: string;
  list(args?: { maxItems?: number }): Promise<object>;
  iterate(args?: { maxItems?: number }): AsyncIterable<unknown>;
}

const group = { instanceGroupManager: "web", zone: "us-central1-a" };
const parent = { parentId: "organizations/123456789012" };
const lists: readonly Lists[] = [
  { name: "getNetworkProfiles", member: "items", list: getNetworkProfiles, iterate: iterateNetworkProfiles },
  {
    name: "getManagedInstances",
    member: "managedInstances",
    list: (args) => getManagedInstances({ ...group, ...args }),
    iterate: (args) => iterateManagedInstances({ ...group, ...args }),
  },
  {
    name: "getOrganizationOperations",
    member: "items",
    list: (args) => getOrganizationOperations({ ...parent, ...args }),
    iterate: (args) => iterateOrganizationOperations({ ...parent, ...args }),
  },
  {
    name: "getInterconnectRemoteLocations",
    member: "items",
    list: getInterconnectRemoteLocations,
    iterate: iterateInterconnectRemoteLocations,
  },
];

beforeEach(() => {
  recordLog();
});

/** A service whose every list has always another page: so many items, and other members besides. */
async function endlessPages(member: string, items: number, more: (number: number) => object = () => ({})) {
  let number = 0;
  const page: Script = (_request, response) => {
    number += 1;
    const there = Array.from({ length: items }, (_none, index) => ({ name: `i-${String(index)}` }));
    const body = JSON.stringify({ [member]: there, nextPageToken: `t-${String(number)}`, ...more(number) });
    response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(gzipSync(body));
  };
  const server = await scriptedServer(page);
  pulumi.runtime.setAllConfig({
    "gcp:project": project,
    "gcp:computeCustomEndpoint": `${server.origin}/compute/v1`,
    "gcp:accessToken": functionToken,
  });
  onTestFinished(() => {
    pulumi.runtime.setAllConfig({});
    vi.unstubAllEnvs();
  });
  return server;
}

describe.each(lists)("$name", ({ name, member, list, iterate }) => {
  const attack = (what: string, place: string, run: () => Promise<void>) =>
    verdicts.attack(what, `${name}: ${place}`, run);

  it("ends empty pages without end, with the limit and how to raise it", async () => {
    await attack("empty pages without end", "promise", async () => {
      vi.stubEnv("PULUMI_GCE_MAX_EMPTY_PAGES", "40");
      const server = await endlessPages(member, 0);
      const message = await refusalOf(list());
      expect(message).toContain(
        "the list has more than 40 pages in a row without an item, the limit of PULUMI_GCE_MAX_EMPTY_PAGES",
      );
      expect(message).toContain("set PULUMI_GCE_MAX_EMPTY_PAGES in the environment to a higher number");
      expect(server.requests).toHaveLength(40);
    });
    await attack("empty pages without end", "iterator", async () => {
      const server = await endlessPages(member, 0);
      expect(await refusalOf(collect(iterate()))).toContain("PULUMI_GCE_MAX_EMPTY_PAGES");
      expect(server.requests.length).toBeLessThan(1_001);
    });
  });

  it("ends pages whose tokens never repeat", async () => {
    await attack("tokens that never repeat", "promise and iterator", async () => {
      vi.stubEnv("PULUMI_GCE_MAX_PAGES", "30");
      const server = await endlessPages(member, 2);
      expect(await refusalOf(list())).toContain("the list has more than 30 pages, the limit of PULUMI_GCE_MAX_PAGES");
      expect(await refusalOf(collect(iterate()))).toContain("the limit of PULUMI_GCE_MAX_PAGES");
      expect(server.requests).toHaveLength(60);
    });
  });

  it("holds no more items and bytes than the limits allow", async () => {
    await attack("more items than can be held", "promise", async () => {
      vi.stubEnv("PULUMI_GCE_MAX_ITEMS", "1000");
      const server = await endlessPages(member, 300);
      expect(await refusalOf(list())).toContain("the list has more than 1000 items, the limit of PULUMI_GCE_MAX_ITEMS");
      expect(server.requests).toHaveLength(4);
    });
    vi.unstubAllEnvs();
    await attack("gzip pages that fill the heap", "promise", async () => {
      vi.stubEnv("PULUMI_GCE_MAX_MEGABYTES", "16");
      // Three megabytes each of nothing, in three kilobytes on the line.
      const server = await endlessPages(member, 1, () => ({ padding: "x".repeat(3 * 1024 * 1024) }));
      expect(await refusalOf(list())).toContain("megabytes of answers, the limit of PULUMI_GCE_MAX_MEGABYTES");
      expect(server.requests).toHaveLength(6);
    });
  });

  it("still gives any number of items to an iterator, and so many as are wanted", async () => {
    await attack("limits that get in the way", "iterator and maxItems", async () => {
      vi.stubEnv("PULUMI_GCE_MAX_ITEMS", "100");
      vi.stubEnv("PULUMI_GCE_MAX_MEGABYTES", "1");
      await endlessPages(member, 50, () => ({ padding: "x".repeat(100_000) }));
      expect(await collect(iterate({ maxItems: 1_000 }))).toHaveLength(1_000);
      const few = Object.values(await list({ maxItems: 60 })).find(Array.isArray);
      expect(few).toHaveLength(60);
    });
  });

  it("asks no faster than the limit", async () => {
    await attack("as many requests a second as fit", "promise", async () => {
      vi.stubEnv("PULUMI_GCE_MAX_PAGES", "40");
      vi.stubEnv("PULUMI_GCE_MAX_PAGES_PER_SECOND", "25");
      await endlessPages(member, 1);
      const sinceMs = performance.now();
      expect(await refusalOf(list())).toContain("PULUMI_GCE_MAX_PAGES");
      expect(performance.now() - sinceMs).toBeGreaterThan(550);
    });
  });

  it("logs at most a hundred warnings of a list", async () => {
    await attack("another warning on each page", "iterator", async () => {
      const log = recordLog();
      await endlessPages(member, 1, (number) => ({
        warning: { code: "UNREACHABLE", message: `no ${String(number)}` },
      }));
      expect(await collect(iterate({ maxItems: 150 }))).toHaveLength(150);
      expect(log.warnings.length).toBeLessThanOrEqual(101);
      expect(log.warnings.at(-1)).toContain("the log leaves out further ones");
    });
  });
});

describe("a single answer", () => {
  it("with too many values is refused before it is parsed", async () => {
    await verdicts.attack("values that take more memory than their text", "getNetworkProfiles: one page", async () => {
      const server = await endlessPages("items", 0, () => ({ nothing: Array.from({ length: 2_500_000 }, () => []) }));
      expect(await refusalOf(getNetworkProfiles({}, { timeout: "1m" }))).toContain("JSON of more than 2000000 values");
      expect(server.requests.length).toBeLessThan(6);
    });
  });
});

describe("orphans", () => {
  it.each<[what: string, variables: Record<string, string>, items: number, words: string]>([
    ["empty pages without end", { PULUMI_GCE_MAX_EMPTY_PAGES: "20" }, 0, "the limit of PULUMI_GCE_MAX_EMPTY_PAGES"],
    ["tokens that never repeat", { PULUMI_GCE_MAX_PAGES: "20" }, 3, "the limit of PULUMI_GCE_MAX_PAGES"],
    ["more items than can be held", { PULUMI_GCE_MAX_ITEMS: "20" }, 3, "the limit of PULUMI_GCE_MAX_ITEMS"],
  ])("ends %s, says so, and does not call it clean", async (what, variables, items, words) => {
    await verdicts.attack(what, "orphans", async () => {
      const server = await endlessPages("items", items);
      const cli = await startCli();
      cli.write({});
      vi.stubEnv("GOOGLE_COMPUTE_CUSTOM_ENDPOINT", `${server.origin}/compute/v1`);
      for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
      const { code, out } = await cli.orphans();
      expect(code).toBe(2);
      expect(out).toContain(words);
      expect(server.requests.length).toBeLessThan(25);
    });
  });
});

describe("a limit", () => {
  it.each(["0", "-1", "1.5", "many", "1e9", "99999999999999999999"])("that is %j is refused by name", async (value) => {
    await verdicts.attack("a limit that is none", JSON.stringify(value), async () => {
      vi.stubEnv("PULUMI_GCE_MAX_PAGES", value);
      await endlessPages("items", 1);
      expect(await refusalOf(getNetworkProfiles())).toContain(
        `PULUMI_GCE_MAX_PAGES must be a whole number of at least 1; it is ${JSON.stringify(value)}.`,
      );
    });
  });
});
