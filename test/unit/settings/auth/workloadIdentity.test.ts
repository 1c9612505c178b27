import { describe, expect, it } from "vitest";
import { answers, scriptedServer } from "../../../support/scriptedServer";
import { file, impersonated, messageOf, source, tokenServer } from "../../../support/credentials";

describe("workload identity of gcp:externalCredentials", () => {
  const external = JSON.stringify({
    audience: "//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/pool/providers/ci",
    serviceAccountEmail: "deployer@p.iam.gserviceaccount.com",
    identityToken: "the.identity.token",
  });
  const exchanged = answers(200, { access_token: "federated", expires_in: 3600, token_type: "Bearer" });

  it("exchanges the token that the caller has, and takes on the service account", async () => {
    const server = await tokenServer(exchanged, impersonated("token-1"));
    expect(await source({ "gcp:externalCredentials": external }).token()).toBe("token-1");
    const [exchange, account] = server.requests;
    expect(exchange?.url).toBe("/sts.googleapis.com/v1/token");
    expect(Object.fromEntries(new URLSearchParams(exchange?.body))).toMatchObject({
      subject_token: "the.identity.token",
      audience: expect.stringContaining("workloadIdentityPools/pool") as string,
    });
    expect(account?.url).toContain("serviceAccounts/deployer@p.iam.gserviceaccount.com:generateAccessToken");
    expect(account?.headers.authorization).toBe("Bearer federated");
  });

  it("gets a new token after one was refused", async () => {
    await tokenServer(exchanged, impersonated("token-1"), exchanged, impersonated("token-2"));
    const tokens = source({ "gcp:externalCredentials": external });
    expect(await tokens.token()).toBe("token-1");
    expect(await tokens.token()).toBe("token-1");
    tokens.invalidate("token-1");
    expect(await tokens.token()).toBe("token-2");
  });

  it("that is refused does not show the identity token", async () => {
    await tokenServer(answers(400, { error: "invalid_grant", error_description: "The audience is wrong." }));
    const message = await messageOf(source({ "gcp:externalCredentials": external }));
    expect(message).toContain("with gcp:externalCredentials:");
    expect(message).toContain("The audience is wrong.");
    expect(message).not.toContain("the.identity.token");
  });
});

describe("a workload identity file", () => {
  /** As `gcloud iam workload-identity-pools create-cred-config` writes it, with its servers on this machine. */
  const configuration = (origin: string, more: object = {}) =>
    JSON.stringify({
      type: "external_account",
      audience: "//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/pool/providers/ci",
      subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
      token_url: `${origin}/v1/token`,
      credential_source: { file: file("subject", "the.subject.token") },
      ...more,
    });
  const exchanged = (token: string) => answers(200, { access_token: token, expires_in: 3600, token_type: "Bearer" });

  it("exchanges the token of the file that it names", async () => {
    const server = await tokenServer(exchanged("federated"));
    const path = file("external.json", configuration(server.origin));
    expect(await source({ "gcp:credentials": path }).token()).toBe("federated");
    expect(new URLSearchParams(server.requests[0]?.body).get("subject_token")).toBe("the.subject.token");
  });

  it("takes on the account that it names", async () => {
    const server = await tokenServer(exchanged("federated"), impersonated("account"));
    const url = `${server.origin}/v1/projects/-/serviceAccounts/d@p.iam.gserviceaccount.com:generateAccessToken`;
    const json = configuration(server.origin, { service_account_impersonation_url: url });
    expect(await source({}, { GOOGLE_CREDENTIALS: json }).token()).toBe("account");
    expect(server.requests[1]?.headers.authorization).toBe("Bearer federated");
  });

  it("carries an impersonation through a chain of delegates", async () => {
    const server = await tokenServer(exchanged("federated"), impersonated("last"));
    const delegates = ["one@p.iam.gserviceaccount.com", "two@p.iam.gserviceaccount.com"];
    const tokens = source({
      "gcp:credentials": configuration(server.origin),
      "gcp:impersonateServiceAccount": "last@p.iam.gserviceaccount.com",
      "gcp:impersonateServiceAccountDelegates": JSON.stringify(delegates),
    });
    expect(await tokens.token()).toBe("last");
    expect(JSON.parse(server.requests[1]?.body ?? "")).toMatchObject({ delegates });
    expect(server.requests[1]?.headers.authorization).toBe("Bearer federated");
  });

  it.each(["token_url", "service_account_impersonation_url"])("may not have a %s in clear", async (member) => {
    const server = await tokenServer(exchanged("federated"));
    const json = configuration(server.origin, { [member]: "http://sts.example.com/v1/token" });
    expect(await messageOf(source({ "gcp:credentials": json }))).toBe(
      "The credentials ask for a token over http at http://sts.example.com: it would travel as plain text. Use an https address in the credentials file.",
    );
  });

  it.each([302, 307])("never follows a redirect (%i) with the token that it exchanges", async (status) => {
    const elsewhere = await scriptedServer(exchanged("stolen"));
    const server = await tokenServer(answers(status, {}, { location: `${elsewhere.origin}/v1/token` }));
    const message = await messageOf(source({ "gcp:credentials": configuration(server.origin) }));
    expect(message).toContain("the token server answered with a redirect, which this package does not follow");
    expect(elsewhere.requests).toEqual([]);
  });
});
