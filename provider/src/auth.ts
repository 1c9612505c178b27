import { existsSync, readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { AuthClient } from "google-auth-library";
import type { TokenSource } from "./compute/tokenSource";
import { SettingError, type CredentialSetting, type ExternalCredentials, type Settings } from "./settings";

/** One scope serves every endpoint; `gcp:scopes` narrows it. */
const defaultScopes = ["https://www.googleapis.com/auth/cloud-platform"];

const defaultUniverse = "googleapis.com";

/**
 * The source of bearer tokens that the settings ask for: a token, a key, workload identity, or application default
 * credentials; with impersonation on top of any.
 *
 * A plain access token needs no credential library, so that is loaded only for the others.
 */
export function tokenSource(settings: Settings): TokenSource {
  const credential = settings.credentials();
  const impersonated = settings.text("gcp:impersonateServiceAccount");
  if (credential.from === "accessToken" && impersonated === undefined) {
    return new FixedToken(credential);
  }
  const setBy = credential.from === "applicationDefault" ? "application default credentials" : credential.setBy;
  return new RenewedToken(setBy, () => makeClient(settings, credential, impersonated));
}

/** A token that somebody else renews: a text, or a file that is read at each use. */
class FixedToken implements TokenSource {
  private readonly file: string | undefined;

  constructor(private readonly given: { value: string; setBy: string }) {
    const path = pathOf(given.value);
    this.file = path !== undefined && existsSync(path) && !statSync(path).isDirectory() ? path : undefined;
  }

  get renewable(): boolean {
    return this.file !== undefined;
  }

  async token(): Promise<string> {
    const { value, setBy } = this.given;
    const token = (this.file === undefined ? value : readNamedFile(this.file, setBy)).trim();
    // The value itself is left out of the message: it may be most of a token.
    if (/^[\x21-\x7e]+$/.test(token)) return token;
    throw new SettingError(
      this.file === undefined
        ? `${setBy} is neither an access token nor the path of a file that holds one.`
        : `The file that ${setBy} names ${token === "" ? "is empty" : "does not hold an access token alone"}.`,
    );
  }

  invalidate(): void {
    // A file is read anew each time; a text stays what it is.
  }
}

/** A token that a client of the credential library gets and renews. Concurrent callers share one request for it. */
class RenewedToken implements TokenSource {
  readonly renewable = true;
  private client: Promise<AuthClient> | undefined;
  private pending: Promise<string> | undefined;
  private refused: string | undefined;

  constructor(
    /** For messages: where the credentials were set. */
    private readonly setBy: string,
    private readonly makeClient: () => Promise<AuthClient>,
  ) {}

  token(): Promise<string> {
    this.pending ??= this.fetch().finally(() => {
      this.pending = undefined;
    });
    return this.pending;
  }

  invalidate(refused: string): void {
    this.refused = refused;
  }

  private async fetch(): Promise<string> {
    this.client ??= this.makeClient();
    const client = await this.client.catch((error: unknown) => {
      this.client = undefined;
      throw this.failure(error);
    });
    if (this.refused !== undefined && client.credentials.access_token === this.refused) {
      // By the method: some clients keep their token in a second place, too.
      client.setCredentials({ ...client.credentials, access_token: null, expiry_date: 1 });
    }
    this.refused = undefined;
    let token: string | undefined;
    try {
      // Not `getAccessToken`: in other universes a key signs its tokens itself, and only the headers have those.
      token = (await client.getRequestHeaders()).get("authorization")?.replace(/^Bearer /i, "");
    } catch (error) {
      throw this.failure(error);
    }
    if (!token) throw this.failure("the credentials gave an empty one");
    return token;
  }

  private failure(error: unknown): SettingError {
    if (error instanceof SettingError) return error;
    const text = error instanceof Error ? error.message : String(error);
    const why = text.includes("DECODER") ? `the private key in it is damaged (${text})` : text;
    return new SettingError(`No access token could be had with ${this.setBy}: ${why}`);
  }
}

async function makeClient(
  settings: Settings,
  credential: CredentialSetting,
  impersonated: string | undefined,
): Promise<AuthClient> {
  const { GoogleAuth, IdentityPoolClient, Impersonated, OAuth2Client } = await import("google-auth-library");
  const narrowed = settings.list("gcp:scopes") ?? [];
  const scopes = narrowed.length > 0 ? narrowed : defaultScopes;
  const universeDomain = settings.text("gcp:universeDomain") ?? defaultUniverse;
  const source = await sourceClient();
  if (impersonated === undefined) return source;
  return new Impersonated({
    sourceClient: source,
    targetPrincipal: impersonated,
    delegates: settings.list("gcp:impersonateServiceAccountDelegates") ?? [],
    targetScopes: scopes,
    lifetime: 3600,
    universeDomain,
  });

  async function sourceClient(): Promise<AuthClient> {
    switch (credential.from) {
      case "accessToken": {
        const client = new OAuth2Client({ universeDomain });
        const fixed = new FixedToken(credential);
        client.refreshHandler = async () => ({ access_token: await fixed.token(), expiry_date: Date.now() + 300_000 });
        return client;
      }
      case "credentials":
        return new GoogleAuth({ scopes, universeDomain, credentials: keyOf(credential) }).getClient();
      case "externalCredentials":
        return new IdentityPoolClient(externalOptions(credential.value, universeDomain, scopes));
      case "applicationDefault":
        try {
          return await new GoogleAuth({ scopes, universeDomain }).getClient();
        } catch (error) {
          throw new SettingError(
            "No credentials were found. Set GOOGLE_OAUTH_ACCESS_TOKEN, GOOGLE_CREDENTIALS or gcp:credentials, " +
              `or run \`gcloud auth application-default login\`. (${error instanceof Error ? error.message : String(error)})`,
          );
        }
    }
  }
}

/** A key or configuration file of the credential library, given as its path or as its JSON. */
function keyOf({ value, setBy }: { value: string; setBy: string }): object {
  const path = pathOf(value);
  const json = path === undefined ? value : readNamedFile(path, setBy);
  try {
    const key: unknown = JSON.parse(json);
    if (typeof key === "object" && key !== null && !Array.isArray(key)) return key;
  } catch {
    // The error below speaks, without the text: it may be half of a key.
  }
  throw new SettingError(`${setBy} is neither the path of a credentials file nor its JSON.`);
}

function externalOptions(external: ExternalCredentials, universeDomain: string, scopes: string[]) {
  return {
    type: "external_account",
    audience: external.audience,
    subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
    token_url: `https://sts.${universeDomain}/v1/token`,
    service_account_impersonation_url: `https://iamcredentials.${universeDomain}/v1/projects/-/serviceAccounts/${external.serviceAccountEmail}:generateAccessToken`,
    subject_token_supplier: { getSubjectToken: () => Promise.resolve(external.identityToken) },
    universe_domain: universeDomain,
    scopes,
  };
}

/** The path that a setting may be, with `~/` resolved; `undefined` for a text that is none. */
function pathOf(value: string): string | undefined {
  const path = value.trim();
  if (path === "" || path.length > 4096 || path.startsWith("{") || /[\r\n\0]/.test(path)) return undefined;
  return /^~[\\/]/.test(path) ? join(homedir(), path.slice(2)) : path;
}

/** The file that a setting names. The path is left out of the message: it may be half of a key. */
function readNamedFile(path: string, setBy: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "unknown error";
    throw new SettingError(`${setBy} names a file that cannot be read (${code}).`);
  }
}
