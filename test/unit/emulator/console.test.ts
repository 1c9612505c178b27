import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { request as secureRequest } from "node:https";
import { describe, expect, it } from "vitest";
import { clientEnvironment } from "../../../emulator/src/server/clientEnvironment";
import { FAULTS } from "../../../emulator/src/world/settings/faultKinds";
import type { Emulator } from "../../../emulator/src/index";
import { selfSigned } from "../../support/certificate";
import { settingsForOfficialClient } from "../../support/officialClient";
import { admin, emulatorForTest, ROUTES, send } from "./helpers";

/** Sends exactly these headers, which fetch would not. */
async function raw({ url }: Emulator, asked: string, more: Readonly<Record<string, string>>) {
  const { host, port } = new URL(url);
  const [method, path] = asked.split(" ");
  const headers: Record<string, string> = { accept: "text/html", authorization: "Bearer t" };
  for (const [name, value] of Object.entries(more)) headers[name] = value.replace("OWN", host).replace("PORT", port);
  const sent = request({ host: "127.0.0.1", port, method, path, headers }).end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  return { status: answer.statusCode, text: Buffer.concat(await answer.toArray()).toString() };
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
    const snapshots = "/projects/p/global/snapshots?access_token=hidden-token";
    const snapshot = { name: "s", sourceDisk: disk, snapshotEncryptionKey: { rsaEncryptedKey: "hidden/of+body" } };
    const certificate = { name: "c", selfManaged: { privateKey: "-----hidden private key-----\n" } };
    for (const [path, options] of [
      [snapshots, { body: snapshot, headers: { "x-goog-api-key": "hidden-token" } }],
      [snapshots, { text: '{"rawKey": "hidden-of-text"' }],
      [snapshots, { text: '{"privateKey": "-----BEGIN KEY-----\\nhidden"' }],
      ["/projects/p/global/sslCertificates", { body: certificate }],
      ["/projects/p/regions/r/vpnTunnels", { body: { name: "t", sharedSecret: "hidden" } }],
    ] as const)
      await send(emulator, "POST", path, options);
    const requests = [1, 2, 3, 4, 5].map((sequence) => `request?sequence=${String(sequence)}`);
    for (const detail of [...requests, "object?path=projects/p/global/routes/r"]) {
      const { text } = await admin(emulator, "GET", `/console/${detail}`);
      expect(text).toContain("sha256:");
      expect(text).not.toContain("hidden");
    }
  });

  it("finds the requests and objects of its filters, whatever the log holds", async () => {
    const toPath = (index: number) => `projects/p/zones/z/disks/${index < 36 ? "ams" : "zrh"}-${String(index)}`;
    const disks = Array.from({ length: 40 }, (_none, index) => [toPath(index), {}] as const);
    const emulator = await emulatorForTest({ objects: Object.fromEntries(disks) });
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

const api = "GET /compute/v1/projects/p/global/routes";
const reset = "POST /_emulator/reset";
const own = { host: "OWN", origin: "http://OWN", "sec-fetch-site": "same-origin" };
const strange = { host: "emulator:PORT" };
const navigation = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };

it.each<[who: string, asked: string, headers: Readonly<Record<string, string>>]>([
  ["a program", reset, {}],
  ["fetch of Node.js", api, { "sec-fetch-mode": "cors" }],
  ["the console's own page", reset, own],
  ["the console under a name of localhost", reset, { host: "gce.localhost:PORT", origin: "http://gce.localhost:PORT" }],
  ["the console under an IPv6 address", reset, { host: "[::1]:PORT", origin: "http://[::1]:PORT" }],
  ["a link of another site to the console", "GET /", navigation],
  ["the address bar", api, { ...navigation, "sec-fetch-site": "none" }],
])("%s reaches the emulator", async (_who, asked, headers) => {
  expect((await raw(await emulatorForTest(), asked, headers)).status).toBe(200);
});

it.each<[who: string, asked: string, headers: Readonly<Record<string, string>>, says: string]>([
  ["another site", reset, { origin: "http://evil.example" }, "A page of http://evil.example may not change"],
  ["another port of this machine", reset, { ...own, origin: "http://127.0.0.1:1" }, "A page of http://127.0.0.1:1"],
  ["a sandboxed frame", reset, { origin: "null" }, "A page of null"],
  ["a browser that hides the origin", reset, { "sec-fetch-site": "cross-site" }, "A page of another site"],
  ["a picture of another site", api, { "sec-fetch-site": "cross-site" }, "A page of another site"],
  ["the same that asks for the head", api.replace("GET", "HEAD"), { "sec-fetch-site": "cross-site" }, ""],
  ["a script of another port", "GET /_emulator/requests", { "sec-fetch-site": "same-site" }, "A page of another site"],
  ["a browser that sends the origin alone", api, { origin: "http://evil.example" }, "A page of http://evil.example"],
  ["a frame of another site", "GET /", { ...navigation, "sec-fetch-dest": "iframe" }, "A page of another site"],
  ["a link of another site into the API", api, navigation, "A page of another site"],
  ["a name that was not allowed", reset, strange, "under the host 'emulator"],
  ["a page under such a name", "GET /", strange, "--allow-host"],
  ["a program under such a name", api, strange, "--allow-host"],
])("%s does not, uses up no fault and does not show in the log", async (_who, asked, headers, says) => {
  const emulator = await emulatorForTest();
  emulator.fault({ fault: { kind: "status", status: 503 } });
  const text = expect.stringContaining(says) as string;
  expect(await raw(emulator, asked, headers)).toEqual({ status: 403, text });
  expect(emulator.requests()).toEqual([]);
  expect((await admin(emulator, "GET", "/faults")).json).toMatchObject({ faults: [{ left: 1 }] });
});

it("a name that was allowed reaches the emulator", async () => {
  const emulator = await emulatorForTest({ allowedHosts: ["Emulator"] });
  for (const asked of ["GET /", "GET /_emulator/requests", api])
    expect((await raw(emulator, asked, strange)).status).toBe(200);
});

it("the console's own page over https takes changes, and no page over http", async () => {
  const tls = selfSigned("127.0.0.1");
  const { url } = await emulatorForTest({ tls });
  const answerTo = async (origin: string) => {
    const sent = secureRequest(`${url}/_emulator/reset`, { method: "POST", ca: tls.cert, headers: { origin } }).end();
    const [{ statusCode }] = (await once(sent, "response")) as [IncomingMessage];
    return statusCode;
  };
  expect([await answerTo(url), await answerTo(url.replace("https", "http"))]).toEqual([200, 403]);
});

describe("how clients are pointed at an emulator", () => {
  it("is text, with the address under which somebody asks", async () => {
    const emulator = await emulatorForTest({ allowedHosts: ["emulator"] });
    const { text } = await raw(emulator, "GET /_emulator/connect", { host: "emulator:8461" });
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
