import { it } from "vitest";
import { liveAsClasses } from "../support/life";

it("a resource of each kind is made, left alone, changed, found changed by others, mended, and removed", async () => {
  await liveAsClasses();
});
