import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { admin, emulatorForTest, insertRoute, routeBody, ROUTES, send, wait } from "../unit/emulator/helpers";
import { useBrowser } from "../support/browser";

const ROUTE = "projects/p/global/routes/r";

describe("the emulator's console", () => {
  const browser = useBrowser();

  it("shows resources by kind, operations and requests while they happen", async () => {
    const emulator = await emulatorForTest({ latency: { defaultMs: 3000 } });
    const page = await browser.open(emulator.url);
    await page.getByText("No operation yet").waitFor();
    const operation = await insertRoute(emulator);
    await page.locator("tr[data-state=running]", { hasText: "routes/r" }).waitFor();
    await wait(emulator, operation);
    await page.locator("tr[data-state=done]", { hasText: "routes/r" }).waitFor();
    await resource(page, "r").waitFor();
    expect(await page.locator("#resources summary").allInnerTexts()).toEqual(["networks 1", "routes 1"]);
    expect(await lines(page)).toEqual([
      expect.stringMatching(/POST\s+global\/operations\/operation-\S+\/wait\s+200/),
      expect.stringMatching(/POST\s+global\/routes\s+200/),
    ]);
  });

  it("shows what was there before it was opened", async () => {
    const emulator = await emulatorForTest();
    await wait(emulator, await insertRoute(emulator));
    const page = await browser.open(emulator.url);
    await resource(page, "r").waitFor();
    await page.locator("tr[data-state=done]").waitFor();
    await expect.poll(() => lines(page)).toHaveLength(2);
  });

  it("shows a request with its body and its answer, and no token or key anywhere", async () => {
    const emulator = await emulatorForTest();
    emulator.objects.put("projects/p/zones/z/disks/d", { sizeGb: "10" });
    const rawKey = Buffer.from("a secret key of thirty-two bytes").toString("base64");
    const page = await browser.open(emulator.url);
    const received: string[] = [];
    page.on("response", async (response) => {
      // One that is cut short by the end of the page holds nothing that was shown.
      if (!response.url().endsWith("/events")) received.push(await response.text().catch(() => ""));
    });
    // Refused, with the key in the message; then accepted.
    for (const name of ["BAD", "s"]) {
      const body = { name, sourceDisk: "zones/z/disks/d", snapshotEncryptionKey: { rawKey } };
      await send(emulator, "POST", "/projects/p/global/snapshots", { body, token: "a-secret-token" });
    }
    await send(emulator, "POST", "/projects/p/global/snapshots", {
      body: { name: "t", sourceDisk: "zones/z/disks/d", snapshotEncryptionKey: { rawKey: "not-a-secret-key" } },
    });
    await expect.poll(() => lines(page)).toHaveLength(3);
    for (const line of await page.locator("#requests [role=option]").all()) {
      await line.click();
      await page.getByRole("region", { name: "Body of the request" }).getByText("sourceDisk").waitFor();
      await page.getByRole("region", { name: "Answer" }).waitFor();
      await page.getByText(`Request ${(await line.getAttribute("data-sequence")) ?? ""}`).waitFor();
      received.push(await page.locator("body").innerText());
    }
    const everything = received.join("\n");
    expect(everything).toContain("sha256:");
    expect(everything).not.toContain("a-secret-token");
    expect(everything).not.toContain(rawKey);
    expect(everything).not.toContain("not-a-secret-key");
  });

  it("changes a field and deletes an object behind the program's back", async () => {
    const emulator = await emulatorForTest();
    await wait(emulator, await insertRoute(emulator));
    const page = await browser.open(emulator.url);
    await resource(page, "r").click();
    await page.getByLabel("Field").selectOption("priority");
    await page.getByLabel("Value").fill("not a number");
    await page.getByRole("button", { name: "Change it outside" }).click();
    await announced(page, "the value has to be JSON, like 900");
    await page.getByLabel("Value").fill("901");
    await page.getByRole("button", { name: "Change it outside" }).click();
    await announced(page, "`pulumi refresh` finds it");
    expect(emulator.objects.get(ROUTE)).toMatchObject({ priority: 901 });
    await page.getByText(/changed: priority$/).waitFor();
    await page.getByLabel("Field").selectOption("tags");
    await page.getByRole("button", { name: "Remove the field" }).click();
    await page.getByText(/changed: tags$/).waitFor();
    expect(emulator.objects.get(ROUTE)).not.toHaveProperty("tags");
    await page.getByRole("button", { name: "Delete it outside" }).click();
    await announced(page, "was deleted behind the program's back");
    expect(emulator.objects.get(ROUTE)).toBeUndefined();
    await page.getByText("It is gone.").waitFor();
    await expect.poll(() => resource(page, "r").count()).toBe(0);
  });

  it("arms a fault for one method of one collection, and disarms it", async () => {
    const emulator = await emulatorForTest();
    const page = await browser.open(emulator.url);
    await page.locator("select[name=answer]").selectOption("429 rateLimitExceeded");
    await page.getByLabel("Collection").selectOption("routes");
    await page.getByLabel("Method").selectOption("insert");
    await page.getByLabel("Times").selectOption("2");
    await page.getByRole("button", { name: "Arm the fault" }).click();
    await page.locator("#faults li", { hasText: "status 2 times on POST" }).waitFor();
    expect((await send(emulator, "GET", ROUTES)).status).toBe(200);
    expect((await send(emulator, "POST", ROUTES, { body: routeBody() })).status).toBe(429);
    await page.locator("#faults li", { hasText: "status 1 time on POST" }).waitFor();
    await page.getByLabel("Problems only").check();
    await expect.poll(() => lines(page)).toEqual([expect.stringMatching(/POST.*routes\s+status\s+429/s)]);
    await page.getByRole("button", { name: "Disarm all" }).click();
    await expect.poll(() => page.locator("#faults li").count()).toBe(0);
    expect((await send(emulator, "POST", ROUTES, { body: routeBody() })).status).toBe(200);
  });

  it("offers for a failing operation only methods that start one, and says when it has failed", async () => {
    const emulator = await emulatorForTest();
    const page = await browser.open(emulator.url);
    await page.getByLabel("What happens").selectOption("operationError");
    await page.getByLabel("Collection").selectOption("routes");
    expect(await page.getByLabel("Method").locator("option").allInnerTexts()).toEqual(["any", "delete", "insert"]);
    await page.getByRole("button", { name: "Arm the fault" }).click();
    await announced(page, "Armed: the operation fails");
    await wait(emulator, await insertRoute(emulator));
    await page.locator("tr[data-state=failed]", { hasText: "QUOTA_EXCEEDED" }).waitFor();
    await announced(page, "Operation insert of projects/p/global/routes/r failed: QUOTA_EXCEEDED");
  });

  it("sets the latency, and shows one that was set elsewhere", async () => {
    const emulator = await emulatorForTest();
    const page = await browser.open(emulator.url);
    await page.locator("#latency-form").getByLabel("Operations").fill("60000");
    await page.getByRole("button", { name: "Set the latency" }).click();
    await announced(page, "The latency is set");
    await insertRoute(emulator);
    expect(emulator.operations().map(({ durationMs }) => durationMs)).toEqual([60_000]);
    emulator.latency({ requestMs: 7 });
    await expect.poll(() => page.locator("#latency-form").getByLabel("Requests").inputValue()).toBe("7");
  });

  it("forgets everything, but only when that is confirmed", async () => {
    const emulator = await emulatorForTest();
    await wait(emulator, await insertRoute(emulator));
    const page = await browser.open(emulator.url);
    await page.getByRole("button", { name: "Reset everything" }).click();
    await page.getByRole("button", { name: "Keep everything" }).click();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    expect(emulator.objects.get(ROUTE)).toBeDefined();
    await page.getByRole("button", { name: "Reset everything" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Reset", exact: true }).click();
    await announced(page, "Everything is forgotten.");
    await page.getByText("Nothing yet.").waitFor();
    expect(await lines(page)).toEqual([]);
    expect(emulator.requests()).toEqual([]);
  });

  it("empties the log alone, and counts on", async () => {
    const emulator = await emulatorForTest();
    await wait(emulator, await insertRoute(emulator));
    const page = await browser.open(emulator.url);
    await resource(page, "r").waitFor();
    await page.getByRole("button", { name: "Clear" }).click();
    await expect.poll(() => lines(page)).toEqual([]);
    await send(emulator, "GET", ROUTES);
    await expect.poll(() => lines(page)).toHaveLength(1);
    expect(await resource(page, "r").count()).toBe(1);
  });

  it("says when the emulator has gone", async () => {
    const emulator = await emulatorForTest();
    const page = await browser.open(emulator.url);
    await emulator.close();
    await page.getByText("not connected, trying again").waitFor();
  });

  it("lets a resource with a name of markup be a name", async () => {
    const emulator = await emulatorForTest();
    emulator.objects.put(ROUTE, { description: "<img src=x onerror=\"document.title='broken'\">" });
    const page = await browser.open(emulator.url);
    await resource(page, "r").click();
    await page.getByText("<img src=x").first().waitFor();
    expect(await page.title()).toBe("Compute Engine emulator");
    expect(await page.locator("img").count()).toBe(0);
  });

  it("is not shown changes of an admin path as requests of the program", async () => {
    const emulator = await emulatorForTest();
    const page = await browser.open(emulator.url);
    await admin(emulator, "PUT", `/objects/${ROUTE}`, {});
    await resource(page, "r").waitFor();
    expect(await lines(page)).toEqual([]);
  });
});

function resource(page: Page, name: string) {
  return page.locator("#resources").getByRole("button", { name: new RegExp(`^${name} projects/`) });
}

/** The lines of the request log that are drawn, newest first. */
function lines(page: Page): Promise<string[]> {
  return page.locator("#requests [role=option]").allInnerTexts();
}

async function announced(page: Page, text: string): Promise<void> {
  await page.getByRole("status").getByText(text).waitFor();
}
