import { expect, it } from "vitest";
import { startRouteStack, succeeded } from "../support/routeStack";

const program = (count: number) => `
  for (let n = 0; n < ${String(count)}; n += 1) {
    new gce.Route("r" + n, { name: "r" + n, network: "default", destRange: "10." + n + ".0.0/16", nextHopIp: "10.0.0.9" });
  }`;

it("adds at most 2,000 bytes to the state for each plain route, and 130 of them name the implementation", async () => {
  const { stack, expectSame } = await startRouteStack({ program: program(1) });
  succeeded(await stack.up());
  // The state keeps the way from the program to each file of the stack trace; a user's program has node_modules beside it.
  const bytes = () => Buffer.byteLength(stack.stateText().replaceAll("../", ""));
  const one = bytes();
  const loader = stack.managed()[0]?.inputs?.__provider;
  expect(typeof loader === "string" ? loader.length : Infinity).toBeLessThanOrEqual(130);
  stack.program(program(101));
  succeeded(await stack.up());
  const perRoute = (bytes() - one) / 100;
  console.log(`${perRoute.toFixed(0)} bytes of state for each route`);
  expect(perRoute).toBeLessThanOrEqual(2000);
  expectSame();
});
