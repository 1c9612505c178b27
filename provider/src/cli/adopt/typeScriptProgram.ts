import { toValues, isValues } from "../../fields/values";
import { escapeInvisible } from "../../messages/text";
import {
  Constant,
  findConstants,
  listArguments,
  note,
  type Adopted,
  type Constants,
  type ProgramOptions,
} from "./program";

/** The program for the classes, in the form that formatters give it. */
export function renderTypeScript(resources: readonly Adopted[], { protects }: ProgramOptions): string {
  const constants = findConstants(resources);
  return [
    `// ${note[0]}\n// ${note[1]}\n`,
    'import * as gce from "pulumi-gce";\n',
    ...(constants.size === 0 ? [] : ["\n"]),
    ...[...constants.values()].map(declare),
    ...resources.map((resource) => `\n${renderResource(resource, constants, protects)}\n`),
  ].join("");
}

function declare({ variable, value }: Constant): string {
  const line = `const ${variable} = ${inline(value)};`;
  return line.length <= width ? `${line}\n` : `const ${variable} =\n  ${inline(value)};\n`;
}

function renderResource(resource: Adopted, constants: Constants, protects: boolean): string {
  const { kind, name, variable } = resource;
  const args = listArguments(resource, constants);
  const body = (indent: string) => `{\n${args.map((entry) => member(entry, `${indent}  `)).join("")}${indent}}`;
  const declaration = `export const ${variable} =`;
  const call = `new gce.${kind}(`;
  // A line that is too long even so has the call on the next one.
  const [start, indent] =
    `${declaration} ${call}`.length > width ? [`${declaration}\n  `, "  "] : [`${declaration} `, ""];
  const lastLine = `${start}${call}${inline(name)}, {`.split("\n").at(-1) ?? "";
  if (!protects && lastLine.length <= width) return `${start}${call}${inline(name)}, ${body(indent)});`;
  const parts = [inline(name), body(`${indent}  `), ...(protects ? ["{ protect: true }"] : [])];
  return `${start}${call}\n${parts.map((part) => `${indent}  ${part},\n`).join("")}${indent});`;
}

/** The width of a line, as formatters have it. */
const width = 80;

/** A member of an object, on lines of its own. */
function member([name, value]: readonly [string, unknown], indent: string): string {
  const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : inline(name);
  if (value instanceof Constant && value.variable === key) return `${indent}${key},\n`;
  const line = `${indent}${key}: ${inline(value)},`;
  if (line.length <= width) return `${line}\n`;
  return typeof value === "string" || value instanceof Constant
    ? `${indent}${key}:\n${indent}  ${inline(value)},\n`
    : `${indent}${key}: ${broken(value, indent)},\n`;
}

/** A list or an object with its members on lines of their own. */
function broken(value: unknown, indent: string): string {
  const deeper = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => {
      const line = `${deeper}${inline(item)},`;
      return line.length <= width || typeof item !== "object" ? `${line}\n` : `${deeper}${broken(item, deeper)},\n`;
    });
    return `[\n${items.join("")}${indent}]`;
  }
  return `{\n${Object.entries(toValues(value))
    .map((entry) => member(entry, deeper))
    .join("")}${indent}}`;
}

/** A value on one line. */
function inline(value: unknown): string {
  if (value instanceof Constant) return value.variable;
  if (typeof value === "string") return escapeInvisible(quote(value));
  if (Array.isArray(value)) return `[${value.map(inline).join(", ")}]`;
  if (!isValues(value)) return JSON.stringify(value);
  const members = Object.entries(value).map((entry) => member(entry, "").trim().replace(/,$/, ""));
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

/** A text in the quotes that need fewer escapes. */
function quote(value: string): string {
  const json = JSON.stringify(value);
  const count = (mark: string) => value.split(mark).length;
  return count('"') <= count("'") ? json : `'${json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
