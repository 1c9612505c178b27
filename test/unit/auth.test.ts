import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { tokenSource } from "../../provider/src/auth";
import type { TokenSource } from "../../provider/src/compute/tokenSource";
import { SettingError, Settings, type Environment } from "../../provider/src/settings";
import { answers, later, scriptedServer, type Received, type Script } from "../support/scriptedServer";

const library = vi.hoisted(() => ({ loads: 0 }));
vi.mock("google-auth-library", async (original) => {
  library.loads += 1;
  return original();
});

const folder = mkdtempSync(join(tmpdir(), "auth-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** A file in the test's folder. */
function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

function source(config: Record<string, string>, environment: Environment = {}): TokenSource {
  return tokenSource(new Settings((key) => config[key], environment));
}

async function messageOf(tokens: TokenSource): Promise<string> {
  const error: unknown = await tokens.token().then(
    (token) => new Error(`a token was had: ${token}`),
    (thrown: unknown) => thrown,
  );
  if (error instanceof SettingError) return error.message;
  throw error;
}

/** Where the library's requests for these hosts go; any other host is refused, so that no test reaches the network. */
let googleServers: string | undefined;
beforeEach(() => {
  googleServers = undefined;
});

/** The library finds the fetch of a browser before Node's own. */
vi.stubGlobal("window", {
  fetch: (input: string | URL, init?: RequestInit) => {
    const url = new URL(input);
    if (/\.(googleapis\.com|universe\.example)$/.test(url.hostname) && googleServers !== undefined) {
      return fetch(`${googleServers}/${url.host}${url.pathname}${url.search}`, init);
    }
    if (url.hostname === "127.0.0.1") return fetch(url, init);
    throw new Error(`a test must not reach ${url.host}`);
  },
});

const { privateKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" },
});
const key = {
  type: "service_account",
  project_id: "p",
  private_key_id: "id",
  private_key: privateKey,
  client_email: "deployer@p.iam.gserviceaccount.com",
  token_uri: "https://oauth2.googleapis.com/token",
};
const keyJson = JSON.stringify(key);

/** A token server that gives `token-1`, `token-2`, …, each after a moment. */
async function tokenServer(...scripts: Script[]) {
  let number = 0;
  const gives: Script = (request, response) => {
    number += 1;
    return later(20, answers(200, { access_token: `token-${String(number)}`, expires_in: 3600 }))(request, response);
  };
  const server = await scriptedServer(...(scripts.length > 0 ? scripts : [gives]));
  googleServers = server.origin;
  return server;
}

/** The claims of the assertion that a service account signs. */
function claims(request: Received | undefined): Record<string, unknown> {
  const assertion = new URLSearchParams(request?.body).get("assertion") ?? "";
  return JSON.parse(Buffer.from(assertion.split(".")[1] ?? "", "base64url").toString()) as Record<string, unknown>;
}

describe("a plain access token", () => {
  it("is used as it is, cannot be renewed, and needs no credential library", async () => {
    const tokens = source({ "gcp:accessToken": "ya29.token\n" });
    expect(await tokens.token()).toBe("ya29.token");
    expect(tokens.renewable).toBe(false);
    tokens.invalidate("ya29.token");
    expect(await tokens.token()).toBe("ya29.token");
    expect(library.loads).toBe(0);
  });

  it("comes from the environment when configuration has no credentials", async () => {
    const environment = { GOOGLE_OAUTH_ACCESS_TOKEN: "from-environment", GOOGLE_CREDENTIALS: keyJson };
    expect(await source({}, environment).token()).toBe("from-environment");
  });

  it("may be longer than a path", async () => {
    const token = "x".repeat(10_000);
    expect(await source({ "gcp:accessToken": token }).token()).toBe(token);
    expect(await source({ "gcp:accessToken": "y".repeat(2_000) }).token()).toHaveLength(2_000);
  });

  it.each(["two words", "line\nbreak", '{"access_token": "hidden"}', "tökén"])(
    "that cannot be one (%j) is refused without showing it",
    async (text) => {
      expect(await messageOf(source({ "gcp:accessToken": text }))).toBe(
        "gcp:accessToken is neither an access token nor the path of a file that holds one.",
      );
    },
  );
});

describe("a token file", () => {
  it("is read anew at each use, and can so be renewed", async () => {
    const path = file("token", "first\n");
    const tokens = source({ "gcp:accessToken": path });
    expect(tokens.renewable).toBe(true);
    expect(await tokens.token()).toBe("first");
    writeFileSync(path, "  second  ");
    expect(await tokens.token()).toBe("second");
  });

  it("may be named by a relative path", async () => {
    expect(await source({ "gcp:accessToken": relative(process.cwd(), file("token", "here")) }).token()).toBe("here");
  });

  it("may be named from the home directory", async () => {
    const fromHome = `~/${relative(homedir(), file("token", "home"))}`;
    expect(await source({}, { GOOGLE_OAUTH_ACCESS_TOKEN: fromHome }).token()).toBe("home");
  });

  it.each([
    ["is empty", " \n", "is empty"],
    ["holds more than a token", "hidden and more", "does not hold an access token alone"],
    ["holds JSON", '{"token": "hidden"}', "does not hold an access token alone"],
  ])("that %s is refused without showing it", async (_what, content, text) => {
    const message = await messageOf(source({ "gcp:accessToken": file("token", content) }));
    expect(message).toBe(`The file that gcp:accessToken names ${text}.`);
  });

  it("that goes away is named by the setting", async () => {
    const path = file("gone", "token");
    const tokens = source({}, { GOOGLE_OAUTH_ACCESS_TOKEN: path });
    rmSync(path);
    expect(await messageOf(tokens)).toBe("GOOGLE_OAUTH_ACCESS_TOKEN names a file that cannot be read (ENOENT).");
  });
});

describe("a service account key", () => {
  it.each([
    ["as JSON", () => keyJson],
    ["as JSON after a line break", () => `\n${keyJson}\n`],
    ["as a file", () => file("key.json", keyJson)],
  ])("given %s signs in for the cloud-platform scope", async (_how, value) => {
    const server = await tokenServer();
    expect(await source({ "gcp:credentials": value() }).token()).toBe("token-1");
    expect(server.requests.map(({ method, url }) => [method, url])).toEqual([["POST", "/oauth2.googleapis.com/token"]]);
    expect(claims(server.requests[0])).toMatchObject({
      iss: key.client_email,
      scope: "https://www.googleapis.com/auth/cloud-platform",
    });
  });

  it("signs in for the scopes that are set", async () => {
    const server = await tokenServer();
    const scopes = ["https://www.googleapis.com/auth/compute.readonly", "https://www.googleapis.com/auth/compute"];
    await source({ "gcp:credentials": keyJson, "gcp:scopes": JSON.stringify(scopes) }).token();
    expect(claims(server.requests[0]).scope).toBe(scopes.join(" "));
  });

  it("signs in for the cloud-platform scope when the list of scopes is empty", async () => {
    const server = await tokenServer();
    await source({ "gcp:credentials": keyJson, "gcp:scopes": "[]" }).token();
    expect(claims(server.requests[0]).scope).toBe("https://www.googleapis.com/auth/cloud-platform");
  });

  it("signs in once for callers at the same time, and keeps the token", async () => {
    const server = await tokenServer();
    const tokens = source({}, { GOOGLE_CREDENTIALS: keyJson });
    expect(await Promise.all(Array.from({ length: 20 }, () => tokens.token()))).toEqual(Array(20).fill("token-1"));
    expect(await tokens.token()).toBe("token-1");
    expect(server.requests).toHaveLength(1);
  });

  it("signs in anew, once, after its token was refused, however many callers say so", async () => {
    const server = await tokenServer();
    const tokens = source({ "gcp:credentials": keyJson });
    expect(tokens.renewable).toBe(true);
    await tokens.token();
    for (let caller = 0; caller < 5; caller += 1) tokens.invalidate("token-1");
    expect(await Promise.all([tokens.token(), tokens.token()])).toEqual(["token-2", "token-2"]);
    // Late news of the old token does not throw the new one away.
    tokens.invalidate("token-1");
    expect(await tokens.token()).toBe("token-2");
    expect(server.requests).toHaveLength(2);
  });

  it("that is refused gives the reason, where it was set, and nothing of the key", async () => {
    await tokenServer(answers(400, { error: "invalid_grant", error_description: "Invalid JWT Signature." }));
    const message = await messageOf(source({ "gcp:credentials": keyJson }));
    expect(message).toBe("No access token could be had with gcp:credentials: invalid_grant: Invalid JWT Signature.");
  });

  it("is asked for again after a failure", async () => {
    const given = answers(200, { access_token: "token-1", expires_in: 3600 });
    await tokenServer(answers(400, { error: "invalid_grant", error_description: "clock" }), given);
    const tokens = source({ "gcp:credentials": keyJson });
    expect(await messageOf(tokens)).toContain("clock");
    expect(await tokens.token()).toBe("token-1");
  });

  const half = keyJson.slice(0, 500);
  it.each<[what: string, value: () => string, text: string]>([
    ["is cut short", () => half, "is neither the path of a credentials file nor its JSON"],
    ["is a file cut short", () => file("half.json", half), "is neither the path of a credentials file nor its JSON"],
    ["is not an object", () => file("list.json", "5"), "is neither the path of a credentials file nor its JSON"],
    ["is a list", () => file("list.json", "[]"), "is neither the path of a credentials file nor its JSON"],
    ["is not there", () => join(folder, "absent-hidden.json"), "names a file that cannot be read (ENOENT)"],
    ["is a folder", () => folder, "names a file that cannot be read (EISDIR)"],
    ["is the bare key", () => privateKey, "is neither the path of a credentials file nor its JSON"],
    ["has no key", () => JSON.stringify({ ...key, private_key: undefined }), "private_key"],
    [
      "has a broken key",
      () => JSON.stringify({ ...key, private_key: privateKey.slice(0, 300) }),
      "the private key in it is damaged",
    ],
    ["has an unknown type", () => JSON.stringify({ ...key, type: "hidden", client_email: undefined }), "client_email"],
  ])("that %s names the setting and the fault, and shows nothing of it", async (_what, value, text) => {
    const message = await messageOf(source({ "gcp:credentials": value() }));
    expect(message).toContain("gcp:credentials");
    expect(message).toContain(text);
    expect(message).not.toContain("hidden");
    expect(message).not.toMatch(/PRIVATE KEY|MII/);
    expect(message).not.toContain(folder);
  });
});

describe("workload identity", () => {
  const external = JSON.stringify({
    audience: "//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/pool/providers/ci",
    serviceAccountEmail: "deployer@p.iam.gserviceaccount.com",
    identityToken: "the.identity.token",
  });
  const exchanged = answers(200, { access_token: "federated", expires_in: 3600, token_type: "Bearer" });
  const expireTime = new Date(Date.now() + 3_600_000).toISOString();
  const impersonated = (token: string) => answers(200, { accessToken: token, expireTime });

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

describe("impersonation", () => {
  const expireTime = new Date(Date.now() + 3_600_000).toISOString();
  const given = (token: string) => answers(200, { accessToken: token, expireTime });
  const account = "network@p.iam.gserviceaccount.com";

  it("stands on a plain token, with delegates and scopes", async () => {
    const server = await tokenServer(given("impersonated"));
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
      given("impersonated"),
    );
    const environment = { GOOGLE_CREDENTIALS: keyJson, GOOGLE_IMPERSONATE_SERVICE_ACCOUNT: account };
    expect(await source({}, environment).token()).toBe("impersonated");
    expect(server.requests[1]?.headers.authorization).toBe("Bearer of-the-key");
  });

  it("reads a token file anew for every token, and gets a new one after a refusal", async () => {
    const server = await tokenServer(given("impersonated-1"), given("impersonated-2"));
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
    expect(message).toContain("No access token could be had with gcp:accessToken");
    expect(message).toContain("unable to impersonate: iam.serviceAccounts.getAccessToken");
    expect(message).not.toContain("hidden");
  });
});

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

  it("that cannot be had say what can be set", async () => {
    vi.stubEnv("GOOGLE_APPLICATION_CREDENTIALS", join(folder, "absent.json"));
    try {
      const message = await messageOf(source({}));
      expect(message).toContain("Set GOOGLE_OAUTH_ACCESS_TOKEN, GOOGLE_CREDENTIALS or gcp:credentials");
      expect(message).toContain("gcloud auth application-default login");
    } finally {
      vi.unstubAllEnvs();
    }
  });
});
