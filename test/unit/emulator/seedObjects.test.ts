import { describe, expect, it } from "vitest";
import { startEmulator, type SeedObjects } from "../../../emulator/src/index";
import { emulatorForTest } from "./helpers";

const global = "projects/p/global";
const root = "https://www.googleapis.com/compute/v1/";

describe("the objects that an emulator starts with", () => {
  it("exist immediately and after a reset, with the service's part and whole links, in any order", async () => {
    const emulator = await emulatorForTest({
      objects: {
        [`${global}/firewallPolicies/guard`]: {
          associations: [{ name: "a", attachmentTarget: "global/networks/web" }],
        },
        [`${root}projects/p/regions/r/subnetworks/web`]: { network: "global/networks/web", ipCidrRange: "10.0.0.0/24" },
        [`${global}/networks/web`]: {},
      },
    });
    for (const round of ["first", "second"]) {
      expect(emulator.objects.get(`${global}/networks/web`), round).toMatchObject({
        kind: "compute#network",
        firewallPolicy: `${root}${global}/firewallPolicies/guard`,
      });
      expect(emulator.objects.get("projects/p/regions/r/subnetworks/web")).toMatchObject({
        id: expect.stringMatching(/^\d+$/) as string,
        network: `${root}${global}/networks/web`,
      });
      emulator.objects.delete(`${global}/networks/web`);
      await emulator.reset();
    }
  });

  it("are taken as another emulator lists them", async () => {
    const first = await emulatorForTest({ seed: { parts: ["references", "groups"], managedInstances: 3 } });
    const listed = ["projects/", "locations/"].flatMap((prefix) => first.objects.list(prefix));
    const objects = Object.fromEntries(listed.map(({ path, object }) => [path, object]));
    const second = await emulatorForTest({ objects });
    const ofSecond = ["projects/", "locations/"].flatMap((prefix) => second.objects.list(prefix));
    expect(ofSecond.map(({ path }) => path)).toEqual(listed.map(({ path }) => path));
    const group = "projects/my-project/regions/us-central1/instanceGroupManagers/storefront";
    expect(second.objects.get(group)).toEqual(first.objects.get(group));
    expect(second.objects.get("locations/global/firewallPolicies/123456789")).toMatchObject({
      shortName: "perimeter",
      iamPolicy: { bindings: [{ members: ["group:security@example.com"] }] },
    });
  });

  it.each<[string, Record<string, unknown>, RegExp]>([
    ["a field that its kind has not", { [`${global}/networks/web`]: { colour: "red" } }, /Unknown name "colour"/],
    ["a value of another type", { [`${global}/networks/web`]: { autoCreateSubnetworks: "no" } }, /expected boolean/],
    ["a path of no object", { "projects/p/global/clouds/c": {} }, /clouds\/c' is not the path of an object/],
    ["a name that its path has not", { [`${global}/networks/web`]: { name: "other" } }, /Its name has to be 'web'/],
    ["what is no object", { [`${global}/networks/web`]: [] }, /An object is a JSON object/],
    [
      "a policy of a network that is not there",
      { [`${global}/firewallPolicies/a`]: { associations: [{ name: "a", attachmentTarget: "global/networks/x" }] } },
      /firewallPolicies\/a: The resource 'projects\/p\/global\/networks\/x' was not found/,
    ],
  ])("are refused with %s, by a message that names path and reason", async (_what, objects, message) => {
    await expect(startEmulator({ objects: objects as SeedObjects })).rejects.toThrow(message);
  });

  it("are refused with all of their mistakes in one error", async () => {
    const wrong = (name: string) => [`${global}/networks/${name}`, { mtu: "large" }] as const;
    const names = Array.from({ length: 12 }, (_none, index) => `n${String(index)}`);
    await expect(startEmulator({ objects: Object.fromEntries(names.map(wrong)) })).rejects.toThrow(
      /networks\/n0: [^]*networks\/n9: [^]*and 2 more$/,
    );
  });
});
