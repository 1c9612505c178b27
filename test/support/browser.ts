import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished } from "vitest";
import { findChromium, launchChromium } from "./chromium";

const chromiumPath = findChromium();

/** One line: it is among the last of `npm test`. */
const howToGetChromium =
  "there is no Chromium on this machine: apt-get install chromium-headless-shell (or chromium) gets it, and CHROMIUM_PATH names one that is elsewhere";

/** The window that shows a page, and the colours that its reader prefers. */
interface Look {
  width?: number;
  height?: number;
  colorScheme?: "light" | "dark";
}

/**
 * Opens pages in one browser for the whole file. A page that logs an error or asks another host fails its test. Where
 * there is no browser the tests are skipped, and say why.
 *
 * @param untilReady waits until a page can be used. Default: the emulator's console can.
 */
export function useBrowser(untilReady = untilConsoleIsReady): { open(url: string, look?: Look): Promise<Page> } {
  let browser: Browser | undefined;
  beforeEach(({ skip }) => {
    skip(chromiumPath === undefined, howToGetChromium);
  });
  beforeAll(async () => {
    browser = chromiumPath === undefined ? undefined : await launchChromium(chromiumPath);
  });
  afterAll(() => browser?.close());
  return {
    async open(url, { width = 1440, height = 900, colorScheme = "light" } = {}) {
      if (browser === undefined) throw new Error("There is no browser.");
      const page = await browser.newPage({ viewport: { width, height }, colorScheme });
      const { origin } = new URL(url);
      const problems: string[] = [];
      page.on("pageerror", ({ message }) => problems.push(message));
      page.on("console", (message) => {
        if (message.type() === "error") problems.push(message.text());
      });
      page.on("request", (request) => {
        if (!request.url().startsWith(`${origin}/`) && !request.url().startsWith("data:"))
          problems.push(`asked for ${request.url()}`);
      });
      onTestFinished(async () => {
        await page.close();
        // A refusal that a test provokes, and an emulator that a test ends, are in the browser's log too.
        expect(problems.filter((text) => !text.startsWith("Failed to load resource"))).toEqual([]);
      });
      await page.goto(url);
      await untilReady(page);
      return page;
    },
  };
}

async function untilConsoleIsReady(page: Page): Promise<void> {
  await page.getByText("live", { exact: true }).waitFor();
  // The first drawing would overwrite earlier input.
  await page.locator("#resources > *").first().waitFor({ state: "attached" });
}
