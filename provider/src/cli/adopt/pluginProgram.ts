import { isValues } from "../../fields/values";
import { escapeInvisible } from "../../messages/text";
import { pluginToken } from "../../names/typeToken";
import { Constant, findConstants, listArguments, note, type Adopted, type ProgramOptions } from "./program";

/** The program for the plugin, with the names of the one for the classes. */
export function renderYaml(resources: readonly Adopted[], { protects }: ProgramOptions): string {
  const constants = findConstants(resources);
  const variables = [...constants.values()].map(({ variable, value }) => [variable, value] as const);
  const blocks = resources.map((resource) => {
    const block = {
      type: pluginToken(resource.kind),
      name: resource.name,
      properties: Object.fromEntries(listArguments(resource, constants)),
      ...(protects ? { options: { protect: true } } : {}),
    };
    return [resource.variable, block] as const;
  });
  return [
    `# ${note[0]}\n# ${note[1]}\nname: adopted\nruntime: yaml\n`,
    `plugins:\n  providers:\n    - name: gce\n      path: ${pluginFolder}\n`,
    ...(variables.length === 0 ? [] : [`variables:${toYaml(Object.fromEntries(variables), "  ")}\n`]),
    `resources:${toYaml(Object.fromEntries(blocks), "  ")}\n`,
  ].join("");
}

/** The folder of the plugin, seen from a program's folder in which the package is installed. */
const pluginFolder = "node_modules/pulumi-gce/lib/plugin";

function toYaml(value: unknown, indent: string): string {
  if (value instanceof Constant) return ` \${${value.variable}}`;
  if (Array.isArray(value) && value.length > 0)
    return value.map((item) => `\n${indent}-${toYaml(item, `${indent}  `).replace(/^\n\s*/, " ")}`).join("");
  if (isValues(value) && Object.keys(value).length > 0) {
    return Object.entries(value)
      .map(([key, item]) => `\n${indent}${toKey(key, indent)}:${toYaml(item, `${indent}  `)}`)
      .join("");
  }
  return ` ${toScalar(value)}`;
}

/** A scalar is JSON, which YAML reads as it is, but for characters beyond the first plane: it knows no halves of them. */
function toScalar(value: unknown): string {
  const json = escapeInvisible(JSON.stringify(value), (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
  });
  // Pulumi reads `${` as the beginning of a reference, and `$$` as one `$`, also in a key.
  return json.replaceAll("$", () => "$$");
}

/** The file that `pulumi import --file` takes, for the plugin. */
export function renderImportFile(resources: readonly Adopted[]): string {
  const all = resources.map(({ kind, name, variable, id }) => {
    return { type: pluginToken(kind), name: variable, logicalName: name, id };
  });
  return escapeInvisible(`${JSON.stringify({ resources: all }, undefined, 2)}\n`);
}

function toKey(key: string, indent: string): string {
  const isPlain = /^[A-Za-z_][\w-]*$/.test(key) && !/^(true|false|null|yes|no|on|off|y|n|e\d+)$/i.test(key);
  const scalar = isPlain ? key : toScalar(key);
  // YAML looks no further for the colon of a key without a mark.
  return scalar.length > longestPlainKey ? `? ${scalar}\n${indent}` : scalar;
}

/** The rule is of 1,024 characters, and some parsers count bytes. */
const longestPlainKey = 250;
