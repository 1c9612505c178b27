import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { request as secureRequest } from "node:https";
import { describe, expect, it } from "vitest";
import { clientEnvironment } from "../../../emulator/src/server/clientEnvironment";
import { FAULTS } from "../../../emulator/src/world/settings/faultKinds";
import type { Emulator, EmulatorOptions } from "../../../emulator/src/index";
import { selfSigned } from "../../support/certificate";
import { settingsForOfficialClient } from "../../support/officialClient";
import { admin, emulatorForTest, ROUTES, send } from "./helpers";

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const NAVIGATION = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };

/** Sends exactly these headers, which fetch would not. */
async function raw(
  { method = "POST", path = "/_emulator/reset", headers = {} }: Sent,
  options: EmulatorOptions | Emulator = {},
) {
  const { host, port } = new URL(("url" in options ? options : await emulatorForTest(options)).url);
  const own = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replace("OWN", host).replace("PORT", port)]),
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

describe("the console", () => {
  it("is a page for a browser, which may load nothing but the emulator's own files, and JSON for others", async () => {
    const { url } = await emulatorForTest();
    const response = await fetch(url, { headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" } });
    expect(response.headers.get("content-security-policy")).toMatch(/^default-src 'none';(?!.*unsafe)/);
    const page = await response.text();
    expect(page).toContain(`pulumi config set gcp:computeCustomEndpoint ${url}/compute/v1`);
    expect(page).not.toMatch(/<script(?![^>]*src=)|style="|\son[a-z]+="/);
    expect(await (await fetch(url)).json()).toMatchObject({ name: "pulumi-gce-emulator" });
    for (const name of ["../main.js", "main.ts", "..%2f..%2fcli.js", ""])
      expect((await fetch(`${url}/_emulator/console/${name}`)).status).toBe(404);
  });

  it("shows digests in place of keys and tokens, in requests, answers and objects", async () => {
    const emulator = await emulatorForTest();
    const disk = "projects/p/zones/z/disks/d";
    emulator.objects.put(disk, {});
    emulator.objects.put("projects/p/global/routes/r", { sourceKey: { rawKey: "hidden-of-object" } });
    const body = { name: "s", sourceDisk: disk, snapshotEncryptionKey: { rsaEncryptedKey: "hidden/of+body" } };
    const path = "/projects/p/global/snapshots?access_token=hidden-token";
    await send(emulator, "POST", path, { body, headers: { "x-goog-api-key": "hidden-token" } });
    await send(emulator, "POST", path, { text: '{"rawKey": "hidden-of-text"' });
    const certificate = { name: "c", selfManaged: { privateKey: "-----hidden private key-----\n" } };
    await send(emulator, "POST", "/projects/p/global/sslCertificates", { body: certificate });
    await send(emulator, "POST", "/projects/p/regions/r/vpnTunnels", { body: { name: "t", sharedSecret: "hidden" } });
    await send(emulator, "POST", path, { text: '{"privateKey": "-----BEGIN KEY-----\\nhidden"' });
    const requests = [1, 2, 3, 4, 5].map((sequence) => `request?sequence=${String(sequence)}`);
    for (const detail of [...requests, "object?path=projects/p/global/routes/r"]) {
      const { text } = await admin(emulator, "GET", `/console/${detail}`);
      expect(text).toContain("sha256:");
      expect(text).not.toContain("hidden");
    }
  });

  it("finds the requests and objects of its filters, whatever the log holds", async () => {
    const paths = Array.from(
      { length: 40 },
      (_none, index) => `zones/z/disks/${index < 36 ? "ams" : "zrh"}-${String(index)}`,
    );
    const emulator = await emulatorForTest({
      objects: Object.fromEntries(paths.map((path) => [`projects/p/${path}`, {}])),
    });
    for (let index = 0; index < 400; index += 1) await send(emulator, "GET", `${ROUTES}/r${String(index)}`);
    const state = async (query: string) => (await admin(emulator, "GET", `/console/state?${query}`)).json;
    expect(await state("objects=&requests=r17&problems=1")).toMatchObject({
      requests: { total: 400, matching: 11, newest: { length: 11 } },
    });
    expect(await state("objects=disks/ZRH&requests=&problems=")).toMatchObject({
      objects: { total: 41, kinds: [{ kind: "zonal disks", total: 4, paths: { length: 4 } }] },
      requests: { matching: 400, newest: { length: 300 } },
    });
  });

  it("offers every fault that the emulator knows, with details that it accepts", async () => {
    const emulator = await emulatorForTest();
    const { json } = await admin(emulator, "GET", "/console/choices");
    const choices = json.faults as { kind: string; example: object }[];
    expect(choices.map(({ kind }) => kind)).toEqual(Object.keys(FAULTS));
    for (const { kind, example } of choices)
      expect(await admin(emulator, "POST", "/faults", { fault: { kind, ...example } })).toMatchObject({ status: 200 });
  });
});

describe("the emulator takes changes", () => {
  it.each([
    ["a program", {}],
    ["the console's own page", { host: "OWN", origin: "http://OWN", "sec-fetch-site": "same-origin" }],
    ["the console under a name of localhost", { host: "gce.localhost:PORT", origin: "http://gce.localhost:PORT" }],
    ["the console under an IPv6 address", { host: "[::1]:PORT", origin: "http://[::1]:PORT" }],
  ])("from %s", async (_who, headers) => {
    expect((await raw({ headers })).status).toBe(200);
  });

  it("from the console's own page over https", async () => {
    const tls = selfSigned("127.0.0.1");
    const { url } = await emulatorForTest({ tls });
    const answerTo = async (origin: string) => {
      const sent = secureRequest(`${url}/_emulator/reset`, { method: "POST", ca: tls.cert, headers: { origin } }).end();
      const [{ statusCode }] = (await once(sent, "response")) as [IncomingMessage];
      return statusCode;
    };
    expect([await answerTo(url), await answerTo(url.replace("https", "http"))]).toEqual([200, 403]);
  });

  it.each<[string, Record<string, string>, string]>([
    ["another site", { origin: "http://evil.example" }, "A page of http://evil.example may not change"],
    ["another port of this machine", { host: "OWN", origin: "http://127.0.0.1:1" }, "A page of http://127.0.0.1:1"],
    ["a sandboxed frame", { origin: "null" }, "A page of null"],
    ["a browser that hides the origin", { "sec-fetch-site": "cross-site" }, "A page of another site"],
    ["a name that was not allowed", { host: "emulator:PORT", origin: "http://emulator:PORT" }, "--allow-host"],
  ])("but not from %s", async (_who, headers, says) => {
    expect(await raw({ headers })).toMatchObject({ status: 403, text: expect.stringContaining(says) as string });
  });

  it.each<[string, string, Record<string, string>]>([
    ["a picture of another site", "/compute/v1/projects/p/global/routes", { "sec-fetch-site": "cross-site" }],
    ["a script of another port", "/_emulator/requests", { "sec-fetch-site": "same-site", "sec-fetch-mode": "cors" }],
    [
      "a browser that sends the origin alone",
      "/compute/v1/projects/p/global/routes",
      { origin: "http://evil.example" },
    ],
    ["a frame of another site", "/", { ...NAVIGATION, "sec-fetch-dest": "iframe" }],
    ["a link of another site into the API", "/compute/v1/projects/p/global/routes", NAVIGATION],
  ])("nor does %s use up a fault, or show in the log", async (_who, path, headers) => {
    const emulator = await emulatorForTest();
    emulator.fault({ fault: { kind: "status", status: 503 } });
    for (const method of ["GET", "HEAD"])
      expect((await raw({ method, path, headers: { accept: "text/html", ...headers } }, emulator)).status).toBe(403);
    expect(emulator.requests()).toEqual([]);
    expect((await admin(emulator, "GET", "/faults")).json).toMatchObject({ faults: [{ left: 1 }] });
  });

  it.each<[string, string, Record<string, string>]>([
    ["a link of another site to the console", "/", NAVIGATION],
    ["the address bar", "/compute/v1/projects/p/global/routes", { ...NAVIGATION, "sec-fetch-site": "none" }],
    ["fetch of Node.js", "/compute/v1/projects/p/global/routes", { "sec-fetch-mode": "cors" }],
  ])("but %s reaches the emulator", async (_who, path, headers) => {
    const sent = { method: "GET", path, headers: { accept: "text/html", authorization: "Bearer t", ...headers } };
    expect((await raw(sent)).status).toBe(200);
  });

  it.each(["/", "/_emulator/requests", "/compute/v1/projects/p/global/routes"])(
    "and shows %s under no name but those that were allowed",
    async (path) => {
      const headers = { host: "emulator:PORT", accept: "text/html", authorization: "Bearer t" };
      const { status, text } = await raw({ method: "GET", path, headers });
      expect([status, text]).toEqual([403, expect.stringContaining("does not answer under the host 'emulator")]);
      expect((await raw({ method: "GET", path, headers }, { allowedHosts: ["Emulator"] })).status).toBe(200);
    },
  );
});

describe("how clients are pointed at an emulator", () => {
  it("is text, with the address under which somebody asks", async () => {
    const sent = { method: "GET", path: "/_emulator/connect", headers: { host: "emulator:8461" } };
    const { text } = await raw(sent, { allowedHosts: ["emulator"] });
    expect(text).toContain("CLOUDSDK_API_ENDPOINT_OVERRIDES_COMPUTE=http://emulator:8461/compute/v1/");
    expect(text).toContain("pulumi config set gcp:allowPlainHttp true");
    expect(text).not.toContain("127.0.0.1");
  });

  it("is the same in the environment of useEmulator, and in the tests of the official client", async () => {
    const emulator = await emulatorForTest();
    const { text } = await admin(emulator, "GET", "/connect");
    const exported = [...text.matchAll(/^export (\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]);
    expect(clientEnvironment(emulator.endpoint)).toMatchObject(Object.fromEntries(exported) as object);
    const { auth, ...settings } = settingsForOfficialClient(emulator);
    expect(auth).toBeDefined();
    for (const [name, value] of Object.entries(settings)) expect(text).toContain(`${name}: ${JSON.stringify(value)}`);
  });
});
