import { findNearest } from "../names/nearestName";
import { command } from "../messages/shell";
import { settingKeys } from "./settingKeys";

/** Words that other tools use for a setting. */
const aliases: Readonly<Record<string, string>> = {
  projectid: "project",
  endpoint: "computeCustomEndpoint",
  computeendpoint: "computeCustomEndpoint",
  token: "accessToken",
  keyfile: "credentials",
  labels: "defaultLabels",
};

/** The setting that a key which is none nearly is, both without their namespace: `project` for `projct`. */
export function suggestSetting(name: string): string | undefined {
  const plain = name.replace(/[-_]/g, "").toLowerCase();
  if (Object.hasOwn(aliases, plain)) return aliases[plain];
  const known = settingKeys.map((key) => key.slice("gcp:".length));
  return findNearest(plain, known, plain.length < 6 ? 1 : 2);
}

/** The commands that rename a key of a stack. Whoever wrote the key has chosen every character of it. */
export function renaming(key: string, setting: string): string {
  return `${command("pulumi config rm", key)}, and: ${command("pulumi config set", setting)} <value>`;
}
