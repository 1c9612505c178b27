import { collections } from "../../emulator/src/catalog";
import { commonOutputFields, type Field } from "../../emulator/src/schema";

const ofEveryObject = ["name", ...Object.keys(commonOutputFields)];

/** The kinds of objects by the path of one: zones and regions in one row where they hold the same fields. */
export function objectTable(): string {
  const paths = new Map<string, string[]>();
  for (const { path, fields } of collections) {
    const own = Object.entries(fields).filter(([name]) => !ofEveryObject.includes(name));
    const described = own.map(describe).sort().join(", ");
    paths.set(described, [...(paths.get(described) ?? []), `\`${path}\``]);
  }
  const rows = [...paths].map(([fields, of]) => `| ${of.join(", ")} | ${fields} |`);
  return ["| Path | Fields |", "| --- | --- |", ...rows].join("\n");
}

/** Texts are what most fields are, and go without a word. */
function describe([name, { type }]: readonly [string, Field]): string {
  return `\`${name}\`${type === "string" ? "" : ` ${type}`}`;
}
