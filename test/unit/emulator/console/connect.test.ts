import { get } from "node:http";
import { text } from "node:stream/consumers";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { clientEnvironment } from "../../../../emulator/src/clientEnvironment";
import { clientInstructions } from "../../../../emulator/src/console/clients";
import { settingsForOfficialClient } from "../../../support/officialClient";
import { emulatorForTest } from "../helpers";

/** The page as somebody gets it who asks under a name. */
function asked(url: string, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    get(`${url}/_emulator/connect`, { headers }, (response) => {
      text(response).then(resolve, reject);
    }).on("error", reject);
  });
}

describe("how clients are pointed at an emulator", () => {
  it("is text for a terminal and a page for a browser, with the address under which they ask", async () => {
    const { url } = await emulatorForTest({ allowedHosts: ["emulator"] });
    const [terminal, browser] = await Promise.all(
      ["*/*", "text/html"].map((accept) => asked(url, { host: "emulator:8461", accept })),
    );
    expect(terminal).toContain("# gcloud\n");
    for (const shown of [terminal, browser]) {
      expect(shown).toContain("http://emulator:8461/compute/v1/");
      expect(shown).not.toContain("127.0.0.1");
    }
    expect(browser).toMatch(/^<!doctype html>/);
    expect(browser).not.toContain("<script");
  });

  it("shows any name as text", async () => {
    const { url } = await emulatorForTest();
    const shown = await asked(url, { host: '"><b>.localhost', accept: "text/html" });
    expect(shown).toContain("has no host");
    expect(shown).not.toContain("<b>");
  });

  it("is the same in the page, in the environment of useEmulator, and in the tests of the official client", async () => {
    const emulator = await emulatorForTest();
    const codeOf = (client: string) =>
      clientInstructions(emulator.url).find((one) => one.client.startsWith(client))?.code ?? "";
    const exported = [...codeOf("gcloud").matchAll(/^export (\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]);
    expect(clientEnvironment(emulator.endpoint)).toMatchObject(Object.fromEntries(exported) as object);
    const { auth, ...settings } = settingsForOfficialClient(emulator);
    expect(auth).toBeDefined();
    for (const [name, value] of Object.entries(settings)) {
      expect(codeOf("Node.js")).toContain(`${name}: ${JSON.stringify(value)}`);
    }
  });

  it("has code for Node.js without a mistake of syntax", async () => {
    const { url } = await emulatorForTest();
    const code = clientInstructions(url).find(({ client }) => client.startsWith("Node.js"))?.code ?? "";
    const { diagnostics } = ts.transpileModule(code, { reportDiagnostics: true });
    expect(diagnostics).toEqual([]);
  });
});
