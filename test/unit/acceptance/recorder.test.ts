import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { readRecording } from "../../../acceptance/recording/exchange";
import { Recorder } from "../../../acceptance/recording/recorder";
import { Replacement } from "../../../acceptance/recording/replacement";
import { startEmulator } from "../../../emulator/src/index";
import { temporaryFolder } from "../../support/pulumiEnvironment";

const project = "ada-s-project";

async function recording() {
  const emulator = await startEmulator();
  emulator.tokens({ "real-token": {} });
  const folder = temporaryFolder();
  const file = join(folder, "run", "recording.jsonl");
  const recorder = await Recorder.start({
    endpoint: new URL(emulator.endpoint),
    token: () => Promise.resolve("real-token"),
    replacement: new Replacement({ project, prefix: "gceacc-abcd1234", parent: undefined, names: {} }),
    file,
  });
  onTestFinished(async () => {
    await recorder.close();
    await emulator.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const ask = (path: string, token = recorder.token, init: RequestInit = {}) =>
    fetch(`${recorder.address.href}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, ...init.headers },
    });
  return { emulator, recorder, ask, lines: () => readRecording(readFileSync(file, "utf8")) };
}

describe("the recorder", () => {
  it("forwards with the real token, which no client knows, and records the traffic", async () => {
    const { ask, lines, recorder } = await recording();
    const response = await ask(`/projects/${project}/global/networks/default?alt=json&access_token=x`);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      name: "default",
      selfLink: expect.stringContaining(project) as string,
    });
    expect(lines()).toMatchObject([
      {
        method: "GET",
        path: "projects/recorded-project/global/networks/default",
        query: { alt: "json" },
        status: 200,
        answer: { name: "default", selfLink: expect.stringContaining("recorded-project") as string },
      },
    ]);
    expect(recorder.count).toBe(1);
    expect(JSON.stringify(lines())).not.toMatch(/ada|token/);
  });

  it("refuses requests without the token of the run, and sends nothing to the service", async () => {
    const { ask, emulator, recorder } = await recording();
    for (const token of ["", "real-token", "acceptance-"])
      expect((await ask(`/projects/${project}/global/networks/default`, token)).status).toBe(401);
    expect((await fetch(`${new URL(recorder.address).origin}/elsewhere`)).status).toBe(401);
    expect([emulator.requests(), recorder.count]).toEqual([[], 0]);
  });

  it("serves no path but those of the API", async () => {
    const { recorder, emulator } = await recording();
    const headers = { authorization: `Bearer ${recorder.token}` };
    expect((await fetch(`${recorder.address.origin}/_emulator/objects`, { headers })).status).toBe(404);
    expect(emulator.requests()).toEqual([]);
  });

  it("sends bodies as they are, and records them as JSON", async () => {
    const { ask, lines, emulator } = await recording();
    const body = JSON.stringify({ name: "n", autoCreateSubnetworks: false });
    const headers = { "content-type": "application/json" };
    await (await ask(`/projects/${project}/global/networks`, undefined, { method: "POST", body, headers })).json();
    expect(lines()).toMatchObject([{ method: "POST", body: { name: "n" }, answer: { kind: "compute#operation" } }]);
    expect(emulator.operations()).toHaveLength(1);
  });

  it("ends the connection where the service ended it, and records that there was no answer", async () => {
    const { ask, lines, emulator } = await recording();
    emulator.fault({ match: { method: "GET" }, fault: { kind: "resetAfter" } });
    await expect(ask(`/projects/${project}/global/networks/default`)).rejects.toThrow();
    expect(lines()).toEqual([{ method: "GET", path: "projects/recorded-project/global/networks/default", query: {} }]);
  });

  it("records only the type of an answer that is not JSON", async () => {
    const { ask, lines, emulator } = await recording();
    const page = { status: 502, body: `<p>${project}</p>`, contentType: "text/html" };
    emulator.fault({ fault: { kind: "status", ...page } });
    expect(await (await ask(`/projects/${project}/global/networks/default`)).text()).toContain(project);
    expect(lines()[0]).toMatchObject({ status: 502, contentType: "text/html" });
    expect(JSON.stringify(lines())).not.toContain(project);
  });
});
