import { it } from "vitest";
import { applyAndRemove } from "../support/life";
import { markdownPrograms, readMarkdown } from "../support/markdown";
import { generateSdk, installPythonPackages, startPluginStack, whyNot } from "../support/pluginStack";

const page = readMarkdown("provider/docs/otherLanguages.md");
const [inPython = ""] = markdownPrograms(page, "python");
const [inTypeScript = ""] = markdownPrograms(page, "typescript");

it("a Python program has the SDK that is generated of the schema", async ({ skip }) => {
  const reason = await whyNot("python");
  skip(reason !== undefined, reason);
  const { emulator, stack } = await startPluginStack("python", {
    files: { "__main__.py": inPython },
    environment: { PYTHONPATH: "packages" },
  });
  await generateSdk(stack, "python");
  await installPythonPackages(stack);
  await applyAndRemove(stack, emulator);
});

it("a TypeScript program has the SDK that is generated of the schema", async () => {
  const { emulator, stack } = await startPluginStack("nodejs", {
    files: {
      "index.ts": inTypeScript,
      "package.json": JSON.stringify({ name: "test-program", private: true, main: "index.ts" }),
      "tsconfig.json": JSON.stringify({
        compilerOptions: { strict: true, target: "es2020", module: "node16", skipLibCheck: true },
        files: ["index.ts"],
      }),
    },
  });
  await generateSdk(stack, "nodejs");
  await applyAndRemove(stack, emulator);
});
