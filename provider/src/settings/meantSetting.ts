import { closest } from "../fields/unknownArguments";
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
export function settingMeantBy(name: string): string | undefined {
  const plain = name.replace(/[-_]/g, "").toLowerCase();
  if (Object.hasOwn(aliases, plain)) return aliases[plain];
  const known = settingKeys.map((key) => key.slice("gcp:".length));
  return closest(plain, known, plain.length < 6 ? 1 : 2);
}
