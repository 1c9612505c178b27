import type { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import { containsUnknown } from "../../fields/unknown";
import type { Problem } from "../../fields/kind";
import type { Values } from "../../fields/values";
import { hideInMessages } from "../../messages/redaction";
import { excerpt } from "../../messages/text";
import { renaming, suggestSetting } from "../../settings/suggestSetting";
import { Settings, type ConfigReader, type Environment } from "../../settings/settings";
import { providerNameKey, secretSettings, settingKeys } from "../../settings/settingKeys";
import { openProperties, type Received } from "./properties";

/*
 * The configuration of a provider: of the stack's, the engine hands a plugin the keys `gce:…`, and no others.
 */

/** Keys that the engine itself puts beside the settings. */
const engineKeys: readonly string[] = ["version", "pluginDownloadURL"];

/** The settings of a request, of which no message shows a secret one. */
export function openSettings(struct: Struct | undefined): Received & { readonly secretTexts: unknown[] } {
  const settings = openProperties(struct);
  const read = makeReader(settings.values);
  const names = [...settings.secrets.properties, ...secretSettings];
  const texts = names.flatMap((name) => read(`gcp:${name}`) ?? []);
  // A message has the value of a setting as its text, and the host of an address.
  const secretTexts = [...settings.secrets.texts, ...texts, ...texts.flatMap(parseHosts)];
  hideInMessages(secretTexts);
  return { ...settings, secretTexts };
}

function parseHosts(text: string): string[] {
  if (!URL.canParse(text)) return [];
  const { host, hostname } = new URL(text);
  return [host, hostname];
}

/** Reads the settings among the properties of a provider; what is no text is its JSON. */
export function makeReader(properties: Values, providerName?: string): ConfigReader {
  return (key) => {
    if (key === providerNameKey) return providerName;
    const value = properties[key.slice("gcp:".length)];
    return value === undefined || value === null || typeof value === "string"
      ? (value ?? undefined)
      : JSON.stringify(value);
  };
}

/** The problems in the settings, as far as they show without a file and without a call. */
export function configurationProblems(properties: Values, environment: Environment): Problem[] {
  const known = settingKeys.map((key) => key.slice("gcp:".length));
  const stray = Object.keys(properties).flatMap((name): Problem[] => {
    if (known.includes(name) || name.startsWith("__") || engineKeys.includes(name)) return [];
    const suggestion = suggestSetting(name);
    // A project that is itself called gce may have keys of its own in the namespace.
    if (suggestion === undefined) return [];
    const [key, setting] = [`gce:${name}`, `gce:${suggestion}`];
    const reason = `${key} is not a setting. Did you mean ${setting}? In a stack, run: ${renaming(key, setting)}`;
    return [problem(reason)];
  });
  if (stray.length > 0 || containsUnknown(properties)) return stray;
  const { problems } = new Settings(makeReader(properties), environment);
  return problems.map(problem);
}

/** A reason is one line, whatever others have written into it. */
function problem(reason: string): Problem {
  return { property: "", reason: excerpt(reason) };
}

/** The places of the settings that are always secret. */
export const secretSettingPaths = secretSettings.map((name) => [name]);
