import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished, vi } from "vitest";
import { tokenSource } from "../../provider/src/settings/connection";
import type { TokenSource } from "../../provider/src/http/client";
import { TokenError } from "../../provider/src/http/errors/tokenError";
import { Settings, type Environment } from "../../provider/src/settings/settings";
import { SettingError } from "../../provider/src/settings/settingError";
import { answers, later, scriptedServer, type Received, type Script } from "./scriptedServer";
import { captureError } from "./untilTestEnds";

/** The folder of credentials of the test files that one process runs. */
export const folder = mkdtempSync(join(tmpdir(), "auth-"));
process.once("exit", () => {
  rmSync(folder, { recursive: true });
});

/** A file in that folder. */
export function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** The tokens that a configuration and an environment give. */
export function source(config: Record<string, string>, environment: Environment = {}): TokenSource {
  return tokenSource(new Settings((key) => config[key], environment));
}

/** The message of a token that cannot be had. */
export async function captureMessage(tokens: TokenSource): Promise<string> {
  const isOurs = (error: unknown) => error instanceof SettingError || error instanceof TokenError;
  return (await captureError(tokens.token(), isOurs)).message;
}

/**
 * Where the library's requests for these hosts go; any other host is refused, so that no test reaches the network. Of the
 * process and not of this module: the library keeps the first `fetch` that it finds.
 */
const google = ((globalThis as { googleServers?: { origin?: string | undefined } }).googleServers ??= {});

const { fetch } = globalThis;
const guarded = (input: string | URL, init?: RequestInit) => {
  const url = new URL(input);
  if (/\.(googleapis\.com|universe\.example)$/.test(url.hostname) && google.origin !== undefined)
    return fetch(`${google.origin}/${url.host}${url.pathname}${url.search}`, init);
  if (url.hostname === "127.0.0.1") return fetch(url, init);
  throw new Error(`a test must not reach ${url.host}`);
};
vi.stubGlobal("fetch", guarded);

/** A key that signs, and that nobody knows. */
export const { privateKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" },
});

/** The key file of a service account. */
export const key = {
  type: "service_account",
  project_id: "p",
  private_key_id: "id",
  private_key: privateKey,
  client_email: "deployer@p.iam.gserviceaccount.com",
  token_uri: "https://oauth2.googleapis.com/token",
};
export const keyJson = JSON.stringify(key);

/** The credentials of a user, as `gcloud auth application-default login` leaves them. */
export const login = { type: "authorized_user", client_id: "c", client_secret: "s", refresh_token: "r" };

/** A server in the place of Google's that gives `token-1`, `token-2`, …, each after a moment, or does the scripts. */
export async function tokenServer(...scripts: Script[]) {
  let number = 0;
  const gives: Script = (request, response) => {
    number += 1;
    return later(20, answers(200, { access_token: `token-${String(number)}`, expires_in: 3600 }))(request, response);
  };
  const closing = (scripts.length > 0 ? scripts : [gives]).map((script): Script => {
    return (request, response) => {
      // The next server may listen where this one did, to which no connection may be open then.
      response.setHeader("connection", "close");
      return script(request, response);
    };
  });
  const server = await scriptedServer(...closing);
  google.origin = server.origin;
  onTestFinished(() => {
    google.origin = undefined;
  });
  return server;
}

/** A metadata server in the place of the one that a virtual machine has, where nothing else gives credentials. Ends with the test. */
export async function metadataServer(...scripts: Script[]) {
  const says = scripts.map((script): Script => {
    return (request, response) => {
      response.setHeader("metadata-flavor", "Google");
      return script(request, response);
    };
  });
  const server = await scriptedServer(...says);
  vi.stubEnv("CLOUDSDK_CONFIG", join(folder, "absent"));
  vi.stubEnv("METADATA_SERVER_DETECTION", "assume-present");
  vi.stubEnv("GCE_METADATA_HOST", new URL(server.origin).host);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  return server;
}

/** The answer to an impersonation. */
export function impersonated(token: string): Script {
  return answers(200, { accessToken: token, expireTime: new Date(Date.now() + 3_600_000).toISOString() });
}

/** The claims of the assertion that a service account signs. */
export function claims(request: Received | undefined): Record<string, unknown> {
  const assertion = new URLSearchParams(request?.body).get("assertion") ?? "";
  return JSON.parse(Buffer.from(assertion.split(".")[1] ?? "", "base64url").toString()) as Record<string, unknown>;
}

/** The answer of a token server with this token. */
export const answersToken = (token: string) =>
  answers(200, { access_token: token, expires_in: 3600, token_type: "Bearer" });
