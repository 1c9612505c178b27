import { credentialVariables, settingVariables } from "../../provider/src/settings/settingKeys";
import { type Declarations, readDoc, findDeclaration, listProperties } from "./declarations";
import { examplesPart, memberLine, membersList, type Page, writePage } from "./page";

/** The page of `Provider`. */
export function providerPage(declarations: Declarations): Page {
  const argumentsInterface = findDeclaration(declarations, "ProviderArgs");
  return writePage(findDeclaration(declarations, "Provider"), "Provider", (doc, types) => [
    examplesPart(doc),
    "## Arguments",
    ...readDoc(argumentsInterface).paragraphs,
    "You can leave out each of them. The [configuration page](configuration.md) lists the environment variable of each setting.",
    membersList(listProperties(argumentsInterface), types),
  ]);
}

/** The page of the configuration. */
export function configurationPage(declarations: Declarations): Page {
  return writePage(findDeclaration(declarations, "config"), "Configuration", (doc, types) => [
    "## Keys",
    listProperties(findDeclaration(declarations, "ProviderArgs"))
      .map((member) => memberLine(`\`gcp:${member.name}\``, member, types) + describeEnvironment(member.name))
      .join("\n"),
    examplesPart(doc),
  ]);
}

/** The environment variables of a setting, as a sentence. */
export function describeEnvironment(setting: string): string {
  const variables: Readonly<Record<string, readonly string[]>> = {
    ...settingVariables,
    ...Object.fromEntries(Object.entries(credentialVariables).map(([key, names]) => [`gcp:${key}`, names])),
  };
  const names = (variables[`gcp:${setting}`] ?? []).map((name) => `\`${name}\``);
  return names.length === 0 ? "" : ` Environment: ${names.join(", ")}.`;
}
