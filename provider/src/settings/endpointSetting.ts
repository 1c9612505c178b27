import { Endpoint } from "../http/endpoint";
import { looksLikePath } from "../http/tokenForm";
import { quoted } from "../fields/problem";
import { thrownText } from "../messages/inspection";
import { scalarText } from "../types/scalarText";
import { SettingError } from "./settingError";
import type { SettingKey } from "./settingKeys";

/** The settings that say where calls go, and with which token. */
interface EndpointSettings {
  readonly isStack: boolean;
  text(key: SettingKey): string | undefined;
  flag(key: SettingKey): boolean;
  setBy(key: SettingKey): string;
  named(key: string): string;
  credentials(): { readonly from: string; readonly value?: unknown; readonly setBy?: string };
}

/** Where settings send the calls, whether or not a token may go there. */
export function readEndpoint(settings: EndpointSettings): Endpoint {
  const address = settings.text("gcp:computeCustomEndpoint");
  if (address !== undefined) return customEndpoint(address, settings.setBy("gcp:computeCustomEndpoint"));
  const universe = settings.text("gcp:universeDomain") ?? "googleapis.com";
  if (/^([a-z0-9-]+\.)+[a-z][a-z0-9-]*$/i.test(universe)) return Endpoint.inUniverse(universe);
  const setBy = settings.setBy("gcp:universeDomain");
  throw new SettingError(`${setBy} must be a domain, such as googleapis.com; it is ${quoted(universe)}.`);
}

/** A token that travels as plain text is lost: only one of the configuration itself may be chosen for that. */
export function refuseExposure({ exposure, origin }: Endpoint, settings: EndpointSettings): void {
  const own = settings.isStack ? "gcp:" : "its ";
  if (!settings.flag("gcp:allowPlainHttp")) {
    throw new SettingError(
      `${settings.setBy("gcp:computeCustomEndpoint")}: ${exposure} For an emulator, such as one in another container, ` +
        `set ${own}allowPlainHttp to true, and ${own}accessToken to a text that is no secret.`,
    );
  }
  const problem = exposedTokenProblem(settings);
  if (problem === undefined) return;
  throw new SettingError(
    `${settings.setBy("gcp:allowPlainHttp")} needs a token in ${own}accessToken: requests to "${origin}" show it to others. ` +
      `${problem} Set a text that is no secret: ` +
      (settings.isStack ? "pulumi config set --secret gcp:accessToken anything" : 'accessToken: "anything"'),
  );
}

function exposedTokenProblem(settings: EndpointSettings): string | undefined {
  if (settings.text("gcp:impersonateServiceAccount") !== undefined)
    return `${settings.setBy("gcp:impersonateServiceAccount")} asks for a token of a service account: remove it.`;
  const credential = settings.credentials();
  if (credential.from === "applicationDefault") return "The configuration gives none.";
  if (credential.from !== "accessToken" || credential.setBy !== settings.named("gcp:accessToken"))
    return `The package does not send the credentials of ${credential.setBy ?? ""} there.`;
  return looksLikePath(scalarText(credential.value) ?? "")
    ? "The package does not send the token of a file there."
    : undefined;
}

function customEndpoint(address: string, setBy: string): Endpoint {
  let endpoint: Endpoint;
  try {
    endpoint = new Endpoint(address, { mayBeExposed: true });
  } catch (error) {
    throw new SettingError(`${setBy}: ${thrownText(error).replace(/^The endpoint /, "")}`);
  }
  const suggestion = suggestPath(endpoint.basePath);
  if (suggestion === endpoint.basePath) return endpoint;
  throw new SettingError(
    `${setBy} must end with the version of the API, v1; it is ${quoted(address)}. Give: ${endpoint.origin}${suggestion}`,
  );
}

const version = /^(?:alpha|beta|v\d\w*)$/;

/** The parts that come behind the version in a link, and in no endpoint. */
const behindVersion = ["projects", "locations", "organizations"];

/**
 * The path of an endpoint up to its version, with the version that this package speaks: `/compute/v1` for `/compute/beta`. A
 * gateway may have any other path, which stays.
 */
function suggestPath(path: string): string {
  if (path === "") return "/compute/v1";
  const parts = path.split("/");
  const at = parts.findIndex((part) => version.test(part));
  if (at < 0) return parts.at(-1) === "compute" ? `${path}/v1` : path;
  const [before = "", behind = ""] = [parts[at - 1], parts[at + 1]];
  const isVersion = before === "compute" || before + behind === "" || behindVersion.includes(behind);
  return isVersion ? [...parts.slice(0, at), "v1"].join("/") : path;
}
