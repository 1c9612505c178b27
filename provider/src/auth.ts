import { existsSync, readFileSync } from "node:fs";
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
    return new FixedToken(credential.value);
  }
  return new RenewedToken(() => makeClient(settings, credential, impersonated));
}

/** A token that somebody else renews: a text, or a file that is read at each use. */
class FixedToken implements TokenSource {
  private readonly file: string | undefined;

  constructor(private readonly value: string) {
    this.file = looksLikePath(value) && existsSync(value) ? value : undefined;
  }

  get renewable(): boolean {
    return this.file !== undefined;
  }

  token(): Promise<string> {
    return Promise.resolve(this.file === undefined ? this.value.trim() : readFileSync(this.file, "utf8").trim());
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

  constructor(private readonly makeClient: () => Promise<AuthClient>) {}

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
    let client: AuthClient;
    try {
      client = await this.client;
    } catch (error) {
      this.client = undefined;
      throw error;
    }
    if (this.refused !== undefined && client.credentials.access_token === this.refused) {
      client.credentials = { ...client.credentials, access_token: null, expiry_date: 1 };
    }
    this.refused = undefined;
    let token: string | null | undefined;
    try {
      ({ token } = await client.getAccessToken());
    } catch (error) {
      throw new SettingError(`No access token could be had: ${error instanceof Error ? error.message : String(error)}`);
    }
    if (!token) throw new SettingError("No access token could be had: the credentials gave an empty one.");
    return token;
  }
}

async function makeClient(
  settings: Settings,
  credential: CredentialSetting,
  impersonated: string | undefined,
): Promise<AuthClient> {
  const { GoogleAuth, IdentityPoolClient, Impersonated, OAuth2Client } = await import("google-auth-library");
  const scopes = settings.list("gcp:scopes") ?? defaultScopes;
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
        const client = new OAuth2Client();
        const fixed = new FixedToken(credential.value);
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
            `No credentials were found (${error instanceof Error ? error.message : String(error)}). ` +
              "Set GOOGLE_OAUTH_ACCESS_TOKEN, GOOGLE_CREDENTIALS or gcp:credentials, or run `gcloud auth application-default login`.",
          );
        }
    }
  }
}

/** A key or configuration file of the credential library, given as its path or as its JSON. */
function keyOf({ value, setBy }: { value: string; setBy: string }): object {
  let json = value;
  if (looksLikePath(value)) {
    try {
      json = readFileSync(value, "utf8");
    } catch (error) {
      // The value itself is left out: it may be half of a key.
      throw new SettingError(
        `${setBy} names a file that cannot be read (${(error as NodeJS.ErrnoException).code ?? "unknown error"}).`,
      );
    }
  }
  try {
    const key: unknown = JSON.parse(json);
    if (typeof key === "object" && key !== null) return key;
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

function looksLikePath(value: string): boolean {
  return value.length < 4096 && !value.trimStart().startsWith("{") && !/[\r\n]/.test(value);
}
