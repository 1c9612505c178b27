import { request } from "node:http";
import { describe, expect, it } from "vitest";
import type { EmulatorOptions } from "../../../../emulator/src/index";
import { emulatorForTest } from "../helpers";

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends exactly these headers, which fetch would not. */
async function send({ method = "POST", path = "/_emulator/reset", headers = {} }: Sent, options: EmulatorOptions = {}) {
  const emulator = await emulatorForTest(options);
  const { host, port } = new URL(emulator.url);
  const own = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      value.replace("OWN", host).replace("PORT", port).replace("BAD", "evil.example"),
    ]),
  );
  return await new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, method, path, headers: own }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () => {
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() });
      });
    });
    sent.on("error", reject);
    sent.end();
  });
}

describe("the admin paths", () => {
  it.each([
    ["a program", {}],
    ["the console's own page", { host: "OWN", origin: "http://OWN", "sec-fetch-site": "same-origin" }],
    ["the console under localhost", { host: "localhost:PORT", origin: "http://localhost:PORT" }],
    ["the console under a name of localhost", { host: "gce.localhost:PORT", origin: "http://gce.localhost:PORT" }],
    ["the console under an IPv6 address", { host: "[::1]:PORT", origin: "http://[::1]:PORT" }],
  ])("take changes from %s", async (_who, headers) => {
    expect((await send({ headers })).status).toBe(200);
  });

  it.each([
    ["another site", { origin: "http://BAD" }, "A page of http://evil.example may not change"],
    ["another port of this machine", { host: "OWN", origin: "http://127.0.0.1:1" }, "A page of http://127.0.0.1:1"],
    ["the same address over https", { host: "OWN", origin: "https://OWN" }, "A page of https://127.0.0.1"],
    ["a sandboxed frame", { origin: "null" }, "A page of null"],
    ["a browser that hides the origin", { "sec-fetch-site": "cross-site" }, "A page of another site"],
    ["another host of the same site", { "sec-fetch-site": "same-site" }, "A page of another site"],
  ])("take no changes from %s", async (_who, headers, says) => {
    const { status, text } = await send({ headers });
    expect(status).toBe(403);
    expect(text).toContain(says);
  });

  it.each(["/", "/_emulator/requests", "/_emulator/console/events", "/_emulator/console/main.js"])(
    "show %s under no name that was made to resolve to this machine",
    async (path) => {
      const { status, text } = await send({ method: "GET", path, headers: { host: "BAD:PORT", accept: "text/html" } });
      expect(status).toBe(403);
      expect(text).toContain("does not answer under the host 'evil.example");
      expect(text).toContain("--allow-host");
    },
  );

  it("are served under a name that was allowed", async () => {
    const headers = { host: "emulator:PORT", origin: "http://emulator:PORT" };
    expect((await send({ headers })).status).toBe(403);
    expect((await send({ headers }, { allowedHosts: ["Emulator"] })).status).toBe(200);
  });

  it("let a link from elsewhere lead to the page", async () => {
    const headers = { accept: "text/html,*/*", "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" };
    expect(await send({ method: "GET", path: "/", headers })).toMatchObject({
      status: 200,
      text: expect.stringMatching(/^<!doctype html>/) as string,
    });
  });
});

describe("the API itself", () => {
  const path = "/compute/v1/projects/p/global/routes";
  const headers = { host: "compute.example", authorization: "Bearer t" };

  it("is served under no name that was made to resolve to this machine, reads included", async () => {
    const { status, text } = await send({ method: "GET", path, headers });
    expect(status).toBe(403);
    expect(text).toContain("does not answer under the host 'compute.example'");
    expect(text).toContain("--allow-host");
  });

  it("is served under a name that was allowed", async () => {
    expect((await send({ method: "GET", path, headers }, { allowedHosts: ["compute.example"] })).status).toBe(200);
  });
});
