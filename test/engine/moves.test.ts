import { expect, it } from "vitest";
import { pluginToken, typeToken } from "../../provider/src/names/typeToken";
import { nameOf, registeredKinds } from "../kinds/every";
import { startTwoFacedStack, writeAdoption, type Declared } from "../support/bothFaces";
import { succeeded } from "../support/routeStack";

const unnamed = { network: "default", destRange: "10.7.0.0/16", nextHopIp: "10.0.0.9" };

/** One of each kind, one whose name is made, and one with settings that the two faces keep in different places. */
const declared: readonly Declared[] = [
  ...registeredKinds.map((kind) => ({ kind: nameOf(kind), name: nameOf(kind), args: kind.fullProgram })),
  { kind: "Route", name: "unnamed", args: unnamed },
  { kind: "Route", name: "timed", args: unnamed, options: { customTimeouts: { create: "5m", delete: "7m" } } },
];

it("a stack goes from the classes to the plugin and back by aliases, without a request, and is destroyed", async () => {
  const { emulator, stack, declare, recordRequests: requestsOf } = await startTwoFacedStack();
  for (const { calls } of registeredKinds) calls[0]?.seed(emulator);
  const there = () => emulator.objects.list("").map(({ path }) => path);
  const before = there();
  declare("class", declared);
  succeeded(await stack.up());
  const made = there();
  /** The ids by the names, where all have the type of one face and nothing is left to be done. */
  const ids = (tokenOf: (kind: string) => string) =>
    Object.fromEntries(
      stack.managed().map(({ urn, type, id, initErrors = [], outputs }) => {
        const name = urn.replace(/^.*::/, "");
        expect(type).toBe(tokenOf(declared.find((one) => one.name === name)?.kind ?? ""));
        expect([initErrors, outputs?.__pending]).toEqual([[], undefined]);
        return [name, id];
      }),
    );
  const recorded = ids(typeToken);
  expect(Object.keys(recorded)).toHaveLength(declared.length);

  declare("plugin", writeAdoption("plugin", declared));
  expect(await requestsOf(() => stack.up())).toEqual([]);
  expect(ids(pluginToken)).toEqual(recorded);

  declare("class", writeAdoption("class", declared));
  expect(await requestsOf(() => stack.up())).toEqual([]);
  expect(ids(typeToken)).toEqual(recorded);

  // The aliases have done their work.
  declare("class", declared);
  expect(await requestsOf(() => stack.up("--expect-no-changes"))).toEqual([]);
  expect(there()).toEqual(made);
  succeeded(await stack.destroy());
  expect(there()).toEqual(before);
});
