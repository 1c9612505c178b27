import { readFileSync } from "node:fs";
import { stringify } from "yaml";
import { describe, it } from "vitest";
import { pluginToken } from "../../provider/src/names/typeToken";
import { convertExamples } from "../../tools/docs/examples";
import { readExamples } from "../../tools/docs/exampleUsage";
import { type PackageSchema, schemaFile } from "../../tools/docs/schema";
import { exampleConverter } from "../../tools/pulumi/languageHosts";
import { emulatorOptions, registeredKinds } from "../kinds/every";
import { applyAndRemove, type Declared, liveThrough } from "../support/life";
import { markdownPrograms, readMarkdown } from "../support/markdown";
import { everySdkLanguage, startSdkStack, whyNot } from "../support/pluginStack";

const page = readMarkdown("provider/docs/otherLanguages.md");
const schema = JSON.parse(readFileSync(schemaFile, "utf8")) as PackageSchema;

describe("a program with the SDK that is generated of the schema", () => {
  // Those of the other languages are run by test/package/pluginArchive.slow.test.ts.
  it("runs in TypeScript as the page has it", async () => {
    const [program = ""] = markdownPrograms(page, "typescript");
    const { emulator, stack } = await startSdkStack("typescript", program);
    await applyAndRemove(stack, emulator);
  });

  it.for(everySdkLanguage)(
    "makes a resource of each kind in %s, leaves it alone, changes, mends and removes it",
    async (language, { skip }) => {
      const reason = await whyNot(language, exampleConverter);
      skip(reason !== undefined, reason);
      const { emulator, stack, write } = await startSdkStack(language, readExamples().Route?.[language] ?? "", {
        emulator: emulatorOptions(),
        config: { "gce:region": "us-central1" },
      });
      await liveThrough(registeredKinds, stack, emulator, async (declared) => {
        const { program } = await convertExamples({ program: programInYaml(declared) }, schema);
        write(program?.[language] ?? "");
      });
    },
  );
});

function programInYaml(declared: Declared): string {
  const resources = Object.entries(declared).map(([kind, properties]) => {
    return [kind, { type: pluginToken(kind), properties }] as const;
  });
  return stringify({ resources: Object.fromEntries(resources) }, { aliasDuplicateObjects: false });
}
