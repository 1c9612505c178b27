import { createServer } from "node:tls";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { clientOf, failureOf, getRequest, within } from "../../../support/computeCalls";
import { tlsOptions, trusted } from "../../../support/secureServer";

/** A frame of HTTP/2. */
function frame(type: number, flags: number, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

const settings = frame(4, 0, 0, Buffer.alloc(0));
const settingsTaken = frame(4, 1, 0, Buffer.alloc(0));
const garbage = Buffer.from("\u0015\u0003 this is not HTTP/2\r\n\r\n".repeat(50));
/** `:status: 200`, with more to come. */
const headers = frame(1, 4, 1, Buffer.from([0x88]));

/** A service that offers HTTP/2, and says these things at each connection, the first at once and each other a moment later. */
async function liar(...parts: Buffer[]): Promise<string> {
  const server = createServer({ ...tlsOptions, ALPNProtocols: ["h2"] }, (socket) => {
    socket.on("error", () => undefined).resume();
    parts.forEach((part, index) => setTimeout(() => socket.destroyed || socket.write(part), index * 100));
    onTestFinished(() => {
      socket.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
  });
  return `https://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

describe("a connection of HTTP/2 over which garbage comes", () => {
  it.each([
    ["at once", [garbage]],
    ["after the settings", [settings, garbage]],
    ["in place of an answer", [Buffer.concat([settings, settingsTaken]), garbage]],
    ["within an answer", [settings, headers, garbage]],
    ["of an unexpected data frame", [settings, frame(0, 0, 99, Buffer.alloc(100))]],
    ["of a frame that never ends", [settings, headers, frame(0, 0, 1, Buffer.alloc(16_000)).subarray(0, 100)]],
  ])("%s is closed without waiting for the other side", async (_when, parts) => {
    const origin = await liar(...parts);
    const client = clientOf(origin, { trustedCertificates: trusted });
    await failureOf(client.request(getRequest, within(700)));
    const sinceMs = performance.now();
    await client.close();
    expect(performance.now() - sinceMs).toBeLessThan(2_500);
  });
});
