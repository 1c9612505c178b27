import { expect, it } from "vitest";
import { startTwoFacedStack, type Face } from "../support/bothFaces";
import { mutations, failed, succeeded } from "../support/routeStack";
import { routesPath } from "../support/routeProvider";

const resources = ["a", "b", "c"];

it.each<[face: Face, count: number, deleteBeforeReplace: boolean]>([
  ["class", 3, true],
  ["plugin", 3, false],
])(
  "routes whose names change places (%s, %i, deleted first: %s) have a way to end",
  async (face, count, deleteBeforeReplace) => {
    const { emulator, stack, declare } = await startTwoFacedStack();
    const own = resources.slice(0, count);
    const names = own.map((_, index) => `n${String(index)}`);
    const rotated = [...names.slice(1), ...names.slice(0, 1)];
    const write = (given: readonly string[], more: object = {}) => {
      const args = (index: number) => ({
        network: "default",
        nextHopIp: "10.0.0.9",
        destRange: `10.${String(index)}.0.0/16`,
      });
      declare(
        face,
        own.map((name, index) => ({
          kind: "Route",
          name,
          args: { ...args(index), name: given[index], ...more },
          options: { deleteBeforeReplace },
        })),
      );
    };
    const expectApplied = async (given: readonly string[]) => {
      const there = emulator.objects
        .list(`${routesPath}/`)
        .map(({ path }) => [path.replace(/^.*\//, ""), emulator.objects.get(path)?.destRange]);
      expect(there.sort()).toEqual(given.map((name, index) => [name, `10.${String(index)}.0.0/16`]).sort());
      expect(
        stack
          .managed()
          .map(({ outputs }) => outputs?.name)
          .sort(),
      ).toEqual([...given].sort());
      const sent = mutations(emulator);
      expect(succeeded(await stack.up())).toMatch(/Resources:\s+\d unchanged/);
      expect(mutations(emulator)).toEqual(sent);
    };
    const advice = /Make the change in two runs: first give these resources names that nobody has/;
    const said = (output: string) => output.replaceAll(/\s+/g, " ");

    write(names);
    succeeded(await stack.up());
    const before = mutations(emulator);
    write(rotated);
    const previewed = said(failed(await stack.preview()));
    expect(previewed).toMatch(
      /gce:Route "n\d": "[abc]" of this program is to get what "[abc]" has: projects\/my-project\/global\/routes\/n\d\./,
    );
    expect(previewed).toMatch(advice);
    for (const run of ["first", "again"]) {
      const output = said(failed(await stack.up()));
      expect(output, run).toMatch(advice);
      // No message advises what makes it worse, or leaves an object to a resource that does not get it.
      expect(output, run).not.toMatch(/deleteBeforeReplace: true|left in place/);
    }
    if (!deleteBeforeReplace) expect(mutations(emulator)).toEqual(before);

    write(names);
    succeeded(await stack.up());
    await expectApplied(names);
    write(names.map((name) => `${name}-for-now`));
    succeeded(await stack.up());
    write(rotated);
    succeeded(await stack.up());
    await expectApplied(rotated);
  },
);

it.each<[face: Face]>([["class"], ["plugin"]])(
  "only the names in the program (%s) change places without a request that changes anything",
  async (face) => {
    const { emulator, stack, declare } = await startTwoFacedStack();
    const write = (own: readonly string[], more: object = {}) => {
      const route = (index: number) => ({
        network: "default",
        nextHopIp: "10.0.0.9",
        destRange: `10.${String(index)}.0.0/16`,
        name: `n${String(index)}`,
        ...more,
      });
      declare(
        face,
        own.map((name, index) => ({ kind: "Route", name, args: route(index) })),
      );
    };
    write(["a", "b"]);
    succeeded(await stack.up());
    const before = mutations(emulator);
    write(["b", "a"]);
    expect(failed(await stack.preview()).replaceAll(/\s+/g, " ")).toContain(
      "If only the names in the program have changed places, set adoptExisting: true in each instead, and they take over the objects as they are.",
    );
    write(["b", "a"], { adoptExisting: true });
    succeeded(await stack.preview());
    succeeded(await stack.up());
    expect(mutations(emulator)).toEqual(before);
    write(["b", "a"]);
    expect(succeeded(await stack.up())).toMatch(/Resources:\s+3 unchanged/);
    succeeded(await stack.destroy());
    expect(emulator.objects.list(`${routesPath}/`)).toEqual([]);
  },
);
