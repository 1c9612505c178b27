import { existsSync } from "node:fs";
import { join } from "node:path";
import type { AuthClient, GoogleAuth as LibraryAuth } from "google-auth-library";
import { inspectToken, looksLikeToken } from "../../http/tokenForm";
import type { Values } from "../../fields/values";
import { knownSecrets } from "../../messages/secrets";
import { command } from "../../messages/shell";
import type { CredentialSetting, ExternalCredentials, Settings } from "../settings";
import { defaultCredentialsVariable } from "../settingKeys";
import { SettingError } from "../settingError";
import { FixedToken } from "./fixedToken";
import { guardClient, type Asks } from "./tokenRequests";
import { formProblem, keyProblem } from "./credentialForm";
import { fetchMetadataToken, findMetadataServer } from "./metadataServer";
import { gcloudFolder, readPath, readNamedFile } from "./namedFile";
import { withSuppliers } from "./subjectToken";

/** One scope serves every endpoint; `gcp:scopes` narrows it. */
const defaultScopes = ["https://www.googleapis.com/auth/cloud-platform"];

const defaultUniverse = "googleapis.com";

/** The client of the credential library that gets the tokens which the settings ask for. */
export async function makeClient(
  settings: Settings,
  credential: CredentialSetting,
  impersonated: string | undefined,
  asks: Asks,
): Promise<AuthClient> {
  const library = await import("google-auth-library");
  const { GoogleAuth, IdentityPoolClient, Impersonated, OAuth2Client } = library;
  const narrowed = settings.scopes() ?? [];
  const scopes = narrowed.length > 0 ? narrowed : defaultScopes;
  const universeDomain = settings.text("gcp:universeDomain") ?? defaultUniverse;
  const source = await sourceClient();
  if (impersonated === undefined) return guardClient(source, asks);
  // With its source.
  return guardClient(
    new Impersonated({
      sourceClient: source,
      targetPrincipal: impersonated,
      delegates: settings.list("gcp:impersonateServiceAccountDelegates") ?? [],
      targetScopes: scopes,
      lifetime: 3600,
      universeDomain,
    }),
    asks,
  );

  async function sourceClient(): Promise<AuthClient> {
    switch (credential.from) {
      case "accessToken": {
        const client = new OAuth2Client({ universeDomain });
        const fixed = new FixedToken(credential);
        client.refreshHandler = async () => ({ access_token: await fixed.token(), expiry_date: Date.now() + 300_000 });
        return client;
      }
      case "credentials":
        return clientForKey(credential);
      case "externalCredentials":
        return new IdentityPoolClient(externalOptions(credential.value, universeDomain, scopes));
      case "applicationDefault": {
        // The library asks the variables of this process, where a provider may have others, and says less of what is wrong.
        const value = settings.environment[defaultCredentialsVariable];
        if (value) return clientForKey({ value, setBy: defaultCredentialsVariable });
        const file = findLoginFile();
        if (file !== undefined) return clientForKey({ value: file, setBy: "application default credentials" });
        return metadataClient();
      }
    }
  }

  /** The client of a machine of Google Cloud. */
  function metadataClient(): AuthClient {
    const { GOOGLE_CLOUD_QUOTA_PROJECT: quotaProjectId } = process.env;
    const client = new OAuth2Client({ universeDomain, ...(quotaProjectId ? { quotaProjectId } : {}) });
    let origin: URL | undefined;
    client.refreshHandler = async () => {
      origin ??= await findMetadataServer(client.transporter, library.gcpMetadata.getGCPResidency());
      return fetchMetadataToken(client.transporter, origin, scopes);
    };
    return client;
  }

  function clientForKey(setting: { value: string; setBy: string }): Promise<AuthClient> {
    return clientInUniverse(
      new GoogleAuth({ scopes, universeDomain, credentials: withSuppliers(parseKey(setting), asks) }),
      setting.setBy,
    );
  }

  /** The library lets the universe of the settings win in silence, and the key would sign for one it does not belong to. */
  async function clientInUniverse(auth: LibraryAuth, setBy: string): Promise<AuthClient> {
    const client = await auth.getClient();
    const named: unknown = (auth.jsonContent as { universe_domain?: unknown } | null)?.universe_domain;
    if (typeof named !== "string" || named === "" || named === universeDomain) return client;
    throw new SettingError(
      `The credentials of ${setBy} belong to the universe ${JSON.stringify(named)}, and requests go to ${JSON.stringify(universeDomain)}. ` +
        (named === defaultUniverse
          ? "Remove gcp:universeDomain (pulumi config rm gcp:universeDomain), or give credentials of that universe."
          : `Run: ${command("pulumi config set gcp:universeDomain", named)} (or give other credentials).`),
    );
  }
}

/** The file in which `gcloud auth application-default login` leaves its credentials; `undefined` without one. */
function findLoginFile(): string | undefined {
  const folder = gcloudFolder();
  const file = folder && join(folder, "application_default_credentials.json");
  return file && existsSync(file) ? file : undefined;
}

/** A key or configuration file of the credential library, given as its path or as its JSON. */
function parseKey({ value, setBy }: { value: string; setBy: string }): Values {
  const isFile = readPath(value) !== undefined;
  const textProblem = formProblem("credentials", value);
  if (textProblem !== undefined) throw new SettingError(`${setBy} ${textProblem}`);
  const json = isFile ? readNamedFile(value, setBy) : value;
  const jsonProblem = keyProblem(json);
  if (jsonProblem !== undefined) throw new SettingError(`${isFile ? `The file of ${setBy}` : setBy} ${jsonProblem}`);
  const key = JSON.parse(json) as Values;
  rememberSecrets(key);
  return key;
}

/** Members of a credentials file that are secrets. */
const secretMembers = ["private_key", "refresh_token", "client_secret"];

/** Errors of the library and of servers may repeat them. */
function rememberSecrets(key: object): void {
  for (const [name, value] of Object.entries(key)) {
    // Of whoever impersonates.
    if (typeof value === "object" && value !== null) rememberSecrets(value as object);
    if (!secretMembers.includes(name) || typeof value !== "string") continue;
    // Of a key in PEM each line between the marks.
    for (const line of value.replace(/-----[A-Z ]+-----/g, "").split(/\s+/)) knownSecrets.add(line, "secret");
  }
}

function externalOptions(external: ExternalCredentials, universeDomain: string, scopes: string[]) {
  knownSecrets.add(external.identityToken, "token");
  const part = inspectToken(external.identityToken);
  if (part !== undefined) throw new SettingError(`gcp:externalCredentials.identityToken has ${part}. It was not sent.`);
  if (!looksLikeToken(external.identityToken)) {
    throw new SettingError(
      "gcp:externalCredentials.identityToken is not a token: give the token itself, not a path or a key. It was not sent.",
    );
  }
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
