import { settingKeys } from "../../settings/settings";

/**
 * A message in the words of the plugin. The rooms below name settings as dynamic resources know them, which read the
 * namespace of `@pulumi/gcp`.
 */
export function inOwnNamespace(text: string): string {
  return text
    .replace(/\bgcp:\w+/g, (key) => (settingKeys.includes(key) ? key.replace("gcp:", "gce:") : key))
    .replace(/No (project|region|zone) is set\. [^\n]*/g, "$& The plugin does not read gcp:$1.");
}
