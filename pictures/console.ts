/** `npm run pictures:console`: makes `emulator/docs/console.png` from the console as it is. */
import { fileURLToPath } from "node:url";
import { startEmulator } from "../emulator/dist/index";
import { findChromium, launchChromium } from "../test/support/chromium";

const file = fileURLToPath(new URL("../emulator/docs/console.png", import.meta.url));
const chromiumPath = findChromium();
if (chromiumPath === undefined)
  throw new Error("There is no Chromium on this machine. Install one, or name it in CHROMIUM_PATH.");
const emulator = await startEmulator({ latency: { defaultMs: 700 } });
const browser = await launchChromium(chromiumPath);
try {
  const page = await browser.newPage({ viewport: { width: 1240, height: 700 } });
  await page.goto(emulator.url);
  // Something of everything: routes and a snapshot, an operation that fails, a refusal, and an operation that runs.
  emulator.objects.put("projects/my-project/zones/europe-west1-b/disks/data", { sizeGb: "100" });
  const insert = async (collection: string, body: object) => {
    const headers = { authorization: "Bearer any-token", "content-type": "application/json" };
    const url = `${emulator.endpoint}/projects/my-project/global/${collection}`;
    await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  };
  const route = (name: string, destRange: string) => {
    const nextHopGateway = "global/gateways/default-internet-gateway";
    return insert("routes", { name, destRange, network: "global/networks/default", nextHopGateway });
  };
  const snapshot = (name: string) =>
    insert("snapshots", { name, sourceDisk: "zones/europe-west1-b/disks/data", labels: { env: "prod" } });
  await Promise.all([route("egress", "0.0.0.0/0"), route("partner", "203.0.113.0/24"), snapshot("nightly")]);
  const errors = [{ code: "QUOTA_EXCEEDED", message: "Quota 'ROUTES' exceeded." }];
  emulator.fault({ fault: { kind: "operationError", errors } });
  await route("denied", "198.51.100.0/24");
  emulator.fault({ match: { path: "routes$" }, fault: { kind: "status", status: 503 } });
  await route("backup", "192.0.2.0/24");
  await page.waitForTimeout(1000);
  await snapshot("weekly");
  await page.waitForTimeout(300);
  await page.screenshot({ path: file });
} finally {
  await browser.close();
  await emulator.close();
}
console.log(file);
