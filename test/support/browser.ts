import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { findChromium, launchChromium } from "./chromium";

/** Whether the tests of a file can run; where they cannot, it is said so that nobody overlooks it. */
export const chromiumPath = findChromium();
if (chromiumPath === undefined) {
  process.stderr.write(
    [
      "",
      "!!! THE EMULATOR'S CONSOLE WAS NOT TESTED: there is no Chromium on this machine.",
      "!!! Install one (Debian: apt-get install chromium), or name it in CHROMIUM_PATH.",
      "",
      "",
    ].join("\n"),
  );
}

/** Opens pages in one browser for the whole file. A page that logs an error or asks another host fails its test. */
export function useBrowser(): { open(url: string, viewport?: { width: number; height: number }): Promise<Page> } {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = chromiumPath === undefined ? undefined : await launchChromium(chromiumPath);
  });
  afterAll(() => browser?.close());
  return {
    async open(url, viewport = { width: 1440, height: 900 }) {
      if (browser === undefined) {
        throw new Error("There is no browser.");
      }
      const page = await browser.newPage({ viewport });
      const problems: string[] = [];
      page.on("pageerror", ({ message }) => problems.push(message));
      page.on("console", (message) => {
        if (message.type() === "error") problems.push(message.text());
      });
      page.on("request", (request) => {
        if (!request.url().startsWith(url) && !request.url().startsWith("data:")) {
          problems.push(`asked for ${request.url()}`);
        }
      });
      onTestFinished(async () => {
        await page.close();
        // A refusal that a test provokes, and an emulator that a test ends, are in the browser's log too.
        expect(problems.filter((text) => !text.startsWith("Failed to load resource"))).toEqual([]);
      });
      await page.goto(url);
      await page.getByText("live", { exact: true }).waitFor();
      // What is typed before the first drawing would be overwritten by it.
      await page.locator("#resources > *").first().waitFor({ state: "attached" });
      return page;
    },
  };
}
