import { it } from "vitest";
import { everyKind } from "../kinds/every";
import { startKindProvider } from "../support/kindProvider";
import { expectBudget } from "./budgets";

it("no kind costs a request or a byte of state more than its budget says, in every call of the engine", async () => {
  const { emulator, provider } = await startKindProvider("Route");
  for (const kind of everyKind) await expectBudget(kind, emulator, provider);
});
