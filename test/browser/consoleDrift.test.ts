import { describe, expect, it } from "vitest";
import { useBrowser } from "../support/browser";
import { startRouteStack, succeeded } from "../support/routeStack";

const program = `
for (const name of ["kept", "edited", "deleted"]) {
  new gce.Route(name, {
    name,
    network: "default",
    destRange: "203.0.113.0/24",
    nextHopGateway: "default-internet-gateway",
  });
}
`;

describe("drift that is made with the console's buttons", () => {
  const browser = useBrowser();

  it("is found by the next refresh of the real CLI", async () => {
    const { emulator, stack } = await startRouteStack({ program });
    succeeded(await stack.up());
    const page = await browser.open(emulator.url);
    const choose = (name: string) =>
      page
        .locator("#resources")
        .getByRole("button", { name: new RegExp(`^${name} `) })
        .click();
    await choose("edited");
    await page.getByLabel("Field").selectOption("priority");
    await page.getByLabel("Value").fill("7");
    await page.getByRole("button", { name: "Change it outside" }).click();
    await page.getByText(/changed: priority$/).waitFor();
    await choose("deleted");
    await page.locator("#detail .path", { hasText: "/routes/deleted" }).waitFor();
    await page.getByRole("button", { name: "Delete it outside" }).click();
    await page.getByText("It is gone.").waitFor();

    const refreshed = succeeded(await stack.refresh("--diff"));
    expect(refreshed).toMatch(/priority\s*: 1000 => 7/);
    expect(refreshed).toMatch(/- 1 deleted/);
    expect(refreshed).toMatch(/~ 1 updated/);
    // The refresh itself is in the log: a get of each of the three, of which one was not there.
    await expect
      .poll(() => page.locator("#requests [role=option]", { hasText: /GET[\s\S]*routes\/deleted[\s\S]*404/ }).count())
      .toBe(1);
  });
});
