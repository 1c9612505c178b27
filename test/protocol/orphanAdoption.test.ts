import { expect, it, vi } from "vitest";
import { id, networkUrl, policyUrl, startAssociation, kind } from "../support/associationProvider";
import { startKindProvider, type KindProvider } from "../support/kindProvider";
import type { Properties } from "../support/providerProcess";
import { canaryToken } from "../support/routeProvider";
import { disk, startSnapshotProvider } from "../support/snapshotProvider";
import { exported, startCli } from "../unit/cli/helpers";

const namelessRoute = { network: "default", destRange: "10.1.0.0/16", nextHopIp: "10.0.0.9" };

interface Case {
  kind: string;
  start: () => Promise<KindProvider>;
  args: Properties;
}

const cases: Case[] = [
  { kind: "Route", start: () => startKindProvider("Route"), args: namelessRoute },
  { kind: "Snapshot", start: () => startSnapshotProvider(), args: { sourceDisk: disk } },
  { kind, start: () => startAssociation(), args: { attachmentTarget: networkUrl, firewallPolicy: policyUrl("a") } },
];

it.each(cases)(
  "a $kind with a generated name is taken over with the arguments that orphans prints",
  async ({ kind: lostKind, start, args }) => {
    const { emulator, provider, inputs, requests } = await start();
    // Made, and then nobody was there any more to record it.
    const lost = await inputs(args);
    const made = await provider.create(lost);
    const { write, orphans } = await startCli(emulator);
    vi.stubEnv("GOOGLE_OAUTH_ACCESS_TOKEN", canaryToken);
    write({ pending: [{ resource: exported(lostKind, "logical", lost) }] });
    const { out } = await orphans();
    const [, typed = ""] = /take it over: give "logical" the arguments (.*)\n/.exec(out) ?? [];
    const given = Object.fromEntries(
      typed.split(", ").map((argument) => {
        const [key = "", value = ""] = argument.split(": ");
        return [key, JSON.parse(value) as unknown];
      }),
    );
    expect(given, out).toEqual({ name: lost.name, adoptExisting: true });
    emulator.clearRequests();
    const adopted = await provider.create(await inputs({ ...args, ...given }));
    expect(adopted.id).toBe(made.id);
    if (lostKind === kind) expect(adopted.id).toBe(id);
    // The insert is refused, because the object is there.
    expect(requests()).not.toContain("POST wait");
  },
);
