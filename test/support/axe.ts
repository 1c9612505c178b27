import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The findings of axe-core, each as its rule and the elements. It comes by the debugger: the page's policy lets no script in. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const { violations: found } = (await page.evaluate(`axe.run({ resultTypes: ["violations"] })`)) as {
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
  };
  return found.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}: ${failureSummary}`));
}
