import { thrownText } from "../../messages/inspection";
import { faultReport } from "../../messages/packageFault";
import { lines } from "../../messages/text";
import { isDebugging, type Environment } from "../../settings/settings";
import { settingKeys } from "../../settings/settingKeys";

/**
 * A message in the words of the plugin. The rooms below name settings as dynamic resources know them, which read the
 * namespace of `@pulumi/gcp`.
 */
export function toOwnNamespace(text: string): string {
  const own = text.replace(/\bgcp:\w+/g, (key) => (settingKeys.includes(key) ? key.replace("gcp:", "gce:") : key));
  const isMissing =
    /\bpulumi config set gce:(project|region|zone) </.test(own) ||
    ["No credentials were found", "gce:computeCustomEndpoint and the network"].some((words) => own.includes(words));
  return isMissing ? `${own} The plugin does not read keys that begin with gcp:.` : own;
}

/** The message about a mistake of the plugin itself. */
export function describeFault(thrown: unknown, environment: Environment): string {
  const error = thrown instanceof Error ? thrown : new Error(thrownText(thrown));
  const { summary, details, hint } = faultReport(error, isDebugging(environment));
  return lines([`gce: ${summary}`, ...details, hint]);
}
