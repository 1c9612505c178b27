import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { answers, scriptedServer } from "../../../support/scriptedServer";
import { file, folder, keyJson, messageOf, source, tokenServer } from "../../../support/credentials";

describe("application default credentials", () => {
  it("are found in the file that the environment names", async () => {
    await tokenServer();
    vi.stubEnv("GOOGLE_APPLICATION_CREDENTIALS", file("default.json", keyJson));
    try {
      expect(await source({}).token()).toBe("token-1");
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it("that do not exist say what to set", async () => {
    vi.stubEnv("GOOGLE_APPLICATION_CREDENTIALS", join(folder, "absent.json"));
    try {
      const message = await messageOf(source({}));
      expect(message).toContain("Set GOOGLE_OAUTH_ACCESS_TOKEN, GOOGLE_CREDENTIALS or gcp:credentials");
      expect(message).toContain("gcloud auth application-default login");
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it("come from the metadata server of the machine, at the configured address", async () => {
    const server = await scriptedServer((request, response) => {
      const token = { access_token: "of-the-machine", expires_in: 3600, token_type: "Bearer" };
      answers(200, request.url.endsWith("/token") || request.url.includes("/token?") ? token : {}, {
        "metadata-flavor": "Google",
      })(request, response);
    });
    vi.stubEnv("GCE_METADATA_HOST", new URL(server.origin).host);
    vi.stubEnv("GOOGLE_APPLICATION_CREDENTIALS", "");
    vi.stubEnv("CLOUDSDK_CONFIG", folder);
    vi.stubEnv("HOME", folder);
    try {
      expect(await source({}).token()).toBe("of-the-machine");
    } finally {
      vi.unstubAllEnvs();
    }
    const asked = server.requests.find(({ url }) => url.includes("service-accounts/default/token"));
    expect(asked?.headers["metadata-flavor"]).toBe("Google");
  });
});
