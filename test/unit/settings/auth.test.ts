import { rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, relative } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  claims,
  file,
  folder,
  answersToken,
  impersonated,
  key,
  keyJson,
  captureMessage,
  source,
  tokenServer,
} from "../../support/credentials";
import { account, externalAccount, subjectToken } from "../../support/externalAccount";
import { answers, stalls, stallsInside, type Script } from "../../support/scriptedServer";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const cloudPlatform = "https://www.googleapis.com/auth/cloud-platform";

describe("a plain access token", () => {
  it("in a file is read again at each use, so that it can be renewed", async () => {
    const path = join(folder, "later");
    const tokens = source({}, { GOOGLE_OAUTH_ACCESS_TOKEN: `~/${relative(homedir(), path)}` });
    expect(tokens.renewable).toBe(true);
    const absent = "GOOGLE_OAUTH_ACCESS_TOKEN names a file that cannot be read (ENOENT).";
    const home = 'Give the whole path: "~" is the home of the user who runs Pulumi.';
    expect(await captureMessage(tokens)).toBe(`${absent} ${home}`);
    for (const token of ["first", "second"]) {
      writeFileSync(path, `  ${token}\n`);
      expect(await tokens.token()).toBe(token);
    }
  });

  it.each([["is empty", () => file("token", " \n"), "The file that gcp:accessToken names is empty."]])(
    "in a file that %s is refused without showing it",
    async (_what, path, words) => {
      expect(await captureMessage(source({ "gcp:accessToken": path() }))).toContain(words);
    },
  );
});

it("a plain access token that travels as plain text is never read from a file", async () => {
  const plainHttp = { "gcp:computeCustomEndpoint": "http://emulator:8461/compute/v1", "gcp:allowPlainHttp": "true" };
  // A file of this folder, whose name could be a token.
  expect(await source({ ...plainHttp, "gcp:accessToken": "LICENSE" }).token()).toBe("LICENSE");
});

describe("a service account key", () => {
  it.each([
    ["as JSON", () => `\n${keyJson}\n`],
    ["as a file", () => file("key.json", keyJson)],
  ])("given %s signs in once for many callers, and again after a refusal", async (_how, value) => {
    const server = await tokenServer();
    const tokens = source({ "gcp:credentials": value() });
    expect(await Promise.all(Array.from({ length: 20 }, () => tokens.token()))).toEqual(Array(20).fill("token-1"));
    expect(server.requests.map(({ method, url }) => [method, url])).toEqual([["POST", "/oauth2.googleapis.com/token"]]);
    expect(claims(server.requests[0])).toMatchObject({ iss: key.client_email, scope: cloudPlatform });
    tokens.invalidate("token-1");
    expect(await Promise.all([tokens.token(), tokens.token()])).toEqual(["token-2", "token-2"]);
    // Late news of the old token does not throw the new one away.
    tokens.invalidate("token-1");
    expect(await tokens.token()).toBe("token-2");
  });

  it("signs in for the scopes that are set", async () => {
    const server = await tokenServer();
    const scopes = ["https://www.googleapis.com/auth/compute.readonly", "https://www.googleapis.com/auth/compute"];
    await source({ "gcp:credentials": keyJson, "gcp:scopes": JSON.stringify(scopes) }).token();
    expect(claims(server.requests[0]).scope).toBe(scopes.join(" "));
  });

  it("that is refused with an answer which repeats the request shows nothing of it, and may be used again", async () => {
    const repeats: Script = (request, response) => {
      const assertion = new URLSearchParams(request.body).get("assertion") ?? "";
      const error_description = `Bad assertion ${assertion}, not ya29.a0-b_c`;
      answers(400, { error: "invalid_grant", error_description })(request, response);
    };
    await tokenServer(repeats, answersToken("token-1"));
    const tokens = source({ "gcp:credentials": keyJson });
    expect(await captureMessage(tokens)).toBe(
      "Could not get an access token with gcp:credentials: oauth2.googleapis.com answers HTTP 400 invalid_grant: Bad assertion [token], not [token]",
    );
    expect(await tokens.token()).toBe("token-1");
  });

  it.each<[when: string, script: Script]>([
    ["at all", stalls],
    ["to the end", stallsInside],
  ])("that is not answered %s is given up after 30 s, and the next call asks again", async (_when, script) => {
    const time = new AbortController();
    const limit = vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(time.signal);
    const server = await tokenServer(async (request, response) => {
      await script(request, response);
      time.abort(new DOMException("The operation was aborted due to timeout", "TimeoutError"));
    }, answersToken("token-2"));
    const tokens = source({ "gcp:credentials": keyJson });
    expect(await captureMessage(tokens)).toBe(
      "Could not get an access token with gcp:credentials: the token server did not answer within 30s",
    );
    expect(limit.mock.calls).toEqual([[30_000]]);
    expect(await tokens.token()).toBe("token-2");
    expect(server.requests).toHaveLength(2);
  });

  it.each([{}, { access_token: "" }, "<html>sign in</html>"])("without a token says so: %j", async (answer) => {
    await tokenServer(answers(200, answer));
    expect(await captureMessage(source({ "gcp:credentials": keyJson }))).toBe(
      "Could not get an access token with gcp:credentials: the credentials returned an empty token",
    );
  });
});

it("the credentials that gcloud leaves behind a login are used where none are named", async () => {
  const server = await tokenServer();
  vi.stubEnv("CLOUDSDK_CONFIG", folder);
  file("application_default_credentials.json", keyJson);
  expect(await source({}).token()).toBe("token-1");
  expect(claims(server.requests[0])).toMatchObject({ iss: key.client_email });
  rmSync(join(folder, "application_default_credentials.json"));
});

describe("impersonation", () => {
  it("stands on a plain token, with delegates and scopes, and reads its file again for every token", async () => {
    const server = await tokenServer(impersonated("impersonated-1"), impersonated("impersonated-2"));
    const path = file("source-token", "first");
    const tokens = source({
      "gcp:accessToken": path,
      "gcp:impersonateServiceAccount": account,
      "gcp:impersonateServiceAccountDelegates": '["d@p.iam.gserviceaccount.com"]',
    });
    expect(await tokens.token()).toBe("impersonated-1");
    writeFileSync(path, "second");
    tokens.invalidate("impersonated-1");
    expect(await tokens.token()).toBe("impersonated-2");
    const [request] = server.requests;
    const url = `/iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/${account}:generateAccessToken`;
    expect(request?.url).toBe(url);
    const body = { delegates: ["d@p.iam.gserviceaccount.com"], scope: [cloudPlatform], lifetime: "3600s" };
    expect(JSON.parse(request?.body ?? "")).toEqual(body);
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(["Bearer first", "Bearer second"]);
  });
});

describe("workload identity", () => {
  it("of a file exchanges the token that it names, and carries an impersonation through delegates", async () => {
    const server = await tokenServer(answersToken("federated"), impersonated("last"));
    const delegates = ["one@p.iam.gserviceaccount.com", "two@p.iam.gserviceaccount.com"];
    const tokens = source({
      "gcp:credentials": externalAccount(server.origin),
      "gcp:impersonateServiceAccount": account,
      "gcp:impersonateServiceAccountDelegates": JSON.stringify(delegates),
    });
    expect(await tokens.token()).toBe("last");
    const [exchange, last] = server.requests;
    expect(new URLSearchParams(exchange?.body).get("subject_token")).toBe(subjectToken);
    expect(JSON.parse(last?.body ?? "")).toMatchObject({ delegates });
  });

  it.each(["token_url", "service_account_impersonation_url"])("may not have a %s in clear", async (member) => {
    const server = await tokenServer(answersToken("federated"));
    const path = externalAccount(server.origin, { [member]: "http://sts.example.com/v1/token" });
    expect(await captureMessage(source({ "gcp:credentials": path }))).toBe(
      "The credentials ask for a token over http at http://sts.example.com: it would travel as plain text. Use an https address in the credentials file.",
    );
  });
});

describe("another universe", () => {
  const universe = { "gcp:universeDomain": "universe.example" };
  const foreign = JSON.stringify({ ...key, universe_domain: "universe.example" });

  it.each([keyJson, foreign])("has tokens that a key signs itself: %#", async (json) => {
    const server = await tokenServer();
    const [, payload = ""] = (await source({ ...universe, "gcp:credentials": json }).token()).split(".");
    const signed = { iss: key.client_email, scope: cloudPlatform };
    expect(JSON.parse(Buffer.from(payload, "base64url").toString())).toMatchObject(signed);
    expect(server.requests).toEqual([]);
  });

  it.each<Record<string, string>>([
    { "gcp:accessToken": "mine", "gcp:impersonateServiceAccount": account },
    { "gcp:externalCredentials": `{"audience":"a","serviceAccountEmail":"${account}","identityToken":"t"}` },
  ])("is asked alone: %j", async (config) => {
    const expireTime = new Date(Date.now() + 3_600_000).toISOString();
    // Both forms of a token at once: each issuer's part is read, the other is ignored.
    const both = { access_token: "a", expires_in: 3600, accessToken: "b", expireTime };
    const server = await tokenServer(answers(200, both));
    expect(await source({ ...universe, ...config }).token()).toBe("b");
    for (const { url } of server.requests) expect(url).toMatch(/^\/(sts|iamcredentials)\.universe\.example\//);
  });

  it("of the credentials has to be that of the settings", async () => {
    expect(await captureMessage(source({ "gcp:credentials": file("foreign.json", foreign) }))).toBe(
      'The credentials of gcp:credentials belong to the universe "universe.example", and requests go to "googleapis.com". ' +
        "Run: pulumi config set gcp:universeDomain universe.example (or give other credentials).",
    );
    const publicKey = JSON.stringify({ ...key, universe_domain: "googleapis.com" });
    const message = await captureMessage(source(universe, { GOOGLE_CREDENTIALS: publicKey }));
    expect(message).toContain("pulumi config rm gcp:universeDomain");
  });
});
