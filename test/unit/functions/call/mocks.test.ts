import * as pulumi from "@pulumi/pulumi";
import { beforeEach, expect, it } from "vitest";
import * as gce from "../../../../provider/src/index";
import { collect } from "../../../support/functionCalls";

/*
 * A unit test of a program meets no project, no credentials and no service. Each call of the service would fail, because
 * nothing is configured.
 */

let calls: pulumi.runtime.MockCallArgs[] = [];
let answer: (call: pulumi.runtime.MockCallArgs) => Record<string, unknown> = () => ({});

beforeEach(async () => {
  calls = [];
  pulumi.runtime.setAllConfig({});
  await pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => ({ id: `${name}-id`, state: inputs as Record<string, unknown> }),
    call: (call) => {
      calls.push(call);
      return answer(call);
    },
  });
});

it("a mock of a resource is given what the program gives, and nothing that only the provider process needs", async () => {
  const registered: pulumi.runtime.MockResourceArgs[] = [];
  await pulumi.runtime.setMocks({
    newResource(args) {
      registered.push(args);
      return { id: `${args.name}-id`, state: args.inputs as Record<string, unknown> };
    },
    call: () => ({}),
  });
  const parent = new pulumi.ComponentResource("test:index:Component", "parent");
  const args = { network: "default", destRange: "10.0.0.0/8", nextHopIp: "10.0.0.9" };
  const options = { parent, customTimeouts: { create: "5m" } };
  await awaitOutput(new gce.Route("r", args, options).id);
  await awaitOutput(gce.Route.get("there", "projects/p/global/routes/r").id);
  const findInputs = (name: string): unknown => registered.find((one) => one.name === name)?.inputs;
  expect(findInputs("r")).toEqual(args);
  expect(findInputs("there")).toEqual({});
  // The settings of a provider have the keys of the configuration.
  await awaitOutput(new gce.Provider("p", { project: "blue" }).id);
  expect(findInputs("p")).toEqual({ "gcp:project": "blue", "gcp:providerName": "p" });
});

const awaitOutput = <T>(output: pulumi.Output<T>) =>
  (output as unknown as { promise(): Promise<pulumi.Unwrap<T>> }).promise();
const isSecret = (output: pulumi.Output<unknown>) => pulumi.isSecret(output);

/** Each function with arguments that need no configuration, and the member that holds its list. */
type Called = [name: string, args: object, member?: string];
const functions: readonly Called[] = [
  ["getNetworkProfiles", { filter: 'name != ""', maxItems: 5 }, "networkProfiles"],
  ["getManagedInstances", { instanceGroupManager: "web", region: "europe-west1" }, "managedInstances"],
  ["getNetworkFirewallPolicyPacketMirroringRule", { firewallPolicy: "guard", priority: 7 }],
  ["getOrganizationOperations", { parentId: "organizations/1" }, "operations"],
  ["getInterconnectRemoteLocations", {}, "locations"],
  ["waitForRegionOperation", { operation: "operation-1" }],
];

/** The names of its forms: one that gives a promise, one an Output, and one of a list that iterates. */
const listForms = (name: string, member?: string) => [
  name,
  `${name}Output`,
  ...(member === undefined ? [] : [name.replace("get", "iterate")]),
];

/** One form of a function, whichever it is. */
type Form = (args: object) => unknown;

it("is about every function that the package exports", () => {
  const exported = Object.keys(gce).filter((name) => /^(get|wait|iterate)/.test(name));
  expect(functions.flatMap(([name, , member]) => listForms(name, member)).sort()).toEqual(exported.sort());
});

it.each<Called>(functions)(
  "%s gives what its mock answers to token and arguments, and the mock's own words where it fails",
  async (name, args, member) => {
    const exported = gce as unknown as Readonly<Record<string, Form>>;
    const [promise, output, iterate] = listForms(name, member).map((form) => exported[form]) as [Form, Form, Form?];
    const call = { token: `gce:index:${name}`, inputs: args };
    answer = () => ({ [member ?? "answered"]: [{ name: "one" }, { name: "two" }] });
    expect(await promise({ ...args, project: undefined })).toEqual(answer(call));
    expect(await awaitOutput(output(args) as pulumi.Output<unknown>)).toEqual(answer(call));
    const list = iterate && (() => collect(iterate(args) as AsyncIterable<object>));
    if (list !== undefined) expect(await list()).toEqual([{ name: "one" }, { name: "two" }]);
    expect(calls).toEqual(list === undefined ? [call, call] : [call, call, call]);
    answer = () => {
      throw new Error("403: not allowed");
    };
    await expect(promise(args)).rejects.toThrow("403: not allowed");
    if (list !== undefined) await expect(list()).rejects.toThrow("403: not allowed");
  },
);

it("an iterator says what its mock has to answer", async () => {
  answer = () => ({ instances: [] });
  await expect(collect(gce.iterateManagedInstances({ instanceGroupManager: "web" }))).rejects.toThrow(
    "gce.getManagedInstances: the mock of gce:index:getManagedInstances returns no list of managedInstances. Make `call` return { managedInstances: [ … ] }.",
  );
});

it("what a mock answers as a secret stays one in an Output, and is plain in a promise", async () => {
  answer = () => ({ networkProfiles: [], etag: pulumi.secret("hidden") });
  const output = gce.getNetworkProfilesOutput();
  expect(await isSecret(output)).toBe(true);
  expect(await awaitOutput(output)).toMatchObject({ etag: "hidden" });
  expect(await gce.getNetworkProfiles()).toEqual({ networkProfiles: [], etag: "hidden" });
});
