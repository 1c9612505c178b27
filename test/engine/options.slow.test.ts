import { expect, it } from "vitest";
import { routePath } from "../support/routeProvider";
import { startRouteStack, succeeded } from "../support/routeStack";

const plain = 'name: "r", destRange: "10.1.0.0/16"';

it("keeps a secret argument encrypted in state and output, through a refresh that finds drift too", async () => {
  const secret = "a-description-nobody-may-read";
  const { emulator, stack } = await startRouteStack({
    program: `const route = new gce.Route("r", { ${plain}, network: "default", nextHopIp: "10.0.0.9",
      description: pulumi.secret("${secret}") }); exports.description = route.description;`,
  });
  const check = () => {
    expect(stack.stateText()).not.toContain(secret);
    expect(stack.printed.join("\n")).not.toContain(secret);
  };
  succeeded(await stack.up());
  expect(emulator.objects.get(routePath)).toMatchObject({ description: secret });
  check();
  emulator.objects.patch(routePath, { priority: 3 });
  succeeded(await stack.refresh());
  check();
  succeeded(await stack.preview("--diff"));
  expect(succeeded(await stack.pulumi(["stack", "output"]))).toContain("[secret]");
  check();
  // Printed last, because it is shown there on purpose.
  expect(await stack.outputs()).toEqual({ description: secret });
});

it("previews with every kind of unknown argument, and makes it when they are known", async () => {
  const { emulator, stack, routes, expectSame } = await startRouteStack({
    program: `
      const first = new gce.Route("first", { ${plain}, network: "default", nextHopIp: "10.0.0.9" });
      const later = (value) => first.numericId.apply(() => value);
      new gce.Route("second", { name: later("second"), network: later("default"), destRange: later("10.2.0.0/16"),
        tags: ["known", later("late")], priority: later(5), nextHopIp: later("10.0.0.8") });
      new gce.Route("third", { name: "third", network: first.network, destRange: "10.3.0.0/16",
        nextHopIp: "10.0.0.7", tags: later(["x"]) });`,
  });
  expect(succeeded(await stack.preview())).toMatch(/\+ 4 to create/);
  expect(emulator.requests()).toEqual([]);
  succeeded(await stack.up());
  expect(routes()).toHaveLength(3);
  expectSame();
  expect(emulator.objects.get(routePath.replace(/r$/, "second"))).toMatchObject({
    destRange: "10.2.0.0/16",
    tags: ["known", "late"],
    priority: 5,
  });
  succeeded(await stack.up("--expect-no-changes"));
});
