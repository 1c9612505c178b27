import { describe, expect, it } from "vitest";
import { parseCommandLine } from "../../../examples/many-stacks/fleet/commandLine";
import { Plan, readPlan, type PlannedRoute } from "../../../examples/many-stacks/fleet/plan";
import { fc } from "../../support/property";

const route = (name: string, tenant: string): PlannedRoute => ({
  name,
  tenant,
  network: "default",
  destRange: "10.0.0.0/24",
  nextHopIp: "10.128.0.10",
});

describe("a plan", () => {
  it("gives every route to exactly one stack, the largest stack first", () => {
    const tenants = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(tenants, fc.integer({ min: 1, max: 5 }), fc.integer({ min: 0, max: 4 }), (keys, count, each) => {
        const stacks: Record<string, string[]> = {};
        keys.forEach((key, index) => (stacks[`s${String(index % count)}`] ??= []).push(key));
        const routes = keys.flatMap((key) => Array.from({ length: each }, (_, n) => route(`${key}-${String(n)}`, key)));
        const plan = new Plan({ shardBy: "tenant", stacks }, routes);
        const given = plan.stacks.flatMap((stack) => plan.routesOf(stack));
        expect(given.map(({ name }) => name).sort()).toEqual(routes.map(({ name }) => name).sort());
        for (const stack of plan.stacks)
          for (const { name } of plan.routesOf(stack)) expect(plan.stackOf(name)).toBe(stack);
        const sizes = plan.stacks.map((stack) => plan.routesOf(stack).length);
        expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
      }),
    );
  });

  it.each([
    ["a key in two stacks", { a: ["x"], b: ["x"] }, [], "stacks.b: stacks.a has x, too. Remove it from one of them."],
    [
      "a route whose key is in no stack",
      { a: ["x"] },
      [route("r", "y")],
      "r: no stack has the tenant y. Add y to a stack of the plan.",
    ],
    [
      "two routes of one name",
      { a: ["x"] },
      [route("r", "x"), route("r", "x")],
      "r: two routes have this name. Rename one of them.",
    ],
  ])("refuses %s, and says the fix", (_case, stacks, routes, message) => {
    expect(() => new Plan({ shardBy: "tenant", stacks }, routes)).toThrow(message);
  });

  it("names a file that cannot be read", () => {
    expect(() => readPlan("plans.json", "routes.json")).toThrow(/^plans\.json cannot be read: /);
  });
});

describe("a command line", () => {
  it.each([
    [["apply"], '"apply": the commands are preview, up, destroy and move.'],
    [["up", "--paralel", "2"], "Unknown option '--paralel'"],
    [["up", "north"], '"north": give one command. A stack is --stack NAME.'],
    [["up", "--parallel", "0"], '--parallel is "0": give a whole number of at least 1.'],
  ])("is refused with the reason and the usage: %j", (args, reason) => {
    expect(() => parseCommandLine(args)).toThrow(reason);
    expect(() => parseCommandLine(args)).toThrow("Usage: npm run fleet");
  });
});
