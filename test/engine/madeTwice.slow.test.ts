import { describe, expect, it } from "vitest";
import type { Emulator } from "../../emulator/src/index";
import { isEmpty, isValues } from "../../provider/src/fields/values";
import { nameOf, registeredKinds, restoring } from "../kinds/every";
import { startTwoFacedStack } from "../support/bothFaces";
import { project } from "../support/routeProvider";
import { succeeded } from "../support/routeStack";

/** Members that change with every write, whoever makes it; an IAM policy without grants has no version. */
const versions = ["fingerprint", "labelFingerprint", "etag", "version"];

/** Everything at the service, without its versions. */
function listObjects({ objects }: Emulator): Record<string, unknown> {
  const plain = (value: unknown): unknown => {
    if (!isValues(value)) return value;
    const members = Object.entries(value).filter(([key]) => !versions.includes(key));
    return Object.fromEntries(
      members.map(([key, member]) => [key, plain(member)]).filter(([, member]) => !isEmpty(member)),
    );
  };
  // A project gets its network with the first request.
  const all = objects.list("").filter(({ path }) => !path.endsWith("/networks/default"));
  return Object.fromEntries(all.map(({ path, object }) => [path, plain(object)]));
}

// The first request of a destroy does not know its stack, and a stack of one resource has no other one.
describe.each(["class", "plugin"] as const)("a stack of one resource, declared by the %s", (face) => {
  it.each(registeredKinds.map((kind) => [nameOf(kind), kind] as const))(
    "%s is made and destroyed twice, and leaves what was there before",
    async (kind, tested) => {
      const { plain } = tested;
      const { emulator, stack, declare } = await startTwoFacedStack();
      plain.arrange?.(emulator, project, 1);
      const before = listObjects(emulator);
      const args = { ...plain.args(0), ...restoring(tested) };
      for (const round of ["first", "second"]) {
        declare(face, [{ kind, name: "only", args }]);
        succeeded(await stack.up());
        expect(listObjects(emulator), round).not.toEqual(before);
        const output = succeeded(await stack.destroy());
        expect(output).not.toContain("warning");
        expect(listObjects(emulator), round).toEqual(before);
      }
    },
  );
});
