import { containsUnknown } from "../../fields/unknown";
import type { Problem } from "../../fields/kind";
import type { Values } from "../../fields/values";
import { settingMeantBy } from "../../settings/meantSetting";
import { Settings, type ConfigReader } from "../../settings/settings";
import { providerNameKey, secretSettings, settingKeys } from "../../settings/settingKeys";

/*
 * The configuration of a provider: of the stack's, the engine hands a plugin the keys `gce:…`, and no others.
 */

/** What the engine itself puts beside the settings. */
const ofEngine: readonly string[] = ["version", "pluginDownloadURL"];

/** Reads the settings among the properties of a provider; what is no text is its JSON. */
export function readerOf(properties: Values, providerName?: string): ConfigReader {
  return (key) => {
    if (key === providerNameKey) return providerName;
    const value = properties[key.slice("gcp:".length)];
    return value === undefined || value === null || typeof value === "string"
      ? (value ?? undefined)
      : JSON.stringify(value);
  };
}

/** What is wrong with the settings, as far as that shows without a file and without a call. */
export function configurationProblems(properties: Values, environment: NodeJS.ProcessEnv): Problem[] {
  const known = settingKeys.map((key) => key.slice("gcp:".length));
  const stray = Object.keys(properties).flatMap((name): Problem[] => {
    if (known.includes(name) || name.startsWith("__") || ofEngine.includes(name)) return [];
    const meant = settingMeantBy(name);
    // A project that is itself called gce may have keys of its own in the namespace.
    if (meant === undefined) return [];
    const reason = `gce:${name} is not a setting. Did you mean gce:${meant}? In a stack, run: pulumi config rm gce:${name}, and: pulumi config set gce:${meant} <value>`;
    return [{ property: "", reason }];
  });
  if (stray.length > 0 || containsUnknown(properties)) return stray;
  const { problems } = new Settings(readerOf(properties), environment);
  return problems.map((reason) => ({ property: "", reason }));
}

/** The places of the settings that are always secret. */
export const secretPlaces = secretSettings.map((name) => [name]);
