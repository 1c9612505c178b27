import { execFile } from "node:child_process";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serve } from "vitepress";
import { toAddress, markdownFiles, repository } from "../../tools/site/documents";
import { violations } from "../support/axe";
import { useBrowser } from "../support/browser";

const addresses = markdownFiles().map((document) => `/${toAddress(document).replace(/(index)?\.md$/, "")}`);
let server: Server;
let url = "";

beforeAll(async () => {
  // As in a terminal: vitest sets variables that vite reads. A link to a page that does not exist ends the build.
  await promisify(execFile)("npm", ["run", "site"], { cwd: repository, env: { ...process.env, NODE_ENV: "" } });
  ({ server } = (await serve({ root: join(repository, "tools/site"), port: 0 })) as unknown as { server: Server });
  url = `http://localhost:${String((server.address() as AddressInfo).port)}`;
}, 240_000);

afterAll(() => {
  server.close();
});

describe("the documentation site", () => {
  const browser = useBrowser(untilHydrated);

  it("leads to every document from its sidebar, and has no page that axe finds fault with", async () => {
    const page = await browser.open(url);
    const links = await page.locator(".VPSidebar a").evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    expect(links.map((link) => link?.replace(/\.html$/, "")).sort()).toEqual(addresses.sort());
    for (const address of addresses) {
      await page.goto(`${url}${address}`);
      await untilHydrated(page);
      expect(await violations(page), address).toEqual([]);
    }
  }, 480_000);

  it.each(["/permissions", "/reference/Route"])(
    "has a page %s that axe finds no fault with in the dark, and on a telephone with its menu",
    async (path) => {
      const page = await browser.open(`${url}${path}`, { colorScheme: "dark" });
      expect(await violations(page)).toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
      await page.getByRole("button", { name: "Menu" }).click();
      await expect
        .poll(() => page.evaluate("getComputedStyle(document.querySelector('.VPSidebar')).opacity"))
        .toBe("1");
      expect(await violations(page)).toEqual([]);
    },
  );

  it.each([1400, 390])(
    "has all text of the reference, of troubleshooting and of permissions in a window of %s px",
    async (width) => {
      const page = await browser.open(url, { width });
      const beyond: string[] = [];
      for (const address of addresses.filter((each) => /^\/(reference\/|troubleshooting|permissions)/.test(each))) {
        await page.goto(`${url}${address}`);
        await untilHydrated(page);
        const texts: string[] = await page.evaluate(`
        [document.documentElement, ...document.querySelectorAll(".vp-doc :not(pre *, pre, div, .header-anchor)")]
          .filter((each) => each.scrollWidth > innerWidth || each.getBoundingClientRect().right > innerWidth)
          .map((each) => each.textContent)`);
        beyond.push(...texts.map((text) => `${address}: ${text}`));
      }
      expect(beyond).toEqual([]);
    },
  );

  it.each([
    ["timeout", "/usage.html#timeouts", "customTimeouts"],
    // Only this name has the word.
    ["trigger", "/resourceOptions.html#pulumis-resource-options", "replacementTrigger"],
  ])("leads from a search for %s to %s, which has %s", async (word, address, name) => {
    const page = await browser.open(`${url}/installation`);
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("searchbox").fill(word);
    await page.locator(`.result[href="${address}"]`).click();
    await page.waitForURL(`**${address.replace(".html", "*")}`);
    await page.locator(".vp-doc").getByText(name).first().waitFor();
  });
});

/** Until then, a page does not answer to clicks. */
async function untilHydrated(page: Page): Promise<void> {
  await page.waitForFunction("document.querySelector('#app').__vue_app__ !== undefined");
}
