import { credentialVariables, settingVariables } from "../../provider/src/settings/settings";
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
  const variables: Readonly<Record<string, readonly string[]>> = {
    ...settingVariables,
    ...Object.fromEntries(Object.entries(credentialVariables).map(([key, names]) => [`gcp:${key}`, names])),
  };
  return pageOf(named(declarations, "config"), "Configuration", (doc, types) => [
    "## Keys",
    propertiesOf(named(declarations, "ProviderArgs"))
      .map((member) => {
        const names = (variables[`gcp:${member.name}`] ?? []).map((name) => `\`${name}\``);
        const environment = names.length === 0 ? "" : ` Environment: ${names.join(", ")}.`;
        return memberLine(`\`gcp:${member.name}\``, member, types) + environment;
      })
      .join("\n"),
    examplesPart(doc),
  ]);
}
