import { describe, expect, it } from "vitest";
import { registration, toUrn } from "../simulation/engine/program";
import { registeredKinds, nameOf } from "../kinds/every";
import { startKindProvider } from "../support/kindProvider";
import type { Properties } from "../support/providerProcess";
import { plainRoute, startRouteProvider } from "../support/routeProvider";
import { exactMembers, furtherMembers, memberSpellings } from "../support/whatPeopleWrite/members";
import { componentsAround, logicalNames, type Component } from "../support/whatPeopleWrite/names";
import { otherOrders } from "../support/whatPeopleWrite/orders";
import { policy } from "./others";

/*
 * Programs as people write them: names, components, members and orders, each through the engine's protocol.
 */

/** Every name, and with it the components of which each comes with several names. */
const named = logicalNames.map((name, index): [string, readonly Component[]] => [
  name,
  componentsAround[index % componentsAround.length] ?? [],
]);

/** Makes the only route of a stack, and begins its replacement in the next run: with the URN that its class tells, and that of the engine. */
async function replaceLoneRoute(name: string, components: readonly Component[], args: Properties) {
  const { provider, nextRun, routes } = await startRouteProvider();
  provider.urn = toUrn("Route", name, components);
  const declare = async (inputs: Properties) =>
    (await registration({ kind: "Route", name, components, inputs }, new Map())).inputs;
  const first = await provider.check({}, await declare(args));
  const { id, outs } = await provider.create(first.inputs);
  await nextRun();
  const changed = await declare({ ...args, destRange: "10.2.0.0/16" });
  const again = await provider.check(first.inputs, changed);
  await provider.diff(id, outs, again.inputs);
  return { provider, routes, old: { id, outs }, next: await provider.check({}, changed) };
}

it("the only resource of a stack is one, and has a name of its own words, whatever it is called and wherever it is", async () => {
  const nameless = { ...plainRoute, name: null };
  const wrong: string[] = [];
  for (const [name, components] of named) {
    const { provider, routes, old, next } = await replaceLoneRoute(name, components, nameless);
    const { id: made } = await provider.create(next.inputs);
    await provider.delete(old.id, old.outs);
    const own = String(next.inputs.name);
    const isOwn = /^[a-z]([-a-z0-9]*[a-z0-9])?$/.test(own) && !/pulumi|dynamic/.test(own);
    const failures = [next, (await replaceLoneRoute(name, components, plainRoute)).next].flatMap((one) => one.failures);
    const isOne = failures.length === 0 && routes().join() === made;
    if (!isOne || (!isOwn && !/pulumi/.test(name)))
      wrong.push(`${JSON.stringify([name, components, failures])}: ${routes().join()}`);
  }
  expect(wrong).toEqual([]);
});

const role = "roles/viewer";
const other = "user:new@example.com";

/** The members that a program of these kinds lists, and those of the request. */
const listing: Readonly<Record<string, (members: readonly string[]) => Properties>> = {
  FirewallPolicyIamBinding: (members) => ({ firewallPolicy: policy, role, members }),
  FirewallPolicyIamPolicy: (members) => ({ firewallPolicy: policy, policyData: { bindings: [{ role, members }] } }),
};

describe("members of a policy", () => {
  it("stay in the letters in which the service has them", async () => {
    const wrong: string[] = [];
    const { emulator, provider, inputs, turnTo } = await startKindProvider("FirewallPolicyIamBinding");
    for (const [kind, declare] of Object.entries(listing)) {
      for (const spellings of memberSpellings) {
        for (const actual of spellings) {
          for (const written of spellings.filter((one) => one !== actual)) {
            await turnTo(kind);
            emulator.objects.put(policy, { iamPolicy: { bindings: [{ role, members: [actual] }] } });
            await provider.create(await inputs(declare([written, other])));
            const sent = JSON.stringify(
              emulator.requests().findLast(({ path }) => path.endsWith("/setIamPolicy"))?.body,
            );
            if (!sent.includes(JSON.stringify(actual))) wrong.push(`${kind}: ${actual} is written ${written}`);
          }
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it("are taken in every form that is documented, and in one that Google has added to a known type", async () => {
    const { inputs, turnTo } = await startKindProvider("FirewallPolicyIamMember");
    for (const member of [...memberSpellings.flat(), ...exactMembers, ...furtherMembers]) {
      await turnTo("FirewallPolicyIamMember");
      await inputs({ firewallPolicy: policy, role, member });
    }
  });
});

it("lists in another order are no change", async () => {
  const { emulator, provider, inputs, turnTo } = await startKindProvider("Route");
  const changed: string[] = [];
  for (const kind of registeredKinds) {
    const { calls, fullProgram } = kind;
    const name = nameOf(kind);
    await turnTo(name);
    calls[0]?.seed(emulator);
    const first = await inputs(fullProgram);
    const { id, outs } = await provider.create(first);
    for (const [argument, value] of Object.entries(fullProgram)) {
      for (const order of Array.isArray(value) ? otherOrders(value) : []) {
        const { inputs: again } = await provider.check(first, { ...first, [argument]: order });
        if ((await provider.diff(id, outs, again)).changes) changed.push(`${name}.${argument}`);
      }
    }
  }
  expect(changed).toEqual([]);
});
