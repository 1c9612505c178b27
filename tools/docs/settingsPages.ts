import { credentialVariables, settingVariables } from "../../provider/src/settings/settings";
import { errorsOfSettings } from "./errors";
import { errorsPart, examplesPart, pageOf, type Material, type Page } from "./parts";
import { described, memberRows, table } from "./table";
import { Types } from "./types";

/** The page of `Provider`. */
export function providerPage(material: Material): Page {
  const { sources } = material;
  const doc = sources.doc(sources.named("Provider"));
  const types = new Types(sources);
  const given = sources.named("ProviderArgs");
  return pageOf(material, { name: "Provider", doc, types }, () => [
    examplesPart(doc.examples),
    "## Arguments",
    sources.doc(given).paragraphs.join("\n\n"),
    "The [configuration page](configuration.md) lists the environment variable of each setting.",
    table(
      ["Name", "Type", "Required", "Default", "Description"],
      memberRows(sources.members(given), "argument", types),
    ),
    errorsPart(material, errorsOfSettings, ["`is not an argument`"], "A `Provider`"),
  ]);
}

/** The page of the configuration. */
export function configurationPage(material: Material): Page {
  const { sources } = material;
  const doc = sources.doc(sources.named("config"));
  const types = new Types(sources);
  const rows = sources.members(sources.named("ProviderArgs")).map((member) => {
    const { text, standard } = described(member.doc);
    return [
      `\`gcp:${member.name}\``,
      variablesOf(member.name)
        .map((variable) => `\`${variable}\``)
        .join(", "),
      types.written(member, "argument"),
      standard,
      text,
    ];
  });
  return pageOf(material, { name: "configuration", title: "Configuration", doc, types }, () => [
    "## Keys",
    table(["Key", "Environment variables", "Type", "Default", "Description"], rows),
    examplesPart(doc.examples),
    errorsPart(material, errorsOfSettings, ["`is not an argument`"], "A wrong setting"),
  ]);
}

/** The environment variables of a setting, in order of preference. */
function variablesOf(name: string): readonly string[] {
  const all: Readonly<Record<string, readonly string[]>> = {
    ...settingVariables,
    ...Object.fromEntries(Object.entries(credentialVariables).map(([key, names]) => [`gcp:${key}`, names])),
  };
  return all[`gcp:${name}`] ?? [];
}
