import { describe, expect, it } from "vitest";
import type { Emulator } from "../../../emulator/src/index";
import { startEmulator, type SeedObjects } from "../../../emulator/src/index";
import { admin, emulatorForTest, ROOT, send } from "./helpers";

const global = "projects/p/global";
const everything = ({ objects }: Emulator) => ["projects/", "locations/"].flatMap((root) => objects.list(root));

describe("a seed", () => {
  it("goes to the given place over HTTP, with times that are counted back from now", async () => {
    const now = Date.UTC(2026, 5, 1);
    const emulator = await emulatorForTest({ now: () => now });
    const places = { project: "other", region: "europe-west1", parentId: "folders/7" };
    const { json } = await admin(emulator, "POST", "/seed", places);
    expect(json.planted).toMatchObject({
      "projects/other/global/networkProfiles": 5,
      "projects/other/zones/europe-west1-a/instanceGroupManagers": 2,
      "projects/other/regions/europe-west1/instanceGroupManagers": 2,
      "locations/global/operations": 10,
    });
    const operations = await send(emulator, "GET", "/locations/global/operations?parentId=folders/7");
    const times = (operations.json.items as { insertTime: string }[]).map(({ insertTime }) => Date.parse(insertTime));
    expect(Math.max(...times)).toBe(now - 60_000);
    expect(JSON.stringify(everything(emulator))).not.toMatch(/\{(project|region|parentId|now)|my-project/);
  });

  it("can be planted again over HTTP, in an emulator that has it from the start", async () => {
    const emulator = await emulatorForTest({ seed: true });
    const search = () => emulator.objects.get("projects/my-project/regions/us-central1/instanceGroupManagers/search");
    const before = search();
    const { status, message } = await admin(emulator, "POST", "/seed");
    expect([status, message]).toEqual([200, ""]);
    expect(search()).toMatchObject({ versions: before?.versions, instanceTemplate: before?.instanceTemplate });
  });
});

describe("objects from the start", () => {
  it("are taken as another emulator lists them, and are there again after a reset", async () => {
    const first = await emulatorForTest({ seed: { parts: ["references", "groups"] } });
    first.objects.put(`${global}/networks/web`, {});
    first.objects.put(`${global}/firewallPolicies/guard`, {
      associations: [{ name: "a", attachmentTarget: "global/networks/web" }],
    });
    const listed = everything(first);
    const second = await emulatorForTest({
      objects: Object.fromEntries(listed.map(({ path, object }) => [path, object])),
    });
    await second.reset();
    expect(everything(second).map(({ path }) => path)).toEqual(listed.map(({ path }) => path));
    const group = "projects/my-project/regions/us-central1/instanceGroupManagers/storefront";
    expect(second.objects.get(group)).toEqual(first.objects.get(group));
    expect(second.objects.get(`${global}/networks/web`)).toMatchObject({
      firewallPolicy: `${ROOT}${global}/firewallPolicies/guard`,
    });
  });

  const network = `${global}/networks/web`;
  const nowhere = { associations: [{ name: "a", attachmentTarget: "global/networks/x" }] };
  const many = Array.from({ length: 12 }, (_, index) => [`${global}/networks/n${String(index)}`, { mtu: "" }] as const);

  it.each<[string, Record<string, unknown>, string | RegExp]>([
    ["a field that its kind has not", { [network]: { colour: "red" } }, 'Unknown name "colour"'],
    ["a path of no object", { "projects/p/global/clouds/c": {} }, "\n  'projects/p/global/clouds/c' is not the path"],
    ["a name that its path has not", { [network]: { name: "other" } }, "Its name has to be 'web'"],
    ["what is no object", { [network]: [] }, "An object is a JSON object"],
    [
      "a policy of no network",
      { [`${global}/firewallPolicies/a`]: nowhere },
      "a: The resource 'projects/p/global/networks/x'",
    ],
    ["many mistakes", Object.fromEntries(many), /networks\/n0: [^]*networks\/n9: [^]*and 2 more$/],
  ])("are refused with %s, by a message that names path and reason", async (_what, objects, message) => {
    await expect(startEmulator({ objects: objects as SeedObjects })).rejects.toThrow(message);
  });
});
