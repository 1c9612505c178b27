import type { AuthClient } from "google-auth-library";
import { toValues } from "../../fields/values";
import { TokenError } from "../../http/errors/tokenError";
import { SettingError } from "../settingError";

/*
 * The metadata server, from which a machine of Google Cloud has its tokens. The credential library would ask it over a
 * transport of its own, which nothing here can guard.
 */

type Transporter = AuthClient["transporter"];

/** Every metadata server says so, in every answer. */
const flavor = { "metadata-flavor": "Google" };

/** Both are asked at once: the address is slow where there is none, and the name is not known everywhere. */
const usualHosts = ["169.254.169.254", "metadata.google.internal."];

const longestSearchMs = 3_000;

/** Where the environment says that it is, or where it usually is. */
export function metadataOrigins(): URL[] {
  const { GCE_METADATA_IP: address, GCE_METADATA_HOST: host } = process.env;
  const named = address || host;
  return (named ? [named] : usualHosts)
    .map((place) => (/^https?:\/\//.test(place) ? place : `http://${place}`))
    .filter((place) => URL.canParse(place))
    .map((place) => new URL(place));
}

/** A server for messages: without the dot that keeps its name from being looked for in the domain of this machine. */
export function nameServer({ host }: URL): string {
  return host.replace(/\.(?=:|$)/, "");
}

/**
 * The metadata server of this machine.
 *
 * @param isResident true if this is a machine of Google Cloud, so that the server need not be looked for
 * @throws SettingError where there is none
 */
export async function findMetadataServer(transporter: Transporter, isResident: boolean): Promise<URL> {
  const origins = metadataOrigins();
  const [first] = origins;
  if (first === undefined) throw new SettingError("GCE_METADATA_HOST is neither the name nor the address of a host.");
  const { METADATA_SERVER_DETECTION: how = "", DETECT_GCP_RETRIES: retries = "" } = process.env;
  const detection = how.trim().toLowerCase();
  if (isResident || detection === "assume-present") return first;
  if (detection === "none" || detection === "bios-only")
    throw noCredentials(`METADATA_SERVER_DETECTION=${detection} rules out a metadata server.`);
  // Of whatever status: a path that it does not know is no less its own answer.
  const options = { validateStatus: () => true, timeout: longestSearchMs };
  const look = async (origin: URL) => {
    await ask(transporter, new URL("/computeMetadata/v1/instance/", origin), options);
    return origin;
  };
  for (let left = Number.parseInt(retries, 10) || 0; left >= 0; left -= 1) {
    const found = await Promise.any(origins.map(look)).catch(() => undefined);
    if (found !== undefined) return found;
  }
  const where = origins.map(nameServer).join(" or ");
  throw noCredentials(`No metadata server of Google Cloud answers at ${where}.`);
}

function noCredentials(why: string): SettingError {
  return new SettingError(
    "No credentials were found. Set GOOGLE_OAUTH_ACCESS_TOKEN, GOOGLE_CREDENTIALS or gcp:credentials, " +
      `or run \`gcloud auth application-default login\`. (${why})`,
  );
}

/** A token of the machine's own service account. */
export async function fetchMetadataToken(
  transporter: Transporter,
  origin: URL,
  scopes: readonly string[],
): Promise<{ access_token: string; expiry_date: number }> {
  const place = new URL("/computeMetadata/v1/instance/service-accounts/default/token", origin);
  place.searchParams.set("scopes", scopes.join(","));
  const answer = await ask(transporter, place);
  const { access_token: token, expires_in: lastsSeconds } = toValues(answer);
  if (typeof token !== "string" || token === "") throw new TokenError(`${nameServer(origin)} answers without a token`);
  const lastsMs = typeof lastsSeconds === "number" ? lastsSeconds * 1000 : 0;
  return { access_token: token, expiry_date: Date.now() + lastsMs };
}

async function ask(
  transporter: Transporter,
  url: URL,
  more: { validateStatus?: (status: number) => boolean; timeout?: number } = {},
): Promise<unknown> {
  // Never through a proxy, which has a metadata server of its own.
  const { data, headers } = await transporter.request<unknown>({ url, headers: flavor, noProxy: [url], ...more });
  if (headers.get("metadata-flavor") === flavor["metadata-flavor"]) return data;
  throw new TokenError(`${nameServer(url)} does not answer as the metadata server of Google Cloud does`);
}
