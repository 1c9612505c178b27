import { credentialVariables, settingVariables } from "../../provider/src/settings/settingKeys";
import { type Declarations, docOf, named, propertiesOf } from "./declarations";
import { examplesPart, memberLine, membersList, type Page, pageOf } from "./page";

/** The page of `Provider`. */
export function providerPage(declarations: Declarations): Page {
  const given = named(declarations, "ProviderArgs");
  return pageOf(named(declarations, "Provider"), "Provider", (doc, types) => [
    examplesPart(doc),
    "## Arguments",
    ...docOf(given).paragraphs,
    "You can leave out each of them. The [configuration page](configuration.md) lists the environment variable of each setting.",
    membersList(propertiesOf(given), types),
  ]);
}

/** The page of the configuration. */
export function configurationPage(declarations: Declarations): Page {
  return pageOf(named(declarations, "config"), "Configuration", (doc, types) => [
    "## Keys",
    propertiesOf(named(declarations, "ProviderArgs"))
      .map((member) => memberLine(`\`gcp:${member.name}\``, member, types) + environmentOf(member.name))
      .join("\n"),
    examplesPart(doc),
  ]);
}

/** The environment variables of a setting, as a sentence. */
export function environmentOf(setting: string): string {
  const variables: Readonly<Record<string, readonly string[]>> = {
    ...settingVariables,
    ...Object.fromEntries(Object.entries(credentialVariables).map(([key, names]) => [`gcp:${key}`, names])),
  };
  const names = (variables[`gcp:${setting}`] ?? []).map((name) => `\`${name}\``);
  return names.length === 0 ? "" : ` Environment: ${names.join(", ")}.`;
}
