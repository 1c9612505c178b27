import * as pulumi from "@pulumi/pulumi";
import * as state from "@pulumi/pulumi/runtime/state.js";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as gce from "../../../provider/src/index";
import { mockResources } from "../../support/functionCalls";

beforeEach(async () => {
  await mockResources();
  pulumi.runtime.setAllConfig({ "gcp:project": "p" });
});

afterEach(() => {
  pulumi.runtime.setAllConfig({});
});

type Declare = (name: string, options: pulumi.CustomResourceOptions) => pulumi.Resource;

/** Runs a program as the CLI does, and gives the errors that it ends with, also that of a resource that is never registered. */
async function collectErrors(program: () => void, resources?: number): Promise<string[]> {
  const errorLog = vi.spyOn(pulumi.log, "error").mockResolvedValue();
  const thrown: unknown[] = [];
  const loaders: string[] = [];
  await mockResources(({ __provider: loader }) => loaders.push(String(loader)));
  try {
    await pulumi.runtime.runInPulumiStack(() => {
      try {
        program();
      } catch (error) {
        thrown.push(error);
      }
      return Promise.resolve({});
    });
  } finally {
    // The files of a room share their modules.
    (state as unknown as { setStackResource: (stack: undefined) => void }).setStackResource(undefined);
  }
  await new Promise((resolve) => setImmediate(resolve));
  const logged = errorLog.mock.calls.map(([message]) => message);
  errorLog.mockRestore();
  const registered = loaders.length;
  const missing = resources === undefined || registered === resources ? [] : [`${String(registered)} are registered`];
  return [...thrown.map((error) => (error as Error).message), ...loaders.flatMap(findRefusal), ...logged, ...missing];
}

/** The words of the provider process that runs a loader which refuses. */
function findRefusal(loader: string): string[] {
  const [, text] = /^exports\.handler=_=>\{var e=Error\((".*")\);e\.stack/.exec(loader) ?? [];
  return text === undefined ? [] : [JSON.parse(text) as string];
}

const range = { network: "default", destRange: "10.0.0.0/8", nextHopIp: "10.0.0.9" };
const route =
  (args: Partial<gce.RouteArgs>, more: pulumi.CustomResourceOptions = {}): Declare =>
  (name, options) =>
    new gce.Route(name, { ...range, ...args }, { ...options, ...more });
const snapshot: Declare = (name, options) => new gce.Snapshot(name, { name: "s", sourceDisk: "d" }, options);
const attached =
  (attachmentTarget: pulumi.Input<string>): Declare =>
  (name, options) =>
    new gce.NetworkFirewallPolicyAssociation(name, { attachmentTarget, firewallPolicy: name }, options);
const named =
  (name: string, more: Partial<gce.NetworkFirewallPolicyAssociationArgs> = {}): Declare =>
  (logical, options) =>
    new gce.NetworkFirewallPolicyAssociation(
      logical,
      { name, attachmentTarget: logical, firewallPolicy: "f", ...more },
      options,
    );
const mapped =
  (targetSslProxy: string): Declare =>
  (name, options) =>
    new gce.TargetSslProxyCertificateMap(name, { targetSslProxy, certificateMap: name }, options);
const patched: Declare = (name, options) =>
  new gce.RegionInstanceGroupManagerPatch(name, { instanceGroupManager: "web", region: "r", targetSize: 3 }, options);

const firewallPolicy = "locations/global/firewallPolicies/1";
const grant = { firewallPolicy, role: "roles/x" };
const condition = { title: "t", expression: "true" };
const member =
  (principal: string, more: object = {}): Declare =>
  (name, options) =>
    new gce.FirewallPolicyIamMember(name, { ...grant, member: principal, ...more }, options);
const binding =
  (more: object = {}): Declare =>
  (name, options) =>
    new gce.FirewallPolicyIamBinding(name, { ...grant, members: ["user:a@b.c"], ...more }, options);
const whole =
  (policy: string): Declare =>
  (name, options) =>
    new gce.FirewallPolicyIamPolicy(name, { firewallPolicy: policy, policyData: { bindings: [] } }, options);

const text = (value: string) => pulumi.output(Promise.resolve(value));
const own = (settings: gce.ProviderArgs) => ({ provider: new gce.Provider("own", settings) });

describe("two resources of different providers", () => {
  it.each<[what: string, one: Declare, two: Declare, says: RegExp]>([
    ["a route", route({ name: "r" }), route({ name: "r", project: "p" }), /^name means projects\/p\/global\/routes\/r/],
    ["a route whose name comes late", route({ name: text("r") }), route({ name: "r" }), /^name means .*\/routes\/r/],
    ["a snapshot", snapshot, snapshot, /^name means projects\/p\/global\/snapshots\/s/],
    [
      "the association of a network",
      attached("default"),
      attached("https://www.googleapis.com/compute/v1/projects/p/global/networks/default"),
      /^attachmentTarget means .*\/networks\/default\/firewallPolicyAssociation/,
    ],
    ["a name at a policy", named("a"), named("a"), /^name means .*\/firewallPolicies\/f\/associations\/a/],
    [
      "a name at a policy that is given in full",
      named("a"),
      named("a", { firewallPolicy: text("projects/p/global/firewallPolicies/f") }),
      /^name means .*\/firewallPolicies\/f\/associations\/a/,
    ],
    ["the map of a proxy", mapped("x"), mapped("global/targetSslProxies/x"), /^targetSslProxy means .*\/x\/cert/],
    ["a grant", binding(), binding(), /^role means .*\/1\/roles\/x\. .* manages it too/],
    [
      "a grant and its member",
      binding({ condition }),
      member("user:A@b.c", { condition }),
      /role, or remove|sets everything/,
    ],
    ["a policy and a member in it", whole("1"), member("user:a@b.c"), /^firewallPolicy means .*sets everything there/],
    ["a policy", whole("1"), whole(firewallPolicy), /^firewallPolicy means .*\/1\. .* manages it too/],
  ])("cannot both manage %s", async (_what, one, two, says) => {
    for (const [first, second] of [
      [one, two],
      [two, one],
    ] as const) {
      const errors = await collectErrors(() => {
        const provider = new gce.Provider("own", { project: "p" });
        first("one", {});
        second("two", { provider });
      });
      const [error = "", ...more] = errors.map((message) => message.replaceAll(/\s+/g, " "));
      expect(more).toEqual([]);
      expect(error).toMatch(/^gce\.\w+ "(one|two)": /);
      expect(error).toMatch(/gce\.\w+ "(one|two)" of this program, under another provider, manages/);
      if (first === one) expect(error.replace(/^gce\.\w+ "\w+": /, "")).toMatch(says);
    }
  });

  it.each<[what: string, one: Declare, two: Declare, settings?: gce.ProviderArgs]>([
    ["routes of different names", route({ name: "r" }), route({ name: "s" })],
    ["routes whose names are made", route({}), route({})],
    ["routes of different projects", route({ name: "r" }), route({ name: "r" }), { project: "q" }],
    ["routes of projects that come late", route({ name: "r" }), route({ name: "r" }), { project: text("q") }],
    [
      "routes of different services",
      route({ name: "r" }),
      route({ name: "r" }),
      { project: "p", computeCustomEndpoint: "https://compute.example.com/compute/v1" },
    ],
    ["a route and one that is only read", route({ name: "r" }), route({}, { id: "projects/p/global/routes/r" })],
    ["routes of which one leaves its object", route({ name: "r" }), route({ name: "r" }, { retainOnDelete: true })],
    [
      "routes that a transformation changes",
      route({ name: "r" }),
      route({ name: "r" }, { transformations: [() => undefined] }),
    ],
    ["associations of different names", named("a"), named("b")],
    ["associations of policies of different projects", named("a"), named("a"), { project: "q" }],
    [
      "associations whose networks are in different projects",
      named("a"),
      named("a", { attachmentTarget: "projects/q/global/networks/n" }),
    ],
    ["a name that no preview knows", route({ name: "r" }), route({ name: pulumi.output(pulumi.unknown) as never })],
    ["a name that is a secret", route({ name: "r" }), route({ name: pulumi.secret("r") })],
    ["one member twice", member("user:a@b.c"), member("user:a@b.c")],
    ["a grant and a member under another condition", binding(), member("user:a@b.c", { condition })],
    ["patches of one group", patched, patched],
    ["arguments that are wrong", mapped("a/b/c/d/e/f/g"), mapped("a/b/c/d/e/f/g")],
  ])("can be %s", async (_what, one, two, settings = { project: "p" }) => {
    const errors = await collectErrors(() => {
      one("one", {});
      two("two", own(settings));
      // With the stack and the provider.
    }, 4);
    expect(errors).toEqual([]);
  });

  it("may have the provider of their parent", async () => {
    const errors = await collectErrors(() => {
      const { provider } = own({ project: "p" });
      const parent = new pulumi.ComponentResource("test:Group", "group", {}, { providers: [provider] });
      route({ name: "r" })("one", { parent });
      // The process of the provider refuses this one.
      route({ name: "r" })("two", { provider });
      route({ name: "r" })("three", {});
    });
    expect(errors).toEqual([expect.stringMatching(/^gce.Route "three":\s+name means/) as string]);
  });
});

it("each run of a program, and each test with mocks, has resources of its own", async () => {
  const program = () => {
    route({ name: "r" })("one", {});
  };
  const other = () => {
    route({ name: "r" })("two", own({ project: "p" }));
  };
  expect([...(await collectErrors(program)), ...(await collectErrors(other))]).toEqual([]);
  program();
  other();
});
