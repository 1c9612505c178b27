import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Reflection } from "typedoc";
import { parse } from "yaml";
import { readDoc, repository } from "./declarations";
import { yamlProgram } from "./yamlProgram";

/** The languages of the examples, as the generators of SDKs name them. */
export const exampleLanguages = ["typescript", "python", "go", "yaml"] as const;

/** One program in each language. */
export type Example = Readonly<Record<(typeof exampleLanguages)[number], string>>;

/** By the names of resources and functions. */
export type Examples = Readonly<Record<string, Example>>;

/**
 * The examples as `npm run docs:examples` wrote them. That command needs Go, because Pulumi's generators write the
 * programs. With this file, everything else does without.
 */
export const examplesFile = join(repository, "tools/docs/examples.yaml");

export function readExamples(): Examples {
  return existsSync(examplesFile) ? (parse(readFileSync(examplesFile, "utf8")) as Examples) : {};
}

/** The title and the program in YAML of the first example of a resource or a function. */
export function firstExample(declared: Reflection): { readonly title: string; readonly yaml: string } {
  const [[title, program] = []] = readDoc(declared).examples;
  if (title === undefined || program === undefined) throw new Error(`${declared.name} has no example.`);
  return { title, yaml: yamlProgram(program) };
}

/**
 * The end of a description in the schema: the first example, in which a generator of an SDK leaves the program of its own
 * language. It is empty where the doc comment has changed since the example was written.
 */
export function exampleUsage(declared: Reflection, examples: Examples): string {
  const { title, yaml } = firstExample(declared);
  const example = examples[declared.name];
  if (example?.yaml !== yaml) return "";
  const programs = exampleLanguages.map((language) => `\`\`\`${language}\n${example[language]}\`\`\``);
  // The heading goes with the example, where an SDK has a language of none.
  const parts = ["{{% examples %}}", "{{% example %}}", "## Example Usage", `### ${title}`, ...programs];
  return ["", ...parts, "{{% /example %}}", "{{% /examples %}}"].join("\n\n");
}
