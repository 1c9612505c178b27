import * as pulumi from "@pulumi/pulumi";
import { settingKeys } from "./settings";
import { closest } from "../fields/unknownArguments";

/** Words of others for a setting. */
const aliases: Readonly<Record<string, string>> = {
  projectid: "project",
  endpoint: "computeCustomEndpoint",
  computeendpoint: "computeCustomEndpoint",
  token: "accessToken",
  keyfile: "credentials",
  labels: "defaultLabels",
};

/** Keys of stacks that were looked at: every resource and every call asks, and a program may have thousands. */
const lookedAt = new Set<string>();

/**
 * Warns of each configured `gcp:` key that means nothing here and is nearly one that does, once for a stack. The others are
 * settings of other packages, with which the namespace is shared.
 */
export function warnOfStrayKeys(): void {
  for (const key of Object.keys(pulumi.runtime.allConfig())) {
    if (!key.startsWith("gcp:") || settingKeys.includes(key)) continue;
    const place = `${pulumi.getStack()} ${key}`;
    if (lookedAt.has(place)) continue;
    lookedAt.add(place);
    const meant = meantBy(key.slice("gcp:".length));
    if (meant === undefined) continue;
    void pulumi.log.warn(
      `gce: ${key} is configured, but is not a setting. Did you mean gcp:${meant}? ` +
        `Run: pulumi config rm ${key}, and: pulumi config set gcp:${meant} <value>`,
    );
  }
}

function meantBy(name: string): string | undefined {
  const plain = name.replace(/[-_]/g, "").toLowerCase();
  if (Object.hasOwn(aliases, plain)) return aliases[plain];
  const known = settingKeys.map((key) => key.slice("gcp:".length));
  return closest(plain, known, plain.length < 6 ? 1 : 2);
}
