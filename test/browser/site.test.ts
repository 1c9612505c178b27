import { readdirSync, readFileSync, rmSync } from "node:fs";
import type { Server } from "node:http";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sitePages } from "../../tools/site/pages";
import { serveSite } from "../../tools/site/server";
import { violations } from "../support/axe";
import { useBrowser } from "../support/browser";
import {
  builtPages,
  builtSite,
  deadTargets,
  linkTargets,
  loadedTargets,
  styleTargets,
  type BuiltPage,
} from "../support/builtSite";
import { isTriedToday } from "../support/seed";
import { temporaryFolder } from "../support/pulumiEnvironment";

/** As on GitHub Pages, which serves a project below its name. */
const base = "/pulumi-gce/";
const folder = temporaryFolder();
const documents = sitePages().map(({ path, text }) => ({ page: path.replace(/\.md$/, ".html"), text }));
const pages = documents.map(({ page }) => page);

let built: BuiltPage[] = [];
let url = "";
let server: Server | undefined;

beforeAll(async () => {
  await builtSite(folder, base);
  built = builtPages(folder);
  ({ url, server } = await serveSite(folder, { base }));
}, 240_000);

afterAll(() => {
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("the documentation site, as it is built,", () => {
  it("has a page for every document, and the sidebar of every page leads to all of them", () => {
    expect(built.map(({ path }) => path).sort()).toEqual([...pages, "404.html"].sort());
    const addresses = pages.map((page) => `${base}${page.replace(/(^|\/)index\.html$/, "$1")}`).sort();
    for (const { path, html } of built.filter(({ path }) => path !== "404.html")) {
      const [sidebar = ""] = /<aside class="VPSidebar"[^]*?<\/aside>/.exec(html) ?? [];
      expect([...new Set(linkTargets(sidebar))].sort(), path).toEqual(addresses);
    }
  });

  it("has no link that leads nowhere, and no anchor that is not there", () => {
    const dead = built.flatMap((page) =>
      deadTargets(folder, base, page, linkTargets(page.html)).map((target) => `${page.path}: ${target}`),
    );
    expect(dead).toEqual([]);
  });

  it("loads scripts, styles and pictures from itself, and they are all there", () => {
    const styles = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".css"));
    const loading = [
      ...built.map((page) => ({ page, targets: loadedTargets(page.html) })),
      ...styles.map((path) => {
        const page = { path, html: readFileSync(join(folder, path), "utf8") };
        return { page, targets: styleTargets(page.html) };
      }),
    ];
    expect(loading.flatMap(({ targets }) => targets).length).toBeGreaterThan(2 * pages.length);
    const elsewhere = loading.flatMap(({ page, targets }) => [
      ...targets.filter((target) => /^(?:\w+:)?\/\//.test(target)),
      ...deadTargets(folder, base, page, targets),
    ]);
    expect(elsewhere).toEqual([]);
  });

  it("shows every picture of the documents, such as the console and the figures", () => {
    const wanted = documents.map(({ page, text }) => [page, text.match(/!\[/g)?.length ?? 0]);
    const shown = pages.map((page) => {
      const html = built.find(({ path }) => path === page)?.html ?? "";
      return [page, html.match(/<img\b/g)?.length ?? 0];
    });
    expect(shown).toEqual(wanted);
    expect(Object.fromEntries(shown)).toMatchObject({
      "index.html": 2,
      "bench/index.html": 3,
      "emulator/index.html": 1,
    });
  });
});

describe("the documentation site, in a browser,", () => {
  const browser = useBrowser(untilHydrated);
  const open = (page: string, look = {}) => browser.open(`${url}${page}`, look);

  it("has no page that axe finds fault with, of those of today", async () => {
    const page = await open("");
    const found: Record<string, string[]> = {};
    const ofToday = pages.filter((_path, index) => isTriedToday(index, 3));
    for (const path of ofToday) {
      await page.goto(`${url}${path}`);
      await untilHydrated(page);
      found[path] = await violations(page);
    }
    expect(found).toEqual(Object.fromEntries(ofToday.map((path) => [path, []])));
  }, 240_000);

  it.each(["index.html", "permissions.html", "reference/Route.html", "reference/getManagedInstances.html"])(
    "has a page %s that axe finds no fault with in the dark, on a desk and on a telephone with its menu",
    async (path) => {
      const page = await open(path, { colorScheme: "dark" });
      expect(await page.evaluate("document.documentElement.classList.contains('dark')")).toBe(true);
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

  it("finds Route, and leads to its page", async () => {
    const page = await open("usage.html");
    await page.getByRole("button", { name: "Search" }).click();
    const dialog = page.getByRole("dialog", { name: "Search" });
    await dialog.getByRole("combobox").fill("Route");
    await dialog.getByRole("option", { selected: true }).getByText("Route").waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Route" }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`${base}reference/Route.html`);
  });

  it("turns dark and light with its switch, and stays as it was left", async () => {
    const page = await open("usage.html");
    const background = () => page.evaluate("getComputedStyle(document.body).backgroundColor");
    const light = await background();
    await page.getByRole("switch", { name: "Switch to dark theme" }).click();
    await expect.poll(background).not.toBe(light);
    await page.reload();
    await untilHydrated(page);
    expect(await background()).not.toBe(light);
    await page.getByRole("switch", { name: "Switch to light theme" }).click();
    await expect.poll(background).toBe(light);
  });

  it("has a page for an address that it does not know", async () => {
    const page = await open("reference/Rout.html");
    await page.getByRole("heading", { level: 1, name: "Page not found" }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("link", { name: "the start page" }).click();
    await page.getByRole("heading", { level: 1, name: "pulumi-gce" }).waitFor();
  });
});

/** Until then, a page does not answer to clicks. */
async function untilHydrated(page: Page): Promise<void> {
  await page.waitForFunction("document.querySelector('#app').__vue_app__ !== undefined");
}
