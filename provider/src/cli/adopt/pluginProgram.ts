import { isValues, type Values } from "../../fields/values";
import { escapeInvisible } from "../../messages/text";
import { pluginToken } from "../../names/typeToken";
import { note, toArguments, type Adopted, type ProgramOptions } from "./program";

/** The program for the plugin. Each scalar is JSON, which YAML reads as it is. */
export function renderYaml(resources: readonly Adopted[], { protects }: ProgramOptions): string {
  const blocks = resources.map((resource) => ({
    [resource.variable]: {
      type: pluginToken(resource.kind),
      properties: toArguments(resource),
      ...(protects ? { options: { protect: true } } : {}),
    },
  }));
  const all = Object.assign({}, ...blocks) as Values;
  return `# ${note[0]}\n# ${note[1]}\nname: adopted\nruntime: yaml\nresources:${toYaml(all, "  ")}\n`;
}

function toYaml(value: unknown, indent: string): string {
  if (Array.isArray(value) && value.length > 0)
    return value.map((item) => `\n${indent}-${toYaml(item, `${indent}  `).replace(/^\n\s*/, " ")}`).join("");
  if (isValues(value) && Object.keys(value).length > 0)
    return Object.entries(value)
      .map(([key, item]) => `\n${indent}${toKey(key)}:${toYaml(item, `${indent}  `)}`)
      .join("");
  // A program in YAML reads `${` as the beginning of a reference, and `$$` as one `$`.
  return ` ${escapeInvisible(JSON.stringify(value)).replaceAll("$", () => "$$")}`;
}

/** The file that `pulumi import --file` takes, for the plugin. */
export function renderImportFile(resources: readonly Adopted[]): string {
  const all = resources.map(({ kind, variable, id }) => ({ type: pluginToken(kind), name: variable, id }));
  return `${JSON.stringify({ resources: all }, undefined, 2)}\n`;
}

function toKey(key: string): string {
  const isPlain = /^[A-Za-z_][\w-]*$/.test(key) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(key);
  return isPlain ? key : escapeInvisible(JSON.stringify(key));
}
