/** `npm run pictures:console`: makes `emulator/docs/console.png` from the console as it is. */
import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { startEmulator, type Emulator } from "../emulator/dist/index";
import { findChromium, launchChromium } from "../test/support/chromium";

const FILE = fileURLToPath(new URL("../emulator/docs/console.png", import.meta.url));
const MAXIMUM_BYTES = 200_000;

const chromiumPath = findChromium();
if (chromiumPath === undefined) {
  throw new Error("There is no Chromium on this machine. Install one, or name it in CHROMIUM_PATH.");
}
const emulator = await startEmulator({ latency: { byType: { insert: 900, createSnapshot: 1600, delete: 500 } } });
const browser = await launchChromium(chromiumPath);
try {
  const page = await browser.newPage({ viewport: { width: 1240, height: 700 } });
  await page.goto(emulator.url);
  await makeTraffic(emulator);
  await page
    .locator("#resources")
    .getByRole("button", { name: /^egress / })
    .click();
  await page.getByLabel("Field").selectOption("priority");
  await page.getByRole("button", { name: "Arm the fault" }).click();
  await page.locator("#faults li").first().waitFor();
  await page.screenshot({ path: FILE });
} finally {
  await browser.close();
  await emulator.close();
}
const { size } = statSync(FILE);
if (size > MAXIMUM_BYTES) {
  throw new Error(`The picture has ${String(size)} bytes; more than ${String(MAXIMUM_BYTES)} are too many for a page.`);
}
console.log(`${FILE}: ${String(size)} bytes`);

/** Something of everything: creations side by side, one that fails, a refusal that is tried again, one that runs. */
async function makeTraffic({ endpoint, objects, fault }: Emulator): Promise<void> {
  const project = `${endpoint}/projects/my-project`;
  const send = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(project + path, {
      method,
      headers: { authorization: "Bearer any-token", "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await response.json()) as { name?: string };
  };
  const finish = async (started: Promise<{ name?: string }>, path: string) => {
    const { name = "" } = await started;
    await send("POST", `/global/operations/${name}/wait`);
    await send("GET", path);
  };
  const route = (name: string, destRange: string) =>
    finish(
      send("POST", "/global/routes", {
        name,
        destRange,
        network: "global/networks/default",
        nextHopGateway: "global/gateways/default-internet-gateway",
      }),
      `/global/routes/${name}`,
    );
  objects.put("projects/my-project/zones/europe-west1-b/disks/data", { sizeGb: "100" });
  const snapshot = (name: string) =>
    finish(
      send("POST", "/global/snapshots", {
        name,
        sourceDisk: "zones/europe-west1-b/disks/data",
        labels: { env: "prod" },
      }),
      `/global/snapshots/${name}`,
    );
  await Promise.all([route("egress", "0.0.0.0/0"), route("partner", "203.0.113.0/24"), snapshot("nightly")]);
  fault({ match: { path: "routes$" }, fault: { kind: "status", status: 503 } });
  await send("POST", "/global/routes");
  fault({
    fault: { kind: "operationError", errors: [{ code: "QUOTA_EXCEEDED", message: "Quota 'ROUTES' exceeded." }] },
  });
  await Promise.all([route("denied", "198.51.100.0/24"), route("backup", "192.0.2.0/24")]);
  objects.patch("projects/my-project/global/routes/egress", { priority: 7 });
  void snapshot("weekly").catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, 700));
}
