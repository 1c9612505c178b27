import { describe, expect, it } from "vitest";
import { unknownValue } from "../../../provider/src/fields/unknown";
import type { Values } from "../../../provider/src/fields/values";
import type { ResourceDefinition } from "../../../provider/src/lifecycle/schema/definition";
import { networkFirewallPolicyAssociation } from "../../../provider/src/resources/networkFirewallPolicyAssociation/definition";
import { check } from "../../../provider/src/lifecycle/steps/check";
import { remove } from "../../../provider/src/lifecycle/steps/remove";
import { EngineLog } from "../../../provider/src/engine/engineLog";
import { diff } from "../../../provider/src/lifecycle/steps/diff";
import { ResourceFailure } from "../../../provider/src/lifecycle/job/failure";
import { serverDefaultedKey } from "../../../provider/src/lifecycle/schema/schema";
import { timeoutsKey } from "../../../provider/src/names/internalInputs";
import { route } from "../../../provider/src/resources/route/definition";
import { everyKind, nameOf } from "../../kinds/every";
import type { TestedKind } from "../../kinds/kind";
import { describeTables } from "../../support/kindTables";
import { offlineResource, testConfiguration } from "../../support/offlineResource";

const root = "https://www.googleapis.com/compute/v1/projects/my-project";

/** The program that the recorded route came from. */
const program: Values = {
  name: "egress",
  description: "to the world",
  network: "default",
  tags: ["a", "b"],
  destRange: "2001:db8::/32",
  nextHopIp: "2001:db8::1",
};

/** A route as it is recorded after the service made it. */
const recorded: Values = {
  ...program,
  project: "my-project",
  network: `${root}/global/networks/default`,
  priority: 1000,
  kind: "compute#route",
  numericId: "1",
  selfLink: `${root}/global/routes/egress`,
  routeType: "STATIC",
};

const { compared, findsNoChange, findsChange } = describeTables(route, program, recorded);
const unchanged = { changes: false, replaces: [], deleteBeforeReplace: false };

describe("a difference", () => {
  findsNoChange([
    { tags: ["b", "a"] },
    { priority: 1000 },
    { project: "my-project" },
    // Only the create call uses it.
    { params: { resourceManagerTags: { a: "b" } } },
    // Only other arguments are completed by it.
    { nextHopInstanceZone: "us-east1-b" },
    { adoptExisting: true },
    { deletionPolicy: "DELETE" },
  ]);

  const vm = `${root}/zones/us-central1-a/instances/vm`;
  it.each<[what: string, changes: Values, there: Values]>([
    ["a range of one that was recorded as an address", { destRange: "10.0.0.1/32" }, { destRange: "10.0.0.1" }],
    [
      "a field that the service filled",
      { nextHopIp: undefined, nextHopInstance: "vm" },
      { nextHopInstance: vm, nextHopIp: "10.0.0.9", [serverDefaultedKey]: ["nextHopIp"] },
    ],
  ])("is not %s", (_what, changes, there) => {
    expect(compared(changes, { ...recorded, ...there })).toMatchObject(unchanged);
  });

  // The old route is deleted first, as they share the name.
  findsChange([
    [{ network: "other" }, ["network"], "first"],
    [{ tags: [] }, ["tags"], "first"],
    [{ nextHopIp: "2001:db8::2" }, ["nextHopIp"], "first"],
  ]);

  it.each<[what: string, changes: Values, there: Values]>([
    ["deletionPolicy back to the default", {}, { deletionPolicy: "ABANDON" }],
    ["customTimeouts to none", {}, { [timeoutsKey]: { create: "5m" } }],
  ])("of a local setting is an update: %s", (_what, changes, there) => {
    expect(compared(changes, { ...recorded, ...there })).toMatchObject({ ...unchanged, changes: true });
  });
});

it("takes a range without a prefix length that is recorded, which a refresh compares unchecked, for a range of one", () => {
  const inputs = { ...program, project: "my-project", destRange: "10.0.0.1" };
  expect(diff(offlineResource(route), { ...recorded, destRange: "10.0.0.1/32" }, inputs)).toMatchObject(unchanged);
});

describe("what the engine asks before the program declares a resource, with all unknown that comes from what is deleted first", () => {
  const ask = (definition: ResourceDefinition, there: Values, name: string) => {
    const resource = offlineResource(definition);
    const difference = diff(resource, there, { ...there, [name]: unknownValue });
    return { ...difference, said: resource.log.messages.map(({ message }) => message).join() };
  };
  const recordedOf = ({ definition, fullProgram }: TestedKind) =>
    check(offlineResource(definition), {}, fullProgram).inputs;

  // Everything else stays, and is compared once its value is known: a snapshot outlives its disk.
  const rows = everyKind.map((kind) => {
    const { members } = kind.definition.identity;
    const usual = kind.definition.ownsObject ? members.filter((member) => member !== "name") : members;
    return [nameOf(kind), kind.goesWith ?? usual, kind.holds ?? [], kind] as const;
  });
  it.each(rows)(
    "%s is deleted first, too, if it goes with %j, or is in the way of %j",
    (_name, going, holding, tested) => {
      const { definition } = tested;
      const there = recordedOf(tested);
      const answers = definition.schema.arguments.map((name) => ({ name, ...ask(definition, there, name) }));
      for (const { name, said, ...difference } of answers) {
        const isFirst = going.includes(name) || holding.includes(name);
        const replaces = isFirst ? [name] : [];
        expect(difference, name).toEqual({ changes: true, replaces, deleteBeforeReplace: isFirst });
        const why = going.includes(name) ? "This object goes with it" : "The service refuses that as long as";
        expect(said, name).toContain(
          isFirst ? `${name} comes from what this run replaces, and deletes before the new one exists. ${why}` : "",
        );
        if (!isFirst) expect(said, name).toBe("");
        // The normal difference comes after a check.
        const resource = offlineResource(definition);
        const { inputs } = check(resource, {}, { ...tested.fullProgram, [name]: unknownValue });
        expect(diff(resource, there, inputs).replaces.includes(name), name).toBe(
          definition.fields[name]?.change === "replace",
        );
      }
    },
  );

  it("is not answered with a replacement where a delete leaves the object in place, and so lets go of nothing", () => {
    const there = { attachmentTarget: "default", firewallPolicy: "a", name: "a", deletionPolicy: "ABANDON" };
    expect(ask(networkFirewallPolicyAssociation, there, "firewallPolicy").replaces).toEqual([]);
    expect(ask(networkFirewallPolicyAssociation, there, "attachmentTarget").replaces).toEqual(["attachmentTarget"]);
  });

  it("is refused by PREVENT, with what to do", () => {
    const there = { ...recorded, deletionPolicy: "PREVENT" };
    expect(() => ask(route, there, "network")).toThrow(
      'gce:Route "egress": network comes from what this run replaces, and deletes before the new one exists. The service refuses that as long as this object names it, so it has to be deleted first, and deletionPolicy is PREVENT.\n' +
        "  Give what is replaced another name, without the option deleteBeforeReplace: then the new one is created first. " +
        'Or set deletionPolicy to "DELETE" (or "ABANDON"), run `pulumi up`, and then make the change.',
    );
    expect(ask(route, there, "nextHopInstance").replaces).toEqual([]);
  });

  it("lets no PREVENT of the same run pass, which would come after the delete", async () => {
    const resource = offlineResource(route);
    const about = { ...resource, log: new EngineLog().about("urn:pulumi:dev::p::gce:Route::egress") };
    const declare = () => check(about, {}, { ...program, deletionPolicy: "PREVENT" }).failures;
    expect(declare()).toEqual([]);
    const asked = { ...about, run: offlineResource(route).run };
    diff(asked, recorded, { ...recorded, network: unknownValue });
    const late = check(asked, {}, { ...program, deletionPolicy: "PREVENT" }).failures;
    expect(late).toEqual([
      { property: "deletionPolicy", reason: expect.stringContaining("cannot become PREVENT in this run") as string },
    ]);
    // Once it is deleted, it is only to be made again.
    const again = { ...asked, run: offlineResource(route).run };
    diff(again, recorded, { ...recorded, network: unknownValue });
    await expect(remove(again, "projects/my-project/global/routes/egress", recorded)).rejects.toThrow(/make no call/);
    expect(check(again, {}, { ...program, deletionPolicy: "PREVENT" }).failures).toEqual([]);
  });
});

describe("deletionPolicy PREVENT", () => {
  const prevented = { ...recorded, deletionPolicy: "PREVENT" };
  const guarded = (changes: Values) => compared({ deletionPolicy: "PREVENT", ...changes }, prevented);

  it("refuses a replacement and says what to do", () => {
    const replace = () => guarded({ destRange: "10.0.0.0/8", priority: 5 });
    expect(replace).toThrow(ResourceFailure);
    expect(replace).toThrow(
      [
        'gce:Route "egress": a change of destRange, priority needs a replacement, and deletionPolicy is PREVENT.',
        'destRange is "2001:db8::/32" at the service and "10.0.0.0/8" in the program',
        "priority is 1000 at the service and 5 in the program",
        'Keep the current values, set deletionPolicy to "DELETE" (or "ABANDON"), run `pulumi up`, and then make the change.',
      ].join("\n  "),
    );
  });

  it("refuses a replacement in the run that sets it", () => {
    const replace = () => compared({ deletionPolicy: "PREVENT", destRange: "10.0.0.0/8" });
    expect(replace).toThrow(ResourceFailure);
    expect(replace).toThrow(
      [
        'gce:Route "egress": a change of destRange needs a replacement, and deletionPolicy becomes PREVENT.',
        'destRange is "2001:db8::/32" at the service and "10.0.0.0/8" in the program',
        "Make the change without PREVENT, and set it in a later run. Or keep the current values.",
      ].join("\n  "),
    );
    expect(() => compared({ destRange: "10.0.0.0/8" }, prevented)).toThrow("deletionPolicy is PREVENT");
  });

  it.each<[there: string | undefined, wanted: string | undefined, refusal: RegExp]>([
    ["PREVENT", undefined, /not deleted, because its deletionPolicy is PREVENT/],
    [undefined, "PREVENT", /not deleted, because the program declares it with the deletionPolicy PREVENT/],
    // Nobody is asked, and nothing is deleted.
    ["ABANDON", "PREVENT", /^$/],
    [undefined, undefined, /make no call/],
  ])("recorded as %s, and as %s in the program: a delete that only the engine decides on", async (was, is, refusal) => {
    const resource = offlineResource(route);
    const urn = "urn:pulumi:dev::p::pulumi-nodejs:dynamic/gce:Route::egress";
    const about = { ...resource, log: new EngineLog().about(urn) };
    // The engine asks no diff of what `--replace` names.
    check(about, {}, { ...program, deletionPolicy: is });
    const id = "projects/my-project/global/routes/egress";
    const deletion = remove(about, id, { ...recorded, deletionPolicy: was }).catch(({ message }: Error) => message);
    expect((await deletion) ?? "").toMatch(refusal);
    // Another resource of the program may have the policy that it likes.
    const other = { ...resource, log: new EngineLog().about(`${urn}-2`) };
    await expect(remove(other, id, recorded)).rejects.toThrow(/make no call/);
  });

  it("lets a refresh, which changes nothing, show what has drifted", () => {
    const resource = offlineResource(route);
    const { inputs } = check(offlineResource(route), {}, { ...program, deletionPolicy: "PREVENT" });
    expect(diff(resource, { ...prevented, priority: 5 }, inputs).replaces).toEqual(["priority"]);
    expect(resource.log.messages).toEqual([]);
  });

  it("does not refuse a change of an unknown value", () => {
    expect(guarded({ network: unknownValue }).replaces).toEqual(["network"]);
    expect(guarded({ project: unknownValue }).replaces).toEqual(["project", "network"]);
    expect(() => guarded({ network: unknownValue, priority: 5 })).toThrow("a change of priority");
  });
});

it.each<[what: string, said: string, changes: Values, there?: Values, project?: string]>([
  ["nothing", "", {}],
  ["a fixed name", 'gce:Route "egress": replacing it leaves 2001:db8::/32 without this route', { priority: 5 }],
  [
    "an abandoned route",
    "deletionPolicy ABANDON leaves the old object in place, so a new one of the same name cannot be made",
    { priority: 5 },
    { deletionPolicy: "ABANDON" },
  ],
  [
    "another project of the configuration",
    'gce:Route "egress": its project changes from my-project to other-project, the default that gcp:project or the environment gives',
    { network: "default" },
    {},
    "other-project",
  ],
])("a difference announces %s", (_what, said, changes, there = {}, project = "my-project") => {
  const configuration = { ...testConfiguration, "gcp:project": project };
  const told = compared(changes, { ...recorded, ...there }, configuration).messages.join("\n");
  expect(told === "").toBe(said === "");
  expect(told).toContain(said);
});
