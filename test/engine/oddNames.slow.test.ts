import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { pluginToken } from "../../provider/src/names/typeToken";
import { startTwoFacedStack, type Face } from "../support/bothFaces";
import { routesPath } from "../support/routeProvider";
import { succeeded } from "../support/routeStack";

/** Parents from the outermost to the innermost one, as people name them. */
const families: readonly (readonly string[])[] = [["web::eu"], ["prod", 'größe "a/b"::$x::pulumi:pulumi:Stack::']];

const className = { class: "gce.Route", plugin: "PluginRoute" };

/** A program of one route, in components. */
function program(face: Face, parents: readonly string[], args: object): string {
  return `
    class Comp extends pulumi.ComponentResource {
      constructor(name, options) { super("my:index:Comp", name, {}, options); }
    }
    class PluginRoute extends pulumi.CustomResource {
      constructor(...given) { super(${JSON.stringify(pluginToken("Route"))}, ...given); }
    }
    let parent;
    for (const name of ${JSON.stringify(parents)}) parent = new Comp(name, { parent });
    new ${className[face]}("a::b", ${JSON.stringify(args)}, { parent });`;
}

// The first request of a run does not know its own URN, and a stack of one resource has no other one.
describe.each([
  ["class", families],
  ["plugin", families.slice(1)],
] as const)("a route whose parents have any name, declared by the %s", (face, all) => {
  it.each(all.map((parents) => [parents.join(", "), parents] as const))(
    "is replaced, planned and destroyed as one of its own: %s",
    async (_names, parents) => {
      const { emulator, stack } = await startTwoFacedStack();
      const plan = join(stack.stateFolder, "plan.json");
      const atService = () => emulator.objects.list(`${routesPath}/`).map(({ object }) => object);
      for (const [range, name] of [
        ["10.1.0.0/16"],
        ["10.2.0.0/16"],
        ["10.2.0.0/16", "fixed"],
        ["10.3.0.0/16", "fixed"],
      ]) {
        stack.program(program(face, parents, { network: "default", nextHopIp: "10.0.0.9", destRange: range, name }));
        succeeded(await stack.preview("--save-plan", plan));
        succeeded(await stack.up("--plan", plan));
        const [route, ...others] = atService();
        expect([route?.destRange, others]).toEqual([range, []]);
        // Of a name that is made, the logical name alone is a part.
        expect(route?.name).toMatch(name === undefined ? /^a-b-[0-9a-f]{7}$/ : /^fixed$/);
        expect(stack.managed().map(({ id }) => id)).toEqual([`${routesPath}/${String(route?.name)}`]);
      }
      succeeded(await stack.up("--expect-no-changes"));
      succeeded(await stack.destroy());
      expect(atService()).toEqual([]);
    },
  );
});
