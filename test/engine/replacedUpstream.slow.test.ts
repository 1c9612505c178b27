import { expect, it } from "vitest";
import { project } from "../support/routeProvider";
import { failed, startRouteStack, succeeded } from "../support/routeStack";

/** An object as another package manages it: another size replaces it, under its path in place. */
const upstreamClass = `
const provider = {
  async diff(_id, olds, news) {
    const isOther = olds.size !== news.size;
    return { changes: isOther, replaces: isOther ? ["size"] : [], deleteBeforeReplace: true };
  },
  create: async (inputs) => ({ id: inputs.path, outs: inputs }),
  delete: async () => undefined,
};
class Upstream extends pulumi.dynamic.Resource {
  constructor(name, path, size) { super(provider, name, { path, size }); }
}`;

const zone = `projects/${project}/zones/us-central1-a`;

it("a snapshot and a route stay while their disk and instance are replaced under one name, and a network takes its route along", async () => {
  const { emulator, stack } = await startRouteStack({ program: "" });
  emulator.objects.put(`${zone}/disks/data`, { sizeGb: "20" });
  emulator.objects.put(`${zone}/instances/nat`, {});
  const program = (sizes: { vm: number; network: number }, policy: string) => `${upstreamClass}
    const disk = new Upstream("disk", "${zone}/disks/data", ${String(sizes.vm)});
    const vm = new Upstream("vm", "${zone}/instances/nat", ${String(sizes.vm)});
    const network = new Upstream("network", "projects/${project}/global/networks/default", ${String(sizes.network)});
    new gce.Snapshot("backup", { sourceDisk: disk.id, deletionPolicy: "PREVENT" });
    const egress = { network: "default", nextHopInstance: vm.id, deletionPolicy: "PREVENT" };
    new gce.Route("made", { ...egress, destRange: "10.1.0.0/16" });
    new gce.Route("fixed", { ...egress, destRange: "10.2.0.0/16", name: "fixed" });
    const direct = { network: network.id, nextHopIp: "10.0.0.9", destRange: "10.3.0.0/16" };
    new gce.Route("direct", { ...direct, deletionPolicy: "${policy}" });`;
  /** The changes that the service has begun since the last time. */
  const changes = () => {
    const begun = emulator.operations().map(({ operation }) => String(operation.operationType));
    return begun.splice(seen, (seen = begun.length));
  };
  let seen = 0;
  const because = "network comes from what this run replaces, and deletes before the new one exists";

  stack.program(program({ vm: 1, network: 1 }, "PREVENT"));
  succeeded(await stack.up());
  expect(changes()).toEqual(["insert", "insert", "insert", "insert"]);

  stack.program(program({ vm: 2, network: 1 }, "PREVENT"));
  const preview = succeeded(await stack.preview());
  expect(preview).toMatch(/Resource disk delete original[^]*Resource disk create replacement/);
  // None of them goes before the upstream object, as far as the preview knows.
  expect(preview).not.toMatch(/(Snapshot|Route) \S+ delete original[^]*Resource (disk|vm) delete original/);
  expect(preview).toContain("the preview does not know sourceDisk yet: if the value stays the same");
  expect(preview).not.toContain("comes from what this run replaces");
  succeeded(await stack.up());
  expect(changes()).toEqual([]);

  stack.program(program({ vm: 2, network: 2 }, "PREVENT"));
  for (const run of [await stack.preview(), await stack.up()]) {
    const refusal = failed(run);
    expect(refusal).toContain(because);
    expect(refusal).toContain("so it has to be deleted first, and deletionPolicy is PREVENT.");
  }
  expect(changes()).toEqual([]);

  stack.program(program({ vm: 2, network: 1 }, "DELETE"));
  succeeded(await stack.up());
  stack.program(program({ vm: 2, network: 2 }, "DELETE"));
  const announced = succeeded(await stack.preview());
  expect(announced).toContain(because);
  expect(announced).toMatch(/Route direct delete original[^]*Resource network delete original/);
  succeeded(await stack.up());
  expect(changes()).toEqual(["delete", "insert"]);
  succeeded(await stack.up("--expect-no-changes"));
});
