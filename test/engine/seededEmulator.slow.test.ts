import ts from "typescript";
import { expect, it } from "vitest";
import { markdownPrograms, readMarkdown } from "../support/markdown";
import { startRouteStack, succeeded } from "../support/routeStack";

it("emulator/docs/seed.md: its program is applied to what --seed plants", async () => {
  const [program = ""] = markdownPrograms(readMarkdown("emulator/docs/seed.md"));
  const { emulator, stack } = await startRouteStack({ program: withoutTypes(program), emulator: { seed: true } });
  succeeded(await stack.up());
  const kinds = new Set(stack.managed().map(({ type }) => type.replace(/^.*:/, "")));
  const declared = [...program.matchAll(/new gce\.(\w+)\(/g)].map(([, kind]) => kind);
  expect(declared.length).toBeGreaterThan(7);
  expect(kinds).toEqual(new Set(declared));
  expect(emulator.objects.list("projects/my-project/global/snapshots/")).toHaveLength(3);
  expect(emulator.objects.get("projects/my-project/global/networks/default")?.firewallPolicy).toMatch(/baseline-1$/);
});

/** A block of its own, because a test's program begins with the same imports. */
function withoutTypes(source: string): string {
  const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
  return `{\n${ts.transpileModule(source, { compilerOptions }).outputText}\n}\n`;
}
