import { describe, expect, it } from "vitest";
import { localEndpoint } from "../../../provider/src/settings/localEndpoint";

const local = "http://127.0.0.1:8461/compute/v1";
const official = "https://compute.googleapis.com/compute/v1";
const variable = "GOOGLE_COMPUTE_CUSTOM_ENDPOINT";

describe("an endpoint of this machine that is lost without the configuration", () => {
  const found = (configured: string | undefined, ofEnvironment = "") =>
    localEndpoint((key) => (key === "gcp:computeCustomEndpoint" ? configured : undefined), {
      [variable]: ofEnvironment,
    });
  const psc = "https://compute-psc.p.googleapis.com/compute/v1";

  it.each<[what: string, configured: string | undefined, ofEnvironment: string, otherwise: string | undefined]>([
    ["is one of the configuration alone", local, "", official],
    [
      "is one with a slash at its end, and another name of this machine",
      "http://localhost:8461/compute/v1/",
      "",
      official,
    ],
    ["is one in place of another one of the environment", local, psc, psc],
    ["is none that the environment has too", local, "http://[::1]:9/compute/v1", undefined],
    ["is none of the environment alone", undefined, local, undefined],
    ["is none elsewhere", psc, "", undefined],
    ["is none that is no endpoint", "127.0.0.1", "", undefined],
    ["is none where no one is configured", undefined, "", undefined],
  ])("%s", (_what, configured, ofEnvironment, otherwise) => {
    expect(found(configured, ofEnvironment)?.otherwise).toBe(otherwise);
  });
});
