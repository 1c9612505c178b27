import { expect, it } from "vitest";
import { startTwoFacedStack, type Declared, type Face } from "../support/bothFaces";
import { succeeded } from "../support/routeStack";
import { global, root } from "../protocol/others";
import { project } from "../support/routeProvider";

const service = `${global}/backendServices/web`;
const groupPath = (name: string) => `projects/${project}/zones/us-central1-a/networkEndpointGroups/${name}`;
/** As the service has it, with what it adds by default. */
const backend = (name: string, maxRatePerEndpoint = 50) => ({
  group: root + groupPath(name),
  balancingMode: "RATE",
  capacityScaler: 1,
  maxRatePerEndpoint,
});
const theirs = [{ ...backend("one"), preference: "PREFERRED" }, backend("two")];

/** A patch with one backend. */
const patched = (name: string, maxRatePerEndpoint: number): Declared => ({
  kind: "BackendServicePatch",
  name,
  args: {
    backendService: "web",
    backends: [{ group: groupPath(name), balancingMode: "RATE", maxRatePerEndpoint }],
    deletionPolicy: "RESTORE",
  },
});

it.each<Face>(["class", "plugin"])(
  "two patches of a %s and a stranger hold backends of one service, from the first run to the last",
  async (face) => {
    const { emulator, stack, declare } = await startTwoFacedStack();
    for (const name of ["one", "two", "blue", "green", "new"]) emulator.objects.put(groupPath(name), {});
    emulator.objects.put(service, { protocol: "HTTP", backends: theirs });
    const actual = () => emulator.objects.get(service)?.backends;
    const ours = () => (actual() as { group: string }[]).filter(({ group }) => /blue|green/.test(group));

    declare(face, [patched("blue", 100), patched("green", 200)]);
    const first = succeeded(await stack.up());
    expect(first).not.toMatch(/warning:/);
    expect(actual()).toEqual([...theirs, ...ours()]);
    expect(ours()).toEqual(expect.arrayContaining([backend("blue", 100), backend("green", 200)]));
    succeeded(await stack.up("--expect-no-changes"));

    // A tool that knows nothing of the program adds its own backend, and leaves one of the program out.
    emulator.objects.patch(service, { backends: [backend("new"), ...theirs, backend("green", 200)] });
    succeeded(await stack.up("--refresh"));
    expect(actual()).toEqual([backend("new"), ...theirs, backend("green", 200), backend("blue", 100)]);

    // One changes, and the other one leaves the program.
    declare(face, [patched("blue", 101)]);
    succeeded(await stack.up());
    expect(actual()).toEqual([backend("new"), ...theirs, backend("blue", 101)]);

    succeeded(await stack.destroy());
    expect(actual()).toEqual([backend("new"), ...theirs]);
  },
);

it.each<Face>(["class", "plugin"])(
  "one item in two patches of a %s stops the preview, and names both",
  async (face) => {
    const { emulator, stack, declare } = await startTwoFacedStack();
    emulator.objects.put(service, { protocol: "HTTP", backends: theirs });
    const twin = { ...patched("blue", 7), name: "twin" };
    declare(face, [patched("blue", 100), twin]);
    emulator.clearRequests();
    const failed = await stack.preview();
    expect(failed.code).not.toBe(0);
    expect(failed.output).toMatch(
      /backends\["zones\/us-central1-a\/networkEndpointGroups\/blue"\] is managed by "(?:blue|twin)" too/,
    );
    expect(emulator.requests()).toEqual([]);
  },
);
