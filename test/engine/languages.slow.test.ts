import { expect, it } from "vitest";
import { pluginToken } from "../../provider/src/names/typeToken";
import { emulatorOptions, registeredKinds } from "../kinds/every";
import { applyAndRemove, liveThrough } from "../support/life";
import { markdownPrograms, readMarkdown } from "../support/markdown";
import { projectFile, startPluginStack, startSdkStack, whyNot } from "../support/pluginStack";

// schemaExamples.slow.test.ts makes each in every language that has an SDK.
it("a resource of each kind of a YAML program is made, left alone, changed, mended, and removed", async ({ skip }) => {
  const reason = await whyNot("yaml");
  skip(reason !== undefined, reason);
  const { emulator, stack } = await startPluginStack("yaml", {
    emulator: emulatorOptions(),
    config: { "gce:region": "us-central1" },
  });
  await liveThrough(registeredKinds, stack, emulator, (declared) => {
    const resources = Object.entries(declared).map(([kind, properties]) => {
      return [kind, { type: pluginToken(kind), properties }] as const;
    });
    stack.write("Pulumi.yaml", projectFile("yaml", { resources: Object.fromEntries(resources) }));
  });
});

// Those of Python and Go are run by test/package/pluginArchive.slow.test.ts.
it("the TypeScript program of the page runs with the SDK that is generated of the schema", async () => {
  const page = readMarkdown("provider/docs/otherLanguages.md");
  const [program] = markdownPrograms(page, "typescript");
  const { emulator, stack } = await startSdkStack("typescript", program ?? expect.fail("The page has no program."));
  await applyAndRemove(stack, emulator);
});
