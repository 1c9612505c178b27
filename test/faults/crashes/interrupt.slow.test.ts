import { expect, it } from "vitest";
import { ended } from "../../support/stack";
import { succeeded } from "../../support/routeStack";
import { expectInOrder } from "./rounds";
import { startWorld } from "./world";

it("one Ctrl-C waits for running changes and records them, starts nothing new, and the next up continues", async () => {
  const world = await startWorld(1500);
  const { emulator, stack, owned } = world;
  try {
    const child = stack.start(["up", "--yes", "--skip-preview", "--non-interactive"]);
    const end = ended(child);
    while (emulator.operations().length < 4) await new Promise((resolve) => setTimeout(resolve, 5));
    child.kill("SIGINT");
    const { code, output } = await end;
    expect(code).not.toBe(0);
    expect(output).toContain("update canceled");
    expect(emulator.operations().length).toBeLessThan(40);
    for (const { operation } of emulator.operations()) expect(operation.status).toBe("DONE");
    const recorded = stack.managed().map(({ id = "" }) => id);
    expect(recorded.filter((id) => /\/(routes|snapshots)\//.test(id)).sort()).toEqual(owned().sort());
    succeeded(await stack.up());
    await expectInOrder(world);
  } finally {
    await world.close();
  }
});
