import * as pulumi from "@pulumi/pulumi";
import { renaming, suggestSetting } from "../settings/suggestSetting";
import { settingKeys } from "../settings/settingKeys";
import { warn } from "./warning";

/** Keys of stacks that were looked at: every resource and every call asks, and a program may have thousands. */
const lookedAt = new Set<string>();

/**
 * Warns of each configured `gcp:` key that means nothing here and is nearly one that does, once for a stack. The others are
 * settings of other packages, with which the namespace is shared.
 */
export function warnUnknownConfigKeys(): void {
  for (const key of Object.keys(pulumi.runtime.allConfig())) {
    if (!key.startsWith("gcp:") || settingKeys.includes(key)) continue;
    const place = `${pulumi.getStack()} ${key}`;
    if (lookedAt.has(place)) continue;
    lookedAt.add(place);
    const suggestion = suggestSetting(key.slice("gcp:".length));
    if (suggestion === undefined) continue;
    warn(
      `gce: ${key} is configured, but is not a setting. Did you mean gcp:${suggestion}? Run: ${renaming(key, `gcp:${suggestion}`)}`,
    );
  }
}
