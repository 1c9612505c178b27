import { describe, expect, it } from "vitest";
import { unknownValue } from "../../provider/src/fields/unknown";
import { startKindProvider } from "../support/kindProvider";
import type { Properties } from "../support/providerProcess";
import { captureFailure, declared } from "../support/routeProvider";
import { global, region } from "./others";

/*
 * Lists with rules of their own: the service takes no secondary ranges that go and come in one request, and an attachment that accepts
 * everybody has no lists.
 */

const subnetwork = `${region}/subnetworks/shared`;
const range = (rangeName: string, ipCidrRange: string) => ({ rangeName, ipCidrRange });
const theirs = [range("theirs", "10.4.0.0/16"), { ...range("old", "10.5.0.0/16"), reservedInternalRange: "r" }];

async function startSubnetwork() {
  const started = await startKindProvider("SubnetworkPatch", {
    others: {
      [subnetwork]: { network: `${global}/networks/default`, ipCidrRange: "10.0.0.0/20", secondaryIpRanges: theirs },
    },
  });
  const { emulator, provider } = started;
  const inputs = (secondaryIpRanges: readonly object[]) =>
    started.inputs({ subnetwork: "shared", secondaryIpRanges, deletionPolicy: "RESTORE" });
  return {
    provider,
    make: async (ranges: readonly object[]) => provider.create(await inputs(ranges)),
    change: async (olds: { id: string; outs: Properties }, ranges: readonly object[]) => ({
      id: olds.id,
      ...(await provider.update(olds.id, olds.outs, await inputs(ranges))),
    }),
    /** The names of the ranges of each request since the last look. */
    sent() {
      const patches = emulator.requests().filter(({ method }) => method === "PATCH");
      emulator.clearRequests();
      return patches.map(({ body }) =>
        (body as { secondaryIpRanges: Properties[] }).secondaryIpRanges.map(({ rangeName }) => rangeName),
      );
    },
    actual: () => emulator.objects.get(subnetwork)?.secondaryIpRanges,
  };
}

describe("a secondary range", () => {
  it("that gets another name goes first, and comes in a second request", async () => {
    const { make, change, sent, actual, provider } = await startSubnetwork();
    const first = await make([range("pods", "10.8.0.0/16")]);
    expect(sent()).toEqual([["theirs", "old", "pods"]]);
    const second = await change(first, [range("pods-2", "10.8.0.0/16")]);
    expect(sent()).toEqual([
      ["theirs", "old"],
      ["theirs", "old", "pods-2"],
    ]);
    await provider.delete(second.id, second.outs);
    expect(actual()).toEqual(theirs);
  });

  it("of somebody else that makes room for one of the program comes back after that one has gone", async () => {
    const { make, sent, actual, provider } = await startSubnetwork();
    const first = await make([{ rangeName: "old", absent: true }, range("pods", "10.5.0.0/16")]);
    expect(sent()).toEqual([["theirs"], ["theirs", "pods"]]);
    await provider.delete(first.id, first.outs);
    expect(sent()).toEqual([["theirs"], ["theirs", "old"]]);
    expect(actual()).toEqual(theirs);
  });

  it("is not shown where its name is not known yet, and nothing is lost by that", async () => {
    const { provider, make } = await startSubnetwork();
    const first = await make([range("pods", "10.8.0.0/16")]);
    const unknown = [range("pods", "10.8.0.0/16"), range(unknownValue, "10.9.0.0/20")];
    const news = { ...declared("SubnetworkPatch", { subnetwork: "shared", secondaryIpRanges: unknown }) };
    const { inputs, failures } = await provider.check({}, news);
    expect(failures).toEqual([]);
    expect(await provider.diff(first.id, first.outs, inputs)).toMatchObject({ changes: true, replaces: [] });
  });

  it("cannot be named by the option ignoreChanges, and the message says what helps", async () => {
    const { provider, make } = await startSubnetwork();
    const first = await make([range("pods", "10.8.0.0/16")]);
    const { inputs } = await provider.check(
      {},
      declared("SubnetworkPatch", {
        subnetwork: "shared",
        secondaryIpRanges: [range("pods", "10.8.0.0/16")],
        deletionPolicy: "RESTORE",
      }),
    );
    const diff = (path: string) =>
      provider.diff(first.id, first.outs, inputs, (request) => {
        request.setIgnorechangesList([path]);
      });
    const failure = await captureFailure(diff("secondaryIpRanges[0].ipCidrRange"));
    expect(failure.message).toMatch(
      /the option ignoreChanges cannot name a part of secondaryIpRanges[^]*ignoreChanges: \["secondaryIpRanges"\]/,
    );
    expect((await diff("secondaryIpRanges")).changes).toBe(false);
  });
});

describe("the consumers of a service attachment", () => {
  const attachment = `${region}/serviceAttachments/search`;
  const start = (connectionPreference: string, lists: object = {}) =>
    startKindProvider("ServiceAttachmentPatch", { others: { [attachment]: { connectionPreference, ...lists } } });
  const mine = { projectIdOrNum: "team-blue", connectionLimit: 2 };

  it("are refused before a request where the attachment accepts everybody", async () => {
    const { provider, inputs, emulator } = await start("ACCEPT_AUTOMATIC");
    const args = await inputs({ serviceAttachment: "search", consumerAcceptLists: [mine] });
    const failure = await captureFailure(provider.create(args));
    expect(failure.message).toMatch(
      /ACCEPT_AUTOMATIC, with which it has no lists[^]*connectionPreference: "ACCEPT_MANUAL"/,
    );
    expect(emulator.requests().filter(({ method }) => method === "PATCH")).toEqual([]);
  });

  it("of several programs are rejected and accepted beside each other, and taken out again", async () => {
    const [theirs, rejected] = [{ projectIdOrNum: "team-green", connectionLimit: 4 }, ["team-red"]];
    const { provider, inputs, emulator } = await start("ACCEPT_MANUAL", {
      consumerAcceptLists: [theirs],
      consumerRejectLists: rejected,
    });
    const program = { consumerAcceptLists: [mine], consumerRejectLists: ["team-grey"], deletionPolicy: "RESTORE" };
    const first = await provider.create(await inputs({ serviceAttachment: "search", ...program }));
    const actual = () => emulator.objects.get(attachment);
    expect(actual()).toMatchObject({
      consumerAcceptLists: [theirs, mine],
      consumerRejectLists: [...rejected, "team-grey"],
    });
    expect(first.outs).toMatchObject({ consumerAcceptLists: [mine], consumerRejectLists: ["team-grey"] });
    await provider.delete(first.id, first.outs);
    expect(actual()).toMatchObject({ consumerAcceptLists: [theirs], consumerRejectLists: rejected });
  });
});
