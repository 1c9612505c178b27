import { it } from "vitest";
import { emulatorOptions, everyKind } from "../kinds/every";
import { extendedFolder } from "../support/extendedPackage";
import { liveThrough, type Declared } from "../support/life";
import { startRouteStack } from "../support/routeStack";

it("a resource of each kind is made, left alone, changed, found changed by others, mended, and removed", async () => {
  const { emulator, stack } = await startRouteStack({
    program: "",
    parent: extendedFolder,
    emulator: emulatorOptions(),
    config: { "gcp:region": "us-central1" },
  });
  await liveThrough(everyKind, stack, emulator, (declared) => {
    stack.program(programOf(declared));
  });
});

function programOf(declared: Declared): string {
  return Object.entries(declared)
    .map(([kind, args]) => `new gce.${kind}("${kind}", ${JSON.stringify(args)});\n`)
    .join("");
}
