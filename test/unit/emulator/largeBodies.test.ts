import { once } from "node:events";
import { Agent, request, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { emulatorForTest, ROUTES, send } from "./helpers";

const MIB = 1024 * 1024;

it.each([
  ["the API", `/compute/v1${ROUTES}`, "POST"],
  ["the admin interface", "/_emulator/faults", "POST"],
])(
  "a body that is too large for %s gets its 413, and the next request of a kept connection an answer",
  async (_what, path, method) => {
    const emulator = await emulatorForTest();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => {
      agent.destroy();
    });
    const send = async (sent: string, to: string, body?: Buffer) => {
      const asked = request(emulator.url + to, { method: sent, agent, headers: { authorization: "Bearer t" } });
      asked.end(body);
      const [answer] = (await once(asked, "response")) as [IncomingMessage];
      return [answer.statusCode, Buffer.concat(await answer.toArray()).toString()];
    };
    for (const size of [11 * MIB, 60 * MIB]) {
      const refusal = [413, expect.stringContaining("has more than 10485760 bytes") as string];
      expect(await send(method, path, Buffer.alloc(size, "x"))).toEqual(refusal);
      expect(await send("GET", "/_emulator")).toEqual([200, expect.any(String)]);
    }
    const statuses = emulator.requests().map(({ status }) => status);
    expect(statuses).toEqual(path.startsWith("/compute") ? [413, 413] : []);
  },
);

it("a client that sends all of a large body before it reads sees the 413, and no reset", async () => {
  const emulator = await emulatorForTest();
  const size = 40 * MIB;
  const socket = connect(Number(new URL(emulator.url).port), "127.0.0.1");
  onTestFinished(() => {
    socket.destroy();
  });
  socket.pause();
  socket.write(
    `POST /compute/v1${ROUTES} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer t\r\ncontent-length: ${String(size)}\r\n\r\n`,
  );
  await new Promise((resolve) => socket.write(Buffer.alloc(size, "x"), resolve));
  const parts = await socket.toArray();
  const text = Buffer.concat(parts as Buffer[]).toString();
  expect(text).toMatch(/^HTTP\/1\.1 413 [^]*connection: close[^]*uploadTooLarge/);
});

const instanceTemplate = "global/instanceTemplates/t";
const groups = "/projects/p/regions/r/instanceGroupManagers";

// A second is enough where minutes went before: the limit is far from either.
it.each<[what: string, status: number, path: string, body: object]>([
  [
    "20,000 bindings of one role",
    400,
    "/locations/global/firewallPolicies/1/setIamPolicy",
    { policy: { bindings: many(20_000, (at) => ({ role: "roles/viewer", members: [`user:a${at}@b.c`] })) } },
  ],
  [
    "40,000 zones of a group",
    200,
    groups,
    {
      ...{ name: "g", targetSize: 1, instanceTemplate },
      distributionPolicy: { zones: many(40_000, (at) => ({ zone: `zones/r-z${at}` })) },
    },
  ],
  ["4,000 instances of a group", 200, groups, { name: "g", targetSize: 4_000, instanceTemplate }],
])(
  "%s cost no more than their number",
  async (_what, status, path, body) => {
    const emulator = await emulatorForTest();
    emulator.objects.put(`projects/p/${instanceTemplate}`, {});
    emulator.objects.put("locations/global/firewallPolicies/1", {});
    expect(await send(emulator, "POST", path, { body })).toMatchObject({ status });
    emulator.finishOperations();
  },
  20_000,
);

function many(count: number, item: (at: string) => unknown): unknown[] {
  return Array.from({ length: count }, (_none, at) => item(String(at)));
}
