import assert from "node:assert/strict";
import { before, test } from "node:test";
import * as pulumi from "@pulumi/pulumi";
import { declareEgress, privateTag } from "../egress";

/*
 * Milliseconds, and nothing runs but the program: good for what the program decides by itself. Mocks answer whatever they
 * are told to, so what the service makes of it is for the tests with the emulator.
 */

before(async () => {
  await pulumi.runtime.setMocks(
    {
      newResource: ({ name, inputs }) => ({
        id: `projects/p/global/routes/${name}`,
        state: { ...inputs, selfLink: `https://www.googleapis.com/compute/v1/projects/p/global/routes/${name}` },
      }),
      call: ({ inputs }) => inputs,
    },
    "network",
    "test",
  );
});

/** Outputs can only be looked at from inside. */
const valueOf = <T>(output: pulumi.Output<T>) =>
  new Promise<T>((resolve) => {
    output.apply((value) => {
      resolve(value);
    });
  });

test("every way out is for instances without an external address only", async () => {
  const routes = declareEgress({ network: "default", proxies: ["10.0.0.2", "10.0.0.3"] });
  assert.equal(routes.length, 2);
  for (const { destRange, tags } of routes) {
    assert.equal(await valueOf(destRange), "0.0.0.0/0");
    assert.deepEqual(await valueOf(tags), [privateTag]);
  }
});

test("all proxies share the traffic", async () => {
  const routes = declareEgress({ network: "default", proxies: ["10.0.0.2", "10.0.0.3", "10.0.0.4"] });
  assert.deepEqual(await Promise.all(routes.map(({ nextHopIp }) => valueOf(nextHopIp))), [
    "10.0.0.2",
    "10.0.0.3",
    "10.0.0.4",
  ]);
  const priorities = await Promise.all(routes.map(({ priority }) => valueOf(priority)));
  assert.equal(new Set(priorities).size, 1);
});

test("no proxy is a mistake", () => {
  assert.throws(() => declareEgress({ network: "default", proxies: [] }), /at least one proxy/);
});
