import type { Page } from "playwright-core";
import { describe, expect, it, onTestFinished } from "vitest";
import { violations } from "../support/axe";
import { useBrowser } from "../support/browser";
import { loopbackServer } from "../support/loopbackServer";
import { emulatorForTest, insertRoute, ROUTES, send, wait } from "../unit/emulator/helpers";

const ROUTE = "projects/p/global/routes/r";

describe("the emulator's console", () => {
  const browser = useBrowser();

  it("shows what a program does, changes objects behind its back, arms faults and resets", async () => {
    const emulator = await emulatorForTest({ latency: { defaultMs: 2000 } });
    const page = await browser.open(emulator.url);
    await page.getByText("No operation yet").waitFor();
    const operation = await insertRoute(emulator, { description: "<img src=x onerror=\"document.title='broken'\">" });
    await page.locator("tr[data-state=running]", { hasText: "routes/r" }).waitFor();
    await wait(emulator, operation);
    await page.locator("tr[data-state=done]", { hasText: "routes/r p" }).waitFor();
    await page.locator("#requests .line", { hasText: "p global/routes" }).waitFor();
    expect(await page.locator("#resources summary").allInnerTexts()).toEqual(["routes 1", "networks 1"]);
    await page.locator("#requests .line").nth(1).click();
    await page.getByRole("region", { name: "Body of the request" }).getByText("nextHopGateway").waitFor();
    await page.getByRole("region", { name: "Answer" }).waitFor();

    await resource(page, "r").click();
    expect(await page.locator("img").count()).toBe(0);
    await page.getByLabel("Field").selectOption("priority");
    await page.getByLabel("Value").fill("not a number");
    await page.getByRole("button", { name: "Change it outside" }).click();
    await announced(page, "it has to be JSON, like 900");
    await page.getByLabel("Value").fill("901");
    await page.getByRole("button", { name: "Change it outside" }).click();
    await page.getByText(/changed: priority$/).waitFor();
    await page.getByRole("button", { name: "Delete it outside" }).click();
    await page.getByText("The object is deleted.").waitFor();
    expect(emulator.objects.get(ROUTE)).toBeUndefined();

    await unfold(page, "Break something");
    await page.getByLabel("What happens").selectOption("operationError");
    await page.getByLabel("Path, as").fill("/routes$");
    await page.getByRole("button", { name: "Arm the fault" }).click();
    await page.locator("#faults li", { hasText: "operationError 1 time on /routes$" }).waitFor();
    await wait(emulator, await insertRoute(emulator));
    await page.locator("tr[data-state=failed]", { hasText: "QUOTA_EXCEEDED" }).waitFor();
    await announced(page, `Operation insert of ${ROUTE} failed: QUOTA_EXCEEDED`);
    await unfold(page, "Latency, in milliseconds");
    await page.locator("#latency-form").getByLabel("Operations").fill("7");
    await page.getByRole("button", { name: "Set the latency" }).press("Enter");
    await expect
      .poll(() => emulator.requests().length && page.getByRole("status").innerText())
      .toMatch("latency is set");
    expect(await page.locator("button:focus").innerText()).toBe("Set the latency");

    await page.getByRole("button", { name: "Reset everything" }).click();
    await page.getByRole("button", { name: "Keep everything" }).click();
    expect(emulator.requests()).not.toEqual([]);
    await page.getByRole("button", { name: "Reset everything" }).click();
    await page.getByRole("button", { name: "Reset", exact: true }).click();
    await page.getByText("Nothing yet.").waitFor();
    expect(emulator.requests()).toEqual([]);
    await emulator.close();
    await page.getByText("not connected, trying again").waitFor();
    expect(await page.title()).toBe("Compute Engine emulator");
  });

  it.each(["localhost", "127.0.0.1"])("lets no page of %s use up a fault, and a link lead to it", async (host) => {
    const emulator = await emulatorForTest();
    const page = await browser.open(emulator.url);
    emulator.fault({ times: "always", fault: { kind: "status", status: 503 } });
    const foreign = await loopbackServer((_request, response) => {
      response.setHeader("content-type", "text/html");
      response.end(`<a href="${emulator.url}/">the console</a>`);
    });
    onTestFinished(foreign.close);
    const attacker = (await page.context().browser()?.newPage()) ?? expect.fail("The browser is gone.");
    await attacker.goto(foreign.origin.replace("127.0.0.1", host));
    const target = JSON.stringify(emulator.endpoint + ROUTES);
    await attacker.evaluate(`Promise.all([
      fetch(${target}, { mode: "no-cors" }).catch(() => undefined),
      fetch(${target}).catch(() => undefined),
      ...["img", "iframe", "script"].map((name) => new Promise((resolve) => {
        const element = document.createElement(name);
        element.onload = element.onerror = resolve;
        element.src = ${target};
        document.body.append(element);
      })),
    ])`);
    expect(emulator.requests()).toEqual([]);
    await attacker.getByRole("link").click();
    await attacker.getByText("live", { exact: true }).waitFor();
    await attacker.close();
  });

  it("goes on after an answer that breaks off, and one from something else", async () => {
    const emulator = await emulatorForTest();
    const page = await browser.open(emulator.url);
    await page.getByText("live", { exact: true }).waitFor();
    const state = /console\/state/;
    await page.evaluate(
      "window.realFetch = fetch; fetch = async () => ({ ok: true, json: () => Promise.reject(new Error()), text: () => Promise.reject(new Error()) })",
    );
    await page.getByText("not connected, trying again").waitFor();
    await page.evaluate("fetch = window.realFetch");
    await page.route(state, (route) => route.fulfill({ status: 502, body: "<html>" }));
    await page.getByText("not connected, trying again").waitFor();
    await page.unroute(state);
    await page.getByText("live", { exact: true }).waitFor();
  });

  it("makes an object, explains an invalid one, and shows the new object", async () => {
    const emulator = await emulatorForTest();
    const page = await browser.open(emulator.url);
    await page.getByRole("button", { name: "Make an object" }).click();
    const dialog = page.getByRole("dialog", { name: "Make an object" });
    await dialog.getByLabel("Kind of object").selectOption({ label: "zonal disks" });
    await dialog.getByText("sizeGb int64, ").waitFor();
    await dialog.getByText("projects/{project}/zones/{zone}/disks/{disk}").waitFor();
    await dialog.getByRole("textbox", { name: "Name of the disk" }).fill("Data");
    await dialog.getByRole("button", { name: "Make it" }).click();
    await dialog.getByRole("alert").getByText('"Data" has capitals.').waitFor();
    await dialog.getByRole("textbox", { name: "Name of the disk" }).fill("data");
    await dialog.getByRole("button", { name: "Make it" }).click();
    await page.locator(".detail .path", { hasText: "zones/us-central1-a/disks/data" }).waitFor();
    await dialog.waitFor({ state: "hidden" });
  });

  it("lets the instances of a template fail, explains a wrong rule, and lets all come up", async () => {
    const emulator = await emulatorForTest();
    const page = await browser.open(emulator.url);
    const form = await unfold(page, "Fail a rollout");
    const [template, errors] = [form.getByLabel("Instance template"), form.getByLabel("Errors of each attempt")];
    await template.fill("(");
    await template.press("Enter");
    await announced(page, "rollouts[0].instanceTemplate is not a regular expression");
    await template.fill("-v2$");
    await errors.fill("");
    await form.getByRole("button", { name: "Let them fail" }).press("Enter");
    await form.locator("li", { hasText: "unhealthy always on -v2$" }).waitFor();
    await errors.fill('[{ "code": "QUOTA_EXCEEDED", "message": "no" }]');
    await form.getByLabel("Failed attempts").selectOption("3");
    await template.fill("-v3$");
    await template.press("Enter");
    await form.locator("li", { hasText: "QUOTA_EXCEEDED 3 on -v3$" }).waitFor();
    const group = "projects/p/regions/us-central1/instanceGroupManagers/g";
    emulator.objects.put(group, { targetSize: 1, instanceTemplate: "global/instanceTemplates/web-v3" });
    expect(emulator.objects.get(group)).toMatchObject({ status: { isStable: false } });
    expect(await violations(page)).toEqual([]);
    await form.getByRole("button", { name: "Let all come up" }).click();
    await announced(page, "The rollouts go on.");
    await expect.poll(() => form.locator("li").count()).toBe(0);
    expect(emulator.objects.get(group)).toMatchObject({ status: { isStable: true } });
  });

  it("has a hand in a rollout: it grows the group at a later read, paces it, and loses an instance", async () => {
    const emulator = await emulatorForTest();
    const group = "projects/p/regions/us-central1/instanceGroupManagers/g";
    emulator.objects.put(group, { targetSize: 2 });
    const page = await browser.open(emulator.url);
    await unfold(page, "Latency, in milliseconds");
    await page.getByLabel("Each instance").fill("600000");
    await page.getByRole("button", { name: "Set the latency" }).click();
    await announced(page, "latency is set");

    const form = await unfold(page, "Break something");
    await form.getByLabel("What happens").selectOption("meanwhile");
    await form.getByLabel("Details").fill(JSON.stringify({ path: group }));
    await form.getByRole("button", { name: "Arm the fault" }).click();
    await announced(page, "one of patch, deletes: true and loses");
    await form.getByLabel("Details").fill(JSON.stringify({ path: group, patch: { targetSize: 3 } }));
    await form.getByLabel("Path, as").fill("/g$");
    await form.getByLabel("Let through").fill("1");
    await form.getByRole("button", { name: "Arm the fault" }).click();
    await form.locator("li", { hasText: "meanwhile 1 time on /g$" }).waitFor();
    expect(await violations(page)).toEqual([]);
    const size = async () => (await send(emulator, "GET", `/${group}`)).json.targetSize;
    expect([await size(), await size()]).toEqual([2, 3]);
    expect(emulator.objects.get(group)).toMatchObject({ currentActions: { none: 2, creating: 1 } });

    const [lost] = emulator.objects.list(`${group}/managedInstances/`).filter(({ object }) => object.id !== undefined);
    await resource(page, lost?.path.replace(/.*\//, "") ?? "").click();
    await page.getByRole("button", { name: "Delete it outside" }).click();
    await expect.poll(() => emulator.objects.get(group)).toMatchObject({ currentActions: { none: 1, creating: 2 } });
  });

  it("has hands on a list of several owners: one removes an item, and one writes the list as it was first", async () => {
    const emulator = await emulatorForTest();
    const service = "projects/p/global/backendServices/b";
    const group = (name: string) => ({ group: `zones/z/instanceGroups/${name}` });
    emulator.objects.put(service, { backends: [group("theirs")] });
    emulator.objects.patch(service, { backends: [group("theirs"), group("ours"), group("others")] });
    const names = () => JSON.stringify(emulator.objects.get(service)?.backends).match(/(?<=instanceGroups.)\w+/g);
    const page = await browser.open(emulator.url);
    await resource(page, "b").click();
    await page.getByLabel("Field").selectOption("backends");
    await page.getByLabel("Item").selectOption({ label: "others" });
    await page.getByRole("button", { name: "Remove the item" }).click();
    await announced(page, "backends was changed behind the program's back");
    await expect.poll(names).toEqual(["theirs", "ours"]);
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Write the list as it was first" }).click();
    await expect.poll(names).toEqual(["theirs"]);
    await page.getByLabel("Item").locator("option", { hasText: "ours" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Remove the item" }).click();
    await page.getByLabel("Item").waitFor({ state: "detached" });
    expect(emulator.objects.get(service)).not.toHaveProperty("backends");
  });

  it("shows first what has changed since the start, also what is deleted, and operations that took no time", async () => {
    const emulator = await emulatorForTest({ seed: true });
    const page = await browser.open(emulator.url);
    expect(await page.locator("#resources h3").allInnerTexts()).toEqual(["There from the start"]);
    await wait(emulator, await insertRoute(emulator));
    emulator.objects.patch("projects/my-project/zones/us-central1-a/disks/database", { sizeGb: "101" });
    await page.getByText("Changed since the start").waitFor();
    // The page may show the one change before the other.
    await expect
      .poll(async () => (await page.locator("#resources summary").allInnerTexts()).slice(0, 3))
      .toEqual(["zonal disks 1", "routes 1", "backendServices 2"]);
    emulator.objects.delete(ROUTE);
    await resource(page, "r deleted").waitFor();
    const [bar] = await page.locator("tr[data-state=done] rect").all();
    expect((await bar?.boundingBox())?.width).toBeGreaterThan(2);
    await emulator.reset();
    await page.getByText("Changed since the start").waitFor({ state: "detached" });
  });

  it("opens the request and the object of an operation, also by the keyboard", async () => {
    const emulator = await emulatorForTest();
    await wait(emulator, await insertRoute(emulator));
    emulator.fault({ fault: { kind: "operationError", errors: [{ code: "QUOTA_EXCEEDED", message: "no more" }] } });
    await wait(emulator, await insertRoute(emulator, { name: "fails" }));
    const page = await browser.open(emulator.url);
    const details = page.locator(".detail");
    // In the middle of its row.
    await page.locator("tr[data-state=done]").click();
    await details.getByRole("region", { name: "Body of the request" }).getByText('"name": "r"').waitFor();
    await details.getByRole("region", { name: "The object" }).getByText('"priority": 900').waitFor();
    await page.keyboard.press("ArrowUp");
    await details.getByText("failed: QUOTA_EXCEEDED no more").waitFor();
    await details.getByRole("region", { name: "Body of the request" }).getByText('"name": "fails"').waitFor();
    await details.getByText("routes/fails' was not found").waitFor();
    // The log can have forgotten the request.
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    await page.getByRole("heading", { name: "Requests 0" }).waitFor();
    await page.locator("tr[data-state=done]").click();
    await details.getByRole("region", { name: "The object" }).waitFor();
    expect(await details.getByRole("region", { name: "Body of the request" }).count()).toBe(0);
  });

  it.each([1400, 390])(
    "cuts a long path in the middle and its query first, and covers nothing by details (%i px wide)",
    async (width) => {
      const emulator = await emulatorForTest();
      await wait(emulator, await insertRoute(emulator));
      emulator.clearRequests();
      const name = `r${"-long".repeat(40)}-end`;
      for (const query of ["?fields=name", ""]) await send(emulator, "GET", `${ROUTES}/${name}${query}`);
      const page = await browser.open(emulator.url, { width, height: 844 });
      await page.locator("#requests .line").nth(1).waitFor();
      /** For each URL: whether its beginning is cut, and whether its end is within what is shown. */
      const shown = await page.evaluate(`[...document.querySelectorAll("#requests .line > [title]")].map((cell) => {
      const range = document.createRange();
      range.setStart(cell.lastChild, 19);
      range.setEnd(cell.lastChild, 20);
      const end = range.getBoundingClientRect().right <= cell.getBoundingClientRect().right;
      const start = cell.querySelector(".start");
      return { isCut: start.scrollWidth > start.clientWidth, end, text: cell.textContent };
    })`);
      const texts = ["", "?fields=name"].map((query) => `p global/routes/${name}${query}`);
      expect(shown).toEqual(texts.map((text) => ({ isCut: true, end: true, text })));

      const details = page.locator(".detail");
      expect(await details.count()).toBe(0);
      for (const [line, list] of [
        [page.locator("#requests .line").first(), "#requests"],
        [resource(page, "r"), "#resources"],
      ] as const) {
        await line.click();
        await details.waitFor();
        const room = await page.evaluate(`(() => {
        const [list, details] = ["section:has(${list})", ".detail"].map((one) => document.querySelector(one));
        const [a, b] = [list.getBoundingClientRect(), details.getBoundingClientRect()];
        return { below: Math.round(b.top - a.bottom), isBeside: b.left >= a.right };
      })()`);
        expect(room).toMatchObject(width === 390 ? { below: 12 } : { isBeside: true });
      }
      await page.getByRole("button", { name: "Close" }).click();
      expect(await details.count()).toBe(0);
    },
  );

  it("shows the titles of all forms without scrolling, and folds each part, which keeps what was filled in", async () => {
    const emulator = await emulatorForTest({ seed: true });
    emulator.fault({ times: "always", fault: { kind: "status", status: 503 } });
    const page = await browser.open(emulator.url, { width: 1400, height: 844 });
    const titles = ["Break something 1", "Latency, in milliseconds", "Fail a rollout 0"];
    for (const name of titles) {
      const bottom = await page.getByRole("button", { name, exact: true, expanded: false }).boundingBox();
      expect((bottom?.y ?? Infinity) + (bottom?.height ?? 0)).toBeLessThan(844);
    }
    await unfold(page, "Break something");
    const path = page.getByLabel("Path, as");
    await path.fill("/routes$");
    expect(await violations(page)).toEqual([]);
    for (const isShown of [false, true]) {
      await page.getByRole("button", { name: "Break something" }).press("Enter");
      await path.waitFor({ state: isShown ? "visible" : "hidden" });
    }
    expect(await path.inputValue()).toBe("/routes$");
    await page.getByRole("button", { name: "Objects" }).click();
    await page.getByRole("button", { name: "Make an object" }).waitFor({ state: "hidden" });
  });

  it("shows the last run as bars, also long after the one before", async () => {
    const emulator = await emulatorForTest();
    for (const name of ["old", "first", "second"]) await wait(emulator, await insertRoute(emulator, { name }));
    const page = await browser.open(emulator.url);
    const bars = page.locator("tr[data-state=done] rect");
    await expect.poll(() => bars.count()).toBe(3);
    await page.route(/console\/state/, async (route) => {
      const response = await route.fetch();
      const state = (await response.json()) as { operations: { newest: { acceptedAt: number }[] } };
      for (const operation of state.operations.newest.slice(2)) operation.acceptedAt -= 20 * 60_000;
      await route.fulfill({ response, json: state });
    });
    await expect.poll(() => bars.count()).toBe(2);
    const [newest, oldest] = await Promise.all([0, 1].map((index) => bars.nth(index).boundingBox()));
    // Both are on one scale, from one of its ends to the other.
    expect((newest?.x ?? 0) + (newest?.width ?? 0) - (oldest?.x ?? 0)).toBeGreaterThan(100);
    expect(await page.locator("thead th").last().innerText()).toMatch(/^[\d.]+ m?s from /);
  });

  it("lets the keyboard go through requests while new ones arrive, and keeps their elements", async () => {
    const emulator = await emulatorForTest();
    for (const name of ["one", "two", "three"]) await send(emulator, "GET", `${ROUTES}/${name}`);
    const page = await browser.open(emulator.url);
    const lines = page.locator("#requests .line");
    await lines.first().locator("input").focus();
    for (const key of ["Space", "ArrowDown", "ArrowDown", "ArrowUp"]) await page.keyboard.press(key);
    await page.locator(".detail .path", { hasText: "/routes/two" }).waitFor();
    await send(emulator, "GET", `${ROUTES}/four`);
    await lines.nth(3).waitFor();
    expect(await page.locator(".line:focus-within").innerText()).toContain("routes/two");
    await page.getByLabel("Pause").check();
    await send(emulator, "GET", `${ROUTES}/five`);
    await page.getByRole("heading", { name: "Requests 5" }).waitFor();
    expect(await lines.count()).toBe(4);
  });

  it.each([
    { colorScheme: "light" as const, width: 1400 },
    { colorScheme: "dark" as const, width: 1400 },
    { colorScheme: "light" as const, width: 390 },
  ])("has nothing that axe-core objects to ($colorScheme, $width px wide)", async ({ colorScheme, width }) => {
    const emulator = await emulatorForTest({ seed: true });
    await wait(emulator, await insertRoute(emulator, { name: `r${"-long".repeat(12)}` }));
    emulator.fault({ fault: { kind: "operationError", errors: [{ code: "QUOTA_EXCEEDED", message: "no" }] } });
    await wait(emulator, await insertRoute(emulator, { name: "fails" }));
    emulator.fault({ fault: { kind: "status", status: 503 } });
    await send(emulator, "GET", ROUTES);
    emulator.fault({ fault: { kind: "stall" } });
    const page = await browser.open(emulator.url, { width, height: 900, colorScheme });
    for (const view of [
      resource(page, "r-long"),
      page.locator("#requests .line", { has: page.getByText("503", { exact: true }) }),
      page.getByRole("button", { name: "Make an object" }),
      page.getByRole("button", { name: "Reset everything" }),
    ]) {
      await view.click();
      expect(await violations(page)).toEqual([]);
      // Out of a dialog.
      await page.keyboard.press("Escape");
    }
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
    await page.getByRole("link", { name: "Connect a client" }).click();
    await page.getByText(`compute_custom_endpoint = "${emulator.endpoint}/"`).waitFor();
  });
});

function resource(page: Page, name: string) {
  return page.locator("#resources label", { hasText: new RegExp(`^${name}\\S* projects/`) });
}

/** Unfolds a part of the page, and gives it. */
async function unfold(page: Page, title: string) {
  await page.getByRole("button", { name: title }).click();
  return page.locator("section", { has: page.getByRole("heading", { name: title }) });
}

async function announced(page: Page, text: string): Promise<void> {
  await page.getByRole("status").getByText(text).waitFor();
}
