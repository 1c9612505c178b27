import { describe, expect, it } from "vitest";
import type { Emulator } from "../../../emulator/src/index";
import { emulatorForTest, refusal, ROOT } from "./helpers";

const PROXY = "projects/p/global/targetSslProxies/proxy";
const SET = `/${PROXY}/setCertificateMap`;
const CERTIFICATE = `${ROOT}projects/p/global/sslCertificates/c`;

async function start(proxy: Record<string, unknown> = { sslCertificates: [CERTIFICATE] }): Promise<Emulator> {
  const emulator = await emulatorForTest();
  emulator.objects.put(PROXY, proxy);
  return emulator;
}

describe("a target SSL proxy", () => {
  it.each([
    "projects/p/locations/global/certificateMaps/m",
    "https://certificatemanager.googleapis.com/v1/projects/p/locations/global/certificateMaps/m",
    "//certificatemanager.googleapis.com/projects/p/locations/europe-west1/certificateMaps/m",
    "//certificatemanager.googleapis.com/projects/p/locations/global/certificateMaps/M",
    "//certificatemanager.googleapis.com/projects/p/locations/global/certificateMaps/m/x",
    "m",
  ])("refuses the spelling %s of a map", async (certificateMap) => {
    const emulator = await start();
    const refused = await refusal(emulator, "POST", SET, { body: { certificateMap } });
    expect(refused).toMatchObject({ status: 400, reason: "invalid" });
    expect(refused.message).toContain("resource.certificateMap");
  });
});
