import { describe, expect, it, vi } from "vitest";
import { answers } from "../../../support/scriptedServer";
import { file, key, keyJson, messageOf, source, tokenServer } from "../../../support/credentials";

describe("in another universe", () => {
  const universe = { "gcp:universeDomain": "universe.example" };

  it("a key signs its tokens itself, and sends nothing to the public one", async () => {
    const server = await tokenServer();
    const tokens = source({ ...universe, "gcp:credentials": keyJson });
    const [, payload = ""] = (await tokens.token()).split(".");
    expect(JSON.parse(Buffer.from(payload, "base64url").toString())).toMatchObject({
      iss: key.client_email,
      scope: "https://www.googleapis.com/auth/cloud-platform",
    });
    expect(server.requests).toEqual([]);
  });

  it.each<[how: string, config: Record<string, string>]>([
    ["impersonation", { "gcp:accessToken": "mine", "gcp:impersonateServiceAccount": "network@p.example" }],
    [
      "workload identity",
      {
        "gcp:externalCredentials":
          '{"audience": "a", "serviceAccountEmail": "network@p.example", "identityToken": "t"}',
      },
    ],
  ])("%s asks only there", async (_how, config) => {
    const expireTime = new Date(Date.now() + 3_600_000).toISOString();
    // Both forms of a token at once: each issuer's part is read, the other is ignored.
    const server = await tokenServer(
      answers(200, { access_token: "a", expires_in: 3600, accessToken: "b", expireTime }),
    );
    expect(await source({ ...universe, ...config }).token()).toBe("b");
    for (const { url } of server.requests) expect(url).toMatch(/^\/(sts|iamcredentials)\.universe\.example\//);
    expect(server.requests.at(-1)?.url).toContain("serviceAccounts/network@p.example:generateAccessToken");
  });
});

describe("credentials that name their own universe", () => {
  const foreign = JSON.stringify({ ...key, universe_domain: "universe.example" });

  it("are used if the settings name the same universe", async () => {
    const tokens = source({ "gcp:universeDomain": "universe.example", "gcp:credentials": foreign });
    expect((await tokens.token()).split(".")).toHaveLength(3);
  });

  it("are refused if the settings name none, with the command to run", async () => {
    expect(await messageOf(source({ "gcp:credentials": file("foreign.json", foreign) }))).toBe(
      'The credentials of gcp:credentials belong to the universe "universe.example", and requests go to "googleapis.com". ' +
        "Run: pulumi config set gcp:universeDomain universe.example (or give other credentials).",
    );
  });

  it("are refused if the settings name another universe", async () => {
    const ofThePublic = JSON.stringify({ ...key, universe_domain: "googleapis.com" });
    const message = await messageOf(
      source({ "gcp:universeDomain": "universe.example" }, { GOOGLE_CREDENTIALS: ofThePublic }),
    );
    expect(message).toContain('The credentials of GOOGLE_CREDENTIALS belong to the universe "googleapis.com"');
    expect(message).toContain("pulumi config rm gcp:universeDomain");
  });

  it("are refused as application default credentials too", async () => {
    vi.stubEnv("GOOGLE_APPLICATION_CREDENTIALS", file("foreign.json", foreign));
    try {
      expect(await messageOf(source({}))).toContain(
        'The credentials of application default credentials belong to the universe "universe.example"',
      );
    } finally {
      vi.unstubAllEnvs();
    }
  });
});
