import { isValues, text, type Values } from "../../fields/values";
import { linkName } from "../../names/links";
import { pluginToken } from "../../names/typeToken";
import { escapeInvisible } from "../../messages/text";
import type { Adopted } from "./collect";
import { makeVariable } from "./names";

export interface ProgramOptions {
  /** True if each resource gets the option `protect`. */
  readonly protects: boolean;
}

/** The program for the classes. */
export function renderTypeScript(resources: readonly Adopted[], { protects }: ProgramOptions): string {
  const constants = findConstants(resources);
  const options = protects ? "{ protect: true }" : undefined;
  return [
    "// Written by `pulumi-gce adopt`. `pulumi up` adopts each object as it is.\n",
    'import * as gce from "pulumi-gce";\n',
    ...(constants.size === 0 ? [] : ["\n"]),
    ...[...constants].map(([value, name]) => `const ${name} = ${toLiteral(value)};\n`),
    ...resources.map((resource) => {
      const args = toArguments(resource).map(([name, value]) => {
        const constant = typeof value === "string" && named.includes(name) ? constants.get(value) : undefined;
        if (constant === name) return [name];
        return [name, constant ?? toLiteral(value, "  ")];
      });
      const body = args.map((member) => `  ${member.join(": ")},\n`).join("");
      return `\n${renderResource(resource, `{\n${body}}`, options)}\n`;
    }),
  ].join("");
}

/** The statement, with as many lines as formatters give it. */
function renderResource({ kind, name, variable }: Adopted, body: string, options: string | undefined): string {
  const head = `export const ${variable} = new gce.${kind}(`;
  if (options === undefined && `${head}${toLiteral(name)}, {`.length <= width)
    return `${head}${toLiteral(name)}, ${body});`;
  const parts = [toLiteral(name), body.replaceAll("\n", "\n  "), ...(options === undefined ? [] : [options])];
  return `${head}\n${parts.map((part) => `  ${part},\n`).join("")});`;
}

/** The arguments of the resource, with the one that asks for the adoption. */
function toArguments({ args, isAsked }: Adopted): [name: string, value: unknown][] {
  return Object.entries(isAsked ? { ...args, adoptExisting: true } : args);
}

/** The arguments whose values are shared by many resources, with the noun of a constant. */
const nouns: Readonly<Record<string, string>> = {
  project: "project",
  network: "Network",
  attachmentTarget: "Network",
  firewallPolicy: "Policy",
};
const named = Object.keys(nouns);

/** How often a link stands in a program before it gets a name. */
const often = 3;

/** The values that occur often, with the names of their constants. */
function findConstants(resources: readonly Adopted[]): ReadonlyMap<string, string> {
  const counts = new Map<string, { count: number; noun: string }>();
  for (const { args } of resources)
    for (const [argument, noun] of Object.entries(nouns)) {
      const value = text(args, argument);
      if (value !== undefined) counts.set(value, { count: (counts.get(value)?.count ?? 0) + 1, noun });
    }
  const constants = new Map<string, string>();
  for (const [value, { count, noun }] of counts) {
    if (count < often && noun !== "project") continue;
    const stem = noun === "project" ? noun : makeVariable(linkName(value), noun);
    const isTaken = [...constants.values()].includes(stem);
    constants.set(value, isTaken ? `${stem}${String(constants.size + 1)}` : stem);
  }
  return constants;
}

/** The width of a line, as formatters have it. */
const width = 80;

/** A value as a program writes it, on one line where that has room for it. */
function toLiteral(value: unknown, indent = ""): string {
  if (typeof value === "string") return escapeInvisible(JSON.stringify(value));
  if (!Array.isArray(value) && !isValues(value)) return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{ ", " }"];
  const members = (at: string) =>
    Array.isArray(value)
      ? value.map((item) => toLiteral(item, at))
      : Object.entries(value).map(([key, item]) => `${toKey(key)}: ${toLiteral(item, at)}`);
  const line = `${open}${members("").join(", ")}${close}`;
  if (line.length <= width - indent.length * 2 && !line.includes("\n")) return line;
  const deeper = `${indent}  `;
  return `${open.trim()}\n${members(deeper)
    .map((member) => `${deeper}${member},\n`)
    .join("")}${indent}${close.trim()}`;
}

function toKey(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : toLiteral(key);
}

/** The program for the plugin. Each scalar is JSON, which YAML reads as it is. */
export function renderYaml(resources: readonly Adopted[], { protects }: ProgramOptions): string {
  const blocks = resources.map((resource) => ({
    [resource.variable]: {
      type: pluginToken(resource.kind),
      properties: Object.fromEntries(toArguments(resource)),
      ...(protects ? { options: { protect: true } } : {}),
    },
  }));
  const all = Object.assign({}, ...blocks) as Values;
  return `# Written by \`pulumi-gce adopt\`. \`pulumi up\` adopts each object as it is.\nname: adopted\nruntime: yaml\nresources:${toYaml(all, "  ")}\n`;
}

function toYaml(value: unknown, indent: string): string {
  if (Array.isArray(value) && value.length > 0)
    return value.map((item) => `\n${indent}-${toYaml(item, `${indent}  `).replace(/^\n\s*/, " ")}`).join("");
  if (isValues(value) && Object.keys(value).length > 0)
    return Object.entries(value)
      .map(([key, item]) => `\n${indent}${toKey(key)}:${toYaml(item, `${indent}  `)}`)
      .join("");
  // A program in YAML takes `${` for the beginning of a reference.
  return ` ${escapeInvisible(JSON.stringify(value)).replaceAll("${", () => "$${")}`;
}

/** The file that `pulumi import --file` takes, for the plugin. */
export function renderImportFile(resources: readonly Adopted[]): string {
  const all = resources.map(({ kind, variable, id }) => ({ type: pluginToken(kind), name: variable, id }));
  return `${JSON.stringify({ resources: all }, undefined, 2)}\n`;
}
