import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { CallerGaveUpError } from "../../../../provider/src/http/transport/body";
import { Http1Transport, maxConnections } from "../../../../provider/src/http/transport/http1";
import { clientOf, failureOf, getRequest, givenUp, within } from "../../../support/computeCalls";

/** A server that answers after a pause, and counts the connections that were made and the most that were open. */
async function countingServer(pauseMs: (held: boolean) => number) {
  const seen = { made: 0, requests: 0 };
  const server = createServer({ keepAlive: true }, (request, response) => {
    seen.requests += 1;
    setTimeout(
      () => {
        response.setHeader("content-type", "application/json");
        response.end("{}");
      },
      pauseMs(request.url?.includes("wait") ?? false),
    );
  });
  server.on("connection", () => (seen.made += 1));
  await new Promise<void>((resolve) => server.listen({ port: 0, host: "127.0.0.1", backlog: 4096 }, resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, seen };
}

const waitRequest = { ...getRequest, method: "POST" as const, path: "wait", heldMs: 60_000 };

describe("over HTTP/1", () => {
  it("200 changes with their waits need no more connections than waits, and a few", async () => {
    const server = await countingServer((held) => (held ? 300 : 1));
    const client = clientOf(server.origin);
    await Promise.all(
      Array.from({ length: 200 }, async () => {
        await client.request(getRequest, within(20_000));
        await client.request(waitRequest, within(20_000));
        await client.request(getRequest, within(20_000));
      }),
    );
    expect(server.seen.requests).toBe(600);
    expect(server.seen.made).toBeLessThanOrEqual(200 + maxConnections.short);
  });

  it("a short request does not queue behind more waits than there are connections for", async () => {
    const server = await countingServer((held) => (held ? 1_500 : 1));
    const client = clientOf(server.origin);
    const order: string[] = [];
    const waits = Array.from({ length: maxConnections.held + 50 }, async () => {
      await client.request(waitRequest, within(20_000));
      order.push("wait");
    });
    await client.request(getRequest, within(20_000));
    order.push("short");
    await Promise.all(waits);
    expect(order[0]).toBe("short");
    expect(server.seen.made).toBeLessThanOrEqual(maxConnections.held + maxConnections.short);
  });

  it("the time in the queue does not count as time without an answer", async () => {
    const server = await countingServer(() => 600);
    // Three rounds of 600 ms, each well within its own time.
    const client = clientOf(server.origin, { requestTimeoutMs: 1_400 });
    await Promise.all(
      Array.from({ length: maxConnections.short * 3 }, () => client.request(getRequest, within(20_000))),
    );
    expect(server.seen.requests).toBe(maxConnections.short * 3);
  });

  it("what its caller has given up already is not sent", async () => {
    const server = await countingServer(() => 1);
    const transport = new Http1Transport({ origin: server.origin, proxy: undefined });
    onTestFinished(() => transport.close());
    await expect(transport.send(givenUp)).rejects.toBeInstanceOf(CallerGaveUpError);
    expect(server.seen).toEqual({ made: 0, requests: 0 });
  });

  it("what still queues at the deadline was not sent", async () => {
    const server = await countingServer(() => 5_000);
    const client = clientOf(server.origin);
    const under = Array.from({ length: maxConnections.short }, () =>
      failureOf(client.request(getRequest, within(500))),
    );
    const queued = await failureOf(client.request(getRequest, within(300)));
    expect(queued).toMatchObject({ name: "DeadlinePassedError", effect: "none" });
    await Promise.all(under);
    expect(server.seen.requests).toBe(maxConnections.short);
  });
});
