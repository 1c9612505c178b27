import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { answers } from "../../../support/scriptedServer";
import { file, impersonated, keyJson, messageOf, source, tokenServer } from "../../../support/credentials";

describe("impersonation", () => {
  const account = "network@p.iam.gserviceaccount.com";

  it("stands on a plain token, with delegates and scopes", async () => {
    const server = await tokenServer(impersonated("impersonated"));
    const tokens = source({
      "gcp:accessToken": "mine",
      "gcp:impersonateServiceAccount": account,
      "gcp:impersonateServiceAccountDelegates": '["d@p.iam.gserviceaccount.com"]',
    });
    expect(tokens.renewable).toBe(true);
    expect(await tokens.token()).toBe("impersonated");
    const [request] = server.requests;
    expect(request?.url).toBe(
      `/iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/${account}:generateAccessToken`,
    );
    expect(request?.headers.authorization).toBe("Bearer mine");
    expect(JSON.parse(request?.body ?? "")).toEqual({
      delegates: ["d@p.iam.gserviceaccount.com"],
      scope: ["https://www.googleapis.com/auth/cloud-platform"],
      lifetime: "3600s",
    });
  });

  it("stands on a key", async () => {
    const server = await tokenServer(
      answers(200, { access_token: "of-the-key", expires_in: 3600 }),
      impersonated("impersonated"),
    );
    const environment = { GOOGLE_CREDENTIALS: keyJson, GOOGLE_IMPERSONATE_SERVICE_ACCOUNT: account };
    expect(await source({}, environment).token()).toBe("impersonated");
    expect(server.requests[1]?.headers.authorization).toBe("Bearer of-the-key");
  });

  it("reads a token file again for every token, and gets a new one after a refusal", async () => {
    const server = await tokenServer(impersonated("impersonated-1"), impersonated("impersonated-2"));
    const path = file("source-token", "first");
    const tokens = source({ "gcp:accessToken": path, "gcp:impersonateServiceAccount": account });
    expect(await tokens.token()).toBe("impersonated-1");
    writeFileSync(path, "second");
    tokens.invalidate("impersonated-1");
    expect(await tokens.token()).toBe("impersonated-2");
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(["Bearer first", "Bearer second"]);
  });

  it("that is refused says why, and shows no token", async () => {
    await tokenServer(
      answers(403, {
        error: { code: 403, status: "PERMISSION_DENIED", message: "iam.serviceAccounts.getAccessToken" },
      }),
    );
    const message = await messageOf(
      source({ "gcp:accessToken": "mine-hidden", "gcp:impersonateServiceAccount": account }),
    );
    expect(message).toContain("Could not get an access token with gcp:accessToken");
    expect(message).toContain("unable to impersonate: iam.serviceAccounts.getAccessToken");
    expect(message).not.toContain("hidden");
  });
});
