import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { emulatorForTest, insertRoute, ROUTES, send, wait } from "../unit/emulator/helpers";
import { violations } from "../support/axe";
import { useBrowser } from "../support/browser";

const LINES = 10_000;

describe("the emulator's console, for everybody", () => {
  const browser = useBrowser();

  it("keeps no more than a screenful of elements for ten thousand requests, and shows each of them", async () => {
    const emulator = await emulatorForTest();
    const page = await browser.open(emulator.url);
    for (let sent = 0; sent < LINES; sent += 100) {
      await Promise.all(
        Array.from({ length: 100 }, (_, index) => send(emulator, "GET", `${ROUTES}/r${String(sent + index)}`)),
      );
    }
    await expect.poll(() => page.locator("#requests-count").innerText(), { timeout: 20_000 }).toBe(String(LINES));
    expect(await drawn(page).count()).toBeLessThan(100);
    await page.locator("#requests").focus();
    await page.keyboard.press("End");
    await chosen(page).waitFor();
    expect(await chosen(page).getAttribute("aria-posinset")).toBe(String(LINES));
    // A filter finds one in the middle.
    await page.getByLabel("Filter").last().fill("/routes/r4711");
    await expect.poll(() => drawn(page).count()).toBe(1);
    expect(await page.locator("#requests-count").innerText()).toBe(`1 of ${String(LINES)}`);
  });

  it("holds still when asked to, and counts what arrives meanwhile", async () => {
    const emulator = await emulatorForTest();
    const page = await browser.open(emulator.url);
    await send(emulator, "GET", ROUTES);
    await expect.poll(() => drawn(page).count()).toBe(1);
    await page.getByLabel("Hold still").check();
    await send(emulator, "GET", `${ROUTES}/later`);
    await expect.poll(() => page.locator("#requests-count").innerText()).toBe("1 of 2");
    expect(await drawn(page).count()).toBe(1);
    await page.getByLabel("Hold still").uncheck();
    await expect.poll(() => drawn(page).count()).toBe(2);
  });

  it("lets the keyboard go through the requests, one by one, while new ones arrive", async () => {
    const emulator = await emulatorForTest();
    for (const name of ["one", "two", "three"]) {
      await send(emulator, "GET", `${ROUTES}/${name}`);
    }
    const page = await browser.open(emulator.url);
    await expect.poll(() => drawn(page).count()).toBe(3);
    await page.locator("#requests").focus();
    const reached: string[] = [];
    for (const key of ["ArrowDown", "ArrowDown", "ArrowUp", "End", "Home"]) {
      await page.keyboard.press(key);
      reached.push(/routes\/(\S+)/.exec(await chosen(page).innerText())?.[1] ?? "");
    }
    expect(reached).toEqual(["three", "two", "three", "one", "three"]);
    await page.locator("#detail .path", { hasText: "/routes/three" }).waitFor();
    expect(await page.locator("#requests").getAttribute("aria-activedescendant")).toBe(
      await chosen(page).getAttribute("id"),
    );
    await send(emulator, "GET", `${ROUTES}/four`);
    await expect.poll(() => drawn(page).count()).toBe(4);
    expect(await chosen(page).innerText()).toContain("three");
  });

  it.each([
    { scheme: "light" as const, width: 1440 },
    { scheme: "dark" as const, width: 1440 },
    { scheme: "light" as const, width: 390 },
  ])("has nothing that axe-core objects to ($scheme, $width px wide)", async ({ scheme, width }) => {
    const emulator = await emulatorForTest();
    await wait(emulator, await insertRoute(emulator));
    emulator.fault({ fault: { kind: "operationError", errors: [{ code: "QUOTA_EXCEEDED", message: "no" }] } });
    await wait(emulator, await insertRoute(emulator, { name: "fails" }));
    emulator.fault({ fault: { kind: "status", status: 503 } });
    await send(emulator, "GET", ROUTES);
    emulator.fault({ fault: { kind: "stall" } });
    const page = await browser.open(emulator.url, { width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    const views = [
      page.locator("#resources").getByRole("button", { name: /^r projects/ }),
      drawn(page).filter({ has: page.getByText("503", { exact: true }) }),
      page.getByRole("button", { name: "Make an object" }),
      page.getByRole("button", { name: "Reset everything" }),
    ];
    for (const view of views) {
      await view.click();
      expect(await violations(page)).toEqual([]);
      // Out of a dialog.
      await page.keyboard.press("Escape");
    }
    expect(await page.locator("body").evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
  });

  it("leads to a page that says how to point clients at it, under the address of the request", async () => {
    const emulator = await emulatorForTest();
    const page = await browser.open(emulator.url, { width: 390, height: 900 });
    await page.getByRole("link", { name: "Connect a client" }).click();
    await page.getByRole("heading", { name: "Connect a client" }).waitFor();
    const shown = await page.locator("main").innerText();
    for (const text of [
      `gcp:computeCustomEndpoint ${emulator.endpoint}`,
      `compute_custom_endpoint = "${emulator.endpoint}/"`,
      `CLOUDSDK_API_ENDPOINT_OVERRIDES_COMPUTE=${emulator.endpoint}/`,
    ])
      expect(shown).toContain(text);
    for (const scheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      expect(await violations(page)).toEqual([]);
    }
    expect(await page.locator("body").evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
    await page.getByRole("link", { name: "The console" }).click();
    await page.getByText("live", { exact: true }).waitFor();
  });

  it("is looked at by an axe-core that does object", async () => {
    const emulator = await emulatorForTest();
    const page = await browser.open(emulator.url);
    await page.evaluate("document.querySelector('main').append(document.createElement('input'))");
    expect(await violations(page)).toEqual([expect.stringMatching(/^label: <input>/)]);
  });

  it("has its landmarks, and a way past the controls", async () => {
    const emulator = await emulatorForTest();
    const page = await browser.open(emulator.url);
    for (const name of [
      "Resources",
      "Operations",
      "Requests",
      "Break something",
      "Latency, in milliseconds",
      "Details",
    ]) {
      await page.getByRole("region", { name: new RegExp(`^${name}( 0)?$`) }).waitFor();
    }
    await page.getByRole("banner").waitFor();
    await page.getByRole("main").waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    expect(await page.locator(":focus").getAttribute("id")).toBe("requests");
  });
});

function drawn(page: Page) {
  return page.locator("#requests [role=option]");
}

function chosen(page: Page) {
  return page.locator("#requests [aria-selected=true]");
}
