import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { setupCommands } from "../../emulator/src/setup";
import { violations } from "../support/axe";
import { useBrowser } from "../support/browser";
import { admin, emulatorForTest, insertRoute, operate, ROUTES, send, wait } from "../unit/emulator/helpers";

const PROFILES = "projects/my-project/global/networkProfiles";
const longName = "egress-through-the-inspection-appliance-of-europe";

describe("the emulator's console, full of what --seed plants", () => {
  const browser = useBrowser();

  it("closes kinds of more than twenty objects, until somebody opens one", async () => {
    const emulator = await emulatorForTest({ seed: true });
    const page = await browser.open(emulator.url);
    expect(await openKinds(page)).toEqual([
      ...["firewallPolicies", "hierarchical firewallPolicies", "networks", "regional disks"],
      ...["regional instanceGroupManagers", "targetSslProxies", "zonal disks", "zonal instanceGroupManagers"],
      "zonal instantSnapshots",
    ]);
    await page.locator("summary", { hasText: "networkProfiles" }).click();
    await page.locator("summary", { hasText: /^networks/ }).click();
    emulator.objects.put(`${PROFILES}/mine`, {});
    await page.locator("summary", { hasText: "networkProfiles 361" }).waitFor();
    expect(await openKinds(page)).toContain("networkProfiles");
    expect(await openKinds(page)).not.toContain("networks");
  });

  it("shows every collection that the emulator serves, with how many objects it has, and those of each", async () => {
    const emulator = await emulatorForTest();
    emulator.objects.put("projects/my-project/global/firewalls/allow-all", { network: "global/networks/default" });
    const page = await browser.open(emulator.url);
    const counts = async () =>
      Object.fromEntries(
        (await page.locator("#resources summary").allInnerTexts()).map((text) => {
          const [, kind = "", count = ""] = /^(.*) (\d+)$/.exec(text) ?? [];
          return [kind, Number(count)];
        }),
      );
    await expect.poll(counts).toEqual({ firewalls: 1, networks: 1 });
    await page.getByLabel("Show kinds without objects").check();
    const { kinds } = (await admin(emulator, "GET", "/console/kinds")).json as { kinds: { kind: string }[] };
    expect(kinds.length).toBeGreaterThan(100);
    const expected = { ...Object.fromEntries(kinds.map(({ kind }) => [kind, 0])), firewalls: 1, networks: 1 };
    await expect.poll(counts).toEqual(expected);
    await page
      .locator("#resources")
      .getByRole("button", { name: /^allow-all/ })
      .waitFor();
    await page.getByLabel("Filter").first().fill("backendserv");
    await expect.poll(counts).toEqual({ backendServices: 0, "regional backendServices": 0 });
    expect(await violations(page)).toEqual([]);
  });

  it("is a few presses of Tab long: one for each list, from which the arrows go on", async () => {
    const emulator = await emulatorForTest({ seed: true });
    const page = await browser.open(emulator.url);
    const focused = () => page.evaluate("document.activeElement.dataset.key ?? document.activeElement.id");
    const stops: unknown[] = [];
    while (stops.at(-1) !== "fault-kind" && stops.length < 20) {
      await page.keyboard.press("Tab");
      stops.push(await focused());
    }
    expect(stops).toEqual([
      ...["", "setup", "setup-copy", "", "reset", "resources-filter", "make", "resources-all"],
      ...["kind firewallPolicies", "fault-kind"],
    ]);
    await page.keyboard.press("Shift+Tab");
    const reached: unknown[] = [];
    for (const key of ["ArrowDown", "ArrowDown", "ArrowLeft", "ArrowLeft", "ArrowDown", "End", "Home", "ArrowRight"]) {
      await page.keyboard.press(key);
      reached.push(await focused());
    }
    const [policies, hierarchical] = ["kind firewallPolicies", "kind hierarchical firewallPolicies"];
    const policy = (name: string) => `projects/my-project/global/firewallPolicies/${name}`;
    expect(reached).toEqual([
      ...[policy("baseline-1"), policy("baseline-2"), policies, policies, hierarchical],
      ...["kind zonal managedInstances", policies, policies],
    ]);
    expect(await openKinds(page)).toContain("firewallPolicies");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.locator("#detail .path", { hasText: policy("baseline-1") }).waitFor();
    // What happens meanwhile leaves the focus where it is.
    emulator.objects.put(`${PROFILES}/mine`, {});
    await page.locator("summary", { hasText: "networkProfiles 361" }).waitFor();
    expect(await focused()).toBe(policy("baseline-1"));
  });

  it("leaves each request the element that it has while others arrive, the window changes and one is chosen", async () => {
    const emulator = await emulatorForTest();
    await insertRoute(emulator);
    const page = await browser.open(emulator.url);
    const lines = page.locator("#requests [role=option]");
    const first = await lines.elementHandle();
    await send(emulator, "GET", ROUTES);
    await lines.nth(1).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await lines.first().click();
    await page.getByText("Request 2", { exact: true }).waitFor();
    expect(await lines.evaluateAll((all) => all.map(({ id }) => id))).toEqual(["request-2", "request-1"]);
    expect(await first?.evaluate((line) => [line.isConnected, line.getAttribute("aria-posinset")])).toEqual([
      true,
      "2",
    ]);
  });

  it("creates an object, explains an invalid one, and shows the new object", async () => {
    const emulator = await emulatorForTest();
    const page = await browser.open(emulator.url);
    await page.getByRole("button", { name: "Make an object" }).click();
    const dialog = page.getByRole("dialog", { name: "Make an object" });
    await dialog.getByLabel("Kind of object").selectOption({ label: "zonal disks" });
    await dialog.getByText("sizeGb int64, ").waitFor();
    await dialog.getByLabel("Zone").fill("europe-west1-b");
    await dialog.getByRole("textbox", { name: "Disk" }).fill("Data");
    await dialog.getByRole("button", { name: "Make it" }).click();
    await dialog.getByRole("alert").getByText("is not the path of an object").waitFor();
    await dialog.getByRole("textbox", { name: "Disk" }).fill("data");
    await dialog.getByLabel("Content").fill("{ sizeGb: 100 }");
    await dialog.getByRole("button", { name: "Make it" }).click();
    await dialog.getByRole("alert").getByText("has to be JSON").waitFor();
    await dialog.getByLabel("Content").fill('{ "sizeGb": "100" }');
    await dialog.getByRole("button", { name: "Make it" }).click();
    const path = "projects/my-project/zones/europe-west1-b/disks/data";
    await page.locator("#detail .path", { hasText: path }).waitFor();
    await dialog.waitFor({ state: "hidden" });
    expect(emulator.objects.get(path)).toMatchObject({ sizeGb: "100", status: "READY" });
    // The next one starts in the same zone.
    await page.getByRole("button", { name: "Make an object" }).click();
    await dialog.getByLabel("Kind of object").selectOption({ label: "zonal instantSnapshots" });
    expect(await dialog.getByLabel("Zone").inputValue()).toBe("europe-west1-b");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "hidden" });
  });

  it("copies the configuration of a program", async () => {
    const emulator = await emulatorForTest();
    const page = await browser.open(emulator.url);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy the configuration" }).click();
    await page.getByRole("status").getByText("The configuration is copied").waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(setupCommands(emulator.endpoint).join("\n"));
  });

  it("shows whole names, and has all it can do in reach, on a desk and on a telephone", async () => {
    const emulator = await emulatorForTest({ seed: true });
    await wait(emulator, await insertRoute(emulator, { name: longName }));
    const certificateMap = "//certificatemanager.googleapis.com/projects/p/locations/global/certificateMaps/mail";
    const path = "/projects/my-project/global/targetSslProxies/mail-proxy/setCertificateMap";
    await operate(emulator, "POST", path, { body: { certificateMap } });
    const page = await browser.open(emulator.url);
    await page.locator("#operations tr").nth(1).waitFor();
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await cutOff(page, "#operations td:nth-child(-n+2), .object, summary, #setup, button")).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
      if (width === 1440) expect(await heightOf(page, "#operations tr:first-child td:nth-child(2)")).toBeLessThan(30);
      expect(await narrowestUrl(page)).toBeGreaterThan(150);
      // A request and an object are chosen where they stand, and what they hold is in sight beside them.
      for (const [chosen, shown] of [
        [page.locator("#requests [role=option]", { hasText: "setCertificateMap" }), /setCertificateMap$/],
        [page.locator("#resources").getByRole("button", { name: /^baseline-2 / }), /firewallPolicies\/baseline-2$/],
      ] as const) {
        await chosen.scrollIntoViewIfNeeded();
        await chosen.click();
        await page.locator("#detail .path", { hasText: shown }).waitFor();
        expect(await isInView(page, "#detail .path")).toBe(true);
      }
      await page.getByRole("button", { name: "Arm the fault" }).click();
      await page.locator("#faults li").waitFor();
      await page.getByRole("button", { name: "Disarm all" }).click();
      await page.locator("#faults li").waitFor({ state: "detached" });
    }
  });
});

/** The kinds whose objects are shown. */
async function openKinds(page: Page): Promise<string[]> {
  const texts = await page.locator("#resources details[open] summary").allInnerTexts();
  return texts.map((text) => text.replace(/ \d+$/, ""));
}

/** The texts of elements that have no room for all of it. */
async function cutOff(page: Page, selector: string): Promise<unknown> {
  return page.evaluate(
    `[...document.querySelectorAll(${JSON.stringify(selector)})]
      .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0)
      .map((element) => element.textContent)`,
  );
}

/** One line of a table is 22 pixels high. */
function heightOf(page: Page, selector: string): Promise<unknown> {
  return page.evaluate(`document.querySelector(${JSON.stringify(selector)}).clientHeight`);
}

function isInView(page: Page, selector: string): Promise<unknown> {
  return page.evaluate(`(() => {
    const { top, bottom } = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  })()`);
}

/** How much room the narrowest of the requests has for its URL, in pixels. */
function narrowestUrl(page: Page): Promise<unknown> {
  return page.evaluate(
    `Math.min(...[...document.querySelectorAll(".line span[title]")].map((span) => span.clientWidth))`,
  );
}
