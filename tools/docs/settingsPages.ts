import { credentialVariables, settingVariables } from "../../provider/src/settings/settings";
import { type Declarations, docOf, named, propertiesOf } from "./declarations";
import { argumentsTable, described, examplesPart, type Page, pageOf, table } from "./page";

/** The page of `Provider`. */
export function providerPage(declarations: Declarations): Page {
  const given = named(declarations, "ProviderArgs");
  return pageOf(named(declarations, "Provider"), "Provider", (doc, types) => [
    examplesPart(doc),
    "## Arguments",
    ...docOf(given).paragraphs,
    "The [configuration page](configuration.md) lists the environment variable of each setting.",
    argumentsTable(propertiesOf(given), types),
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
    table(
      ["Key", "Environment variables", "Type", "Default", "Description"],
      propertiesOf(named(declarations, "ProviderArgs")).map((member) => {
        const { text, standard } = described(member);
        const names = (variables[`gcp:${member.name}`] ?? []).map((name) => `\`${name}\``);
        return [`\`gcp:${member.name}\``, names.join(", "), types.written(member.type), standard, text];
      }),
    ),
    examplesPart(doc),
  ]);
}
