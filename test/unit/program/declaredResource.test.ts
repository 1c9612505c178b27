import * as pulumi from "@pulumi/pulumi";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import * as gce from "../../../provider/src/index";
import { previewKey, timeoutsKey, urnKey } from "../../../provider/src/names/internalInputs";
import { listOutputs } from "../../../provider/src/lifecycle/schema/field";
import { listLocalArguments } from "../../../provider/src/lifecycle/resource/localSettings";
import { declared, toRead } from "../../../provider/src/program/declaredResource";
import { secretNameWarning, secretTitleReason } from "../../../provider/src/names/secretIds";
import { loader } from "../../../provider/src/program/loader";
import { Provider, type ProviderArgs } from "../../../provider/src/program/provider";
import { Route, type RouteArgs } from "../../../provider/src/resources/route/route";
import { Snapshot, type SnapshotArgs } from "../../../provider/src/resources/snapshot/snapshot";
import { providerNameKey } from "../../../provider/src/settings/settingKeys";
import { everyKind, registeredKinds } from "../../kinds/every";
import { hideMocks } from "../../support/functionCalls";
import { SourceFile } from "../../support/sourceDeclarations";

/** The part of one resource that reached the engine. */
interface Registration {
  type: string;
  name: string;
  inputs: Record<string, unknown>;
  id: string | undefined;
  provider: string | undefined;
}

const registrations: Registration[] = [];

beforeAll(async () => {
  const mocks: pulumi.runtime.Mocks = {
    newResource({ type, name, inputs, id, provider }) {
      registrations.push({ type, name, inputs: inputs as Record<string, unknown>, id, provider });
      return { id: id === undefined || id === "" ? `${name}-id` : id, state: { ...inputs, routeType: "STATIC" } };
    },
    call: ({ inputs }) => inputs as Record<string, unknown>,
  };
  // A stack of its own: what was warned of is known by stack, and other files can run in the same process before.
  await pulumi.runtime.setMocks(mocks, "project", "declared-resource");
  hideMocks();
});

const args: RouteArgs = { network: "default", destRange: "0.0.0.0/0", nextHopGateway: "default-internet-gateway" };

function awaitOutput<T>(output: pulumi.Output<T>): Promise<T> {
  return new Promise((resolve) => output.apply(resolve));
}

/** The registration of a resource. Every test gives its resources names of their own. */
async function registered(resource: pulumi.Resource): Promise<Registration> {
  const urn = await awaitOutput(resource.urn);
  const found = registrations.find(({ type, name }) => urn.endsWith(`${type}::${name}`));
  if (found === undefined) throw new Error(`${urn} was not registered`);
  return found;
}

/** A provider of another package, as a program that uses several clouds has one. */
class ForeignProvider extends pulumi.ProviderResource {
  constructor(name: string) {
    super("aws", name);
  }
}

type Get = (name: string, id: unknown) => unknown;

/** The `get` of each class that has one. */
const readable = Object.entries(gce).flatMap(([kind, exported]) => {
  const { get } = exported as { get?: Get };
  return get === undefined ? [] : [[kind, get.bind(exported)] as const];
});

class Group extends pulumi.ComponentResource {
  constructor(name: string, options?: pulumi.ComponentResourceOptions) {
    super("test:Group", name, {}, options);
  }
}

describe("a declared resource", () => {
  it("is registered with its type, the loader, its URN and what the program gives", async () => {
    const route = new Route("egress", args);
    expect(await registered(route)).toMatchObject({
      type: "pulumi-nodejs:dynamic/gce:Route",
      name: "egress",
      inputs: { ...args, __provider: loader("Route"), [urnKey]: await awaitOutput(route.urn) },
    });
  });

  it("has the URN that the engine gives it, whatever its parents are called", async () => {
    const group = new Group('a::b "c"', { parent: new Group("web::eu") });
    const { inputs } = await registered(new Route("x::y", args, { parent: group }));
    expect(inputs[urnKey]).toBe(
      "urn:pulumi:declared-resource::project::test:Group$test:Group$pulumi-nodejs:dynamic/gce:Route::x::y",
    );
  });

  it("says that it is of a preview, which the engine does not", async () => {
    expect((await registered(new Route("not-previewed", args))).inputs).not.toHaveProperty(previewKey);
    const preview = vi.spyOn(pulumi.runtime, "isDryRun").mockReturnValue(true);
    onTestFinished(() => {
      preview.mockRestore();
    });
    expect((await registered(new Route("previewed", args))).inputs).toHaveProperty(previewKey, true);
    expect((await registered(Route.get("read", "projects/p/global/routes/r"))).inputs).not.toHaveProperty(previewKey);
  });

  it("passes its deadlines on, which the engine does not", async () => {
    const { inputs } = await registered(new Route("with-deadlines", args, { customTimeouts: { create: "5m" } }));
    expect(inputs[timeoutsKey]).toEqual({ create: "5m" });
  });

  it("is recognised, also as one of another copy of the package", () => {
    const made = new Route("recognised", args);
    expect(Route.isInstance(made)).toBe(true);
    expect(Route.isInstance(new Group("not-a-route"))).toBe(false);
    for (const other of [undefined, null, 1, "Route", {}, { __pulumiType: "gcp:compute/route:Route" }])
      expect(Route.isInstance(other)).toBe(false);
    // `validateResourceOfType` of @pulumi/policy asks with an object that has nothing but the type.
    expect(Route.isInstance({ __pulumiType: "pulumi-nodejs:dynamic/gce:Route" })).toBe(true);
  });

  it("that is got is read by its id, without arguments and without a name to make one of", async () => {
    const id = "projects/p/global/routes/r";
    const registration = await registered(Route.get("existing", id));
    expect(registration).toMatchObject({ id, name: "existing", inputs: { __provider: loader("Route") } });
    expect(Object.keys(registration.inputs)).toEqual(["__provider"]);
  });
});

describe("a secret that the id of a resource would show", () => {
  const grant = { firewallPolicy: "123", role: "roles/viewer", member: "user:a@example.com" };
  const member = async (name: string, condition: gce.FirewallPolicyIamMemberArgs["condition"]) =>
    (await registered(new gce.FirewallPolicyIamMember(name, { ...grant, condition }))).inputs.__provider;
  const title = pulumi.secret("only for Ada");

  it.each<[what: string, condition: gce.FirewallPolicyIamMemberArgs["condition"]]>([
    ["the title", { title, expression: "true" }],
    ["the whole condition", pulumi.secret({ title: "only for Ada", expression: "true" })],
    ["a part of a condition that is an output", pulumi.output({ title, expression: "true" })],
    ["a promise of it", Promise.resolve({ title, expression: "true" })],
  ])("is refused in a condition: %s", async (what, condition) => {
    const provider = await member(`secret: ${what}`, condition);
    const text = String(provider).replaceAll(/(?:\\n| )+/g, " ");
    expect(text).toContain(`gce.FirewallPolicyIamMember \\"secret: ${what}\\": ${secretTitleReason}`);
    expect(provider).not.toContain("Ada");
  });

  it.each<[what: string, condition: gce.FirewallPolicyIamMemberArgs["condition"]]>([
    ["no secret", { title: pulumi.output("known"), expression: "true" }],
    ["a secret that the program opens", { title: pulumi.unsecret(title), expression: "true" }],
    ["a secret condition without a title", pulumi.secret({ title: "", expression: "true" })],
    ["a secret expression, of which the id has a hash", { title: "plain", expression: pulumi.secret("true") }],
  ])("is none: %s", async (what, condition) => {
    expect(await member(`open: ${what}`, condition)).toBe(loader("FirewallPolicyIamMember"));
  });

  it("is warned of, once in a run for each argument, where it names something", async () => {
    const warn = vi.spyOn(pulumi.log, "warn").mockResolvedValue();
    onTestFinished(() => {
      warn.mockRestore();
    });
    for (const name of ["first", "second"]) {
      const named = { ...args, project: pulumi.secret("hidden-project"), name: pulumi.secret("hidden-name") };
      expect((await registered(new Route(`secret-${name}`, named))).inputs.__provider).toBe(loader("Route"));
    }
    expect(warn.mock.calls.map(([text]) => text)).toEqual([
      `gce.Route "secret-first": ${secretNameWarning("project")}`,
      `gce.Route "secret-first": ${secretNameWarning("name")}`,
    ]);
  });
});

describe("an option that cannot work", () => {
  it.each([{ version: "1.0.0" }, { pluginDownloadURL: "https://example.com" }])(
    "%o is refused with package.json",
    (option) => {
      expect(() => new Route("egress", args, option)).toThrow(
        `gce.Route "egress": the option ${Object.keys(option)[0] ?? ""} has no effect here, because the npm package is the provider.\n  Set the version of pulumi-gce in package.json.`,
      );
    },
  );

  it.each([
    [{ create: "20" }, /customTimeouts\.create must be a duration .*such as "30s", "20m" or "1h30m"; it is "20"\.$/],
    [{ update: "-5m" }, /customTimeouts\.update must be a duration above zero/],
    [{ delete: "" }, /customTimeouts\.delete is empty:\s+leave it out/],
    [{ read: "5m" }, /customTimeouts\.read is not an argument\./],
    ["20m", /customTimeouts must be an object with create, update, delete; it is "20m"\.$/],
  ])("customTimeouts %o is refused before the engine sees it", (customTimeouts, message) => {
    const options = { customTimeouts } as pulumi.CustomResourceOptions;
    expect(() => new Route("egress", args, options)).toThrow(message);
  });

  it("a name and an id that JavaScript has made of an Output are refused", () => {
    const text = String(pulumi.output("x"));
    expect(() => new Route(`route-${text}`, args)).toThrow(
      /^gce\.Route: the name of a resource cannot be built from an Output\./,
    );
    expect(() => Route.get("existing", `projects/p/global/routes/${text}`)).toThrow(
      /^gce\.Route "existing": the id to read was built from an Output as if that were a text\./,
    );
  });

  it.each(readable)("an id of %s that is missing is refused with what one looks like", (kind, get) => {
    for (const id of [undefined, null, ""]) {
      expect(() => get("existing", id)).toThrow(
        new RegExp(`^gce\\.${kind} "existing": the id to read is missing\\.\\s+Give one such as (projects|locations)/`),
      );
    }
    expect(() => get("existing", 12)).toThrow(/the id to read is not a text\./);
  });

  it.each(registeredKinds.map(({ definition }) => [definition.kind, definition] as const))(
    "a replacement of %s that Pulumi decides on deletes first where only the old one knows what to put back",
    (kind, { deleteEffects }) => {
      const putsBack = Object.values(deleteEffects).some(({ word }) => word === "put back");
      type Class = new (name: string, args: object, options: pulumi.CustomResourceOptions) => unknown;
      const Kind = (gce as unknown as Record<string, Class>)[kind];
      const orderWith = (own: pulumi.CustomResourceOptions) =>
        handedOver((options) => Kind && new Kind(`order-${kind}`, {}, { ...own, ...options })).opts.deleteBeforeReplace;
      expect(orderWith({})).toBe(putsBack ? true : undefined);
      expect(orderWith({ deleteBeforeReplace: false })).toBe(false);
    },
  );

  it("an id that turns out to be missing is refused, too", async () => {
    const [, , , { id }] = declared({ kind: "Route", idForm: "x" }, "existing", {}, toRead(pulumi.output("")));
    const { isKnown, isSecret } = id as unknown as Record<"isKnown" | "isSecret", Promise<boolean>>;
    const message = 'gce.Route "existing": the id to read is missing.';
    await expect(isKnown).rejects.toThrow(message);
    await expect(isSecret).rejects.toThrow(message);
  });
});

describe("a provider", () => {
  it("of another package that a parent hands down is meant for others", async () => {
    const parent = new Group("foreign", { providers: [new ForeignProvider("inherited-aws")] });
    const { provider } = await registered(new Route("below-foreign", args, { parent }));
    expect(provider ?? "").not.toContain("aws");
  });
});

describe("gce.Provider", () => {
  const everything = {
    project: "p",
    region: "us-central1",
    zone: "us-central1-a",
    credentials: '{"type":"service_account"}',
    accessToken: "ya29.token",
    externalCredentials: { audience: "a", serviceAccountEmail: "s@example.com", identityToken: pulumi.secret("t") },
    impersonateServiceAccount: "s@example.com",
    impersonateServiceAccountDelegates: ["d@example.com"],
    scopes: ["scope-a", pulumi.output("scope-b")],
    userProjectOverride: true,
    billingProject: "b",
    requestReason: 'ticket "1"',
    requestTimeout: "30s",
    computeCustomEndpoint: "http://127.0.0.1:8080/compute/v1",
    allowPlainHttp: true,
    universeDomain: "example.com",
    defaultLabels: { team: "net", env: pulumi.output("dev") },
    deletionPolicy: "ABANDON",
    addPulumiAttributionLabel: false,
  } satisfies Required<ProviderArgs>;

  it("maps every argument to the configuration key of its name, everything but texts as JSON", async () => {
    const secretSignature = "4dabf18193072939515e22adb298388d";
    const { [providerNameKey]: providerName, ...inputs } = (await registered(new Provider("settings", everything)))
      .inputs;
    expect(providerName).toBe("settings");
    const plain = Object.entries(inputs).map(([key, value]) => [
      key,
      typeof value === "object" && value !== null && secretSignature in value
        ? (value as { value?: unknown }).value
        : value,
    ]);
    const expected = Object.entries((await awaitOutput(pulumi.output(everything))) as object).map(([name, value]) => [
      `gcp:${name}`,
      typeof value === "string" ? value : JSON.stringify(value),
    ]);
    expect(Object.fromEntries(plain)).toEqual(Object.fromEntries(expected));
  });

  it("keeps credentials as secrets, and nothing else", async () => {
    const { props } = handedOver((options) => new Provider("secrets", everything, options));
    const secrets = await Promise.all(
      Object.entries(props).map(async ([key, value]) => [key, await pulumi.isSecret(pulumi.output(value))] as const),
    );
    expect(secrets.filter(([, secret]) => secret).map(([key]) => key)).toEqual([
      "gcp:credentials",
      "gcp:accessToken",
      "gcp:externalCredentials",
    ]);
  });

  it("refuses an unknown setting, suggests a similar one, and shows no value", () => {
    const providerArgs = { projct: "p", acessToken: "ya29.secret", nonsense: 1 } as unknown as ProviderArgs;
    const make = () => new Provider("eu", providerArgs);
    expect(make).toThrow(/^gce\.Provider "eu": projct is not an argument\. Did you mean project\?\n/);
    expect(make).toThrow("acessToken is not an argument. Did you mean accessToken?");
    expect(make).toThrow("nonsense is not an argument. Known arguments: project, region, ");
    expect(make).not.toThrow(/ya29|providerName/);
  });
});

describe("a snapshot", () => {
  it.each<[what: string, labels: SnapshotArgs["labels"], isSecret: boolean]>([
    ["without labels", undefined, false],
    ["with labels of plain text", { env: "dev" }, false],
    ["with a secret label", { env: "dev", owner: pulumi.secret("jane") }, true],
    ["with labels that are an output", pulumi.output({ env: "dev" }), true],
    ["with a label that comes later", { env: Promise.resolve("dev") }, true],
  ])("%s keeps all labels as a secret: only if one of its own may be one", (what, labels, isSecret) => {
    const { opts } = handedOver((options) => new Snapshot(what, { sourceDisk: "d", labels }, options));
    expect(opts.additionalSecretOutputs).toContain("snapshotEncryptionKey");
    expect(opts.additionalSecretOutputs?.includes("effectiveLabels")).toBe(isSecret);
  });
});

/** The properties and options that a resource hands to the SDK, before the SDK unwraps them. */
function handedOver(make: (options: pulumi.CustomResourceOptions) => unknown) {
  let observed: { props: pulumi.Inputs; opts: pulumi.CustomResourceOptions } = { props: {}, opts: {} };
  const transformation: pulumi.ResourceTransformation = ({ props, opts }) => {
    observed = { props: { ...props } as pulumi.Inputs, opts };
    return { props: props as pulumi.Inputs, opts };
  };
  make({ transformations: [transformation] });
  return observed;
}

it.each(everyKind.map(({ definition, classFile }) => [definition.kind, definition, classFile] as const))(
  "the class %s and its fields table agree on properties and arguments, and on which of these are required",
  (kind, definition, classFile) => {
    const source = new SourceFile(classFile);
    const recorded = listOutputs(definition.fields).map(([name]) => name);
    expect(sortedNames(source.listProperties(kind))).toEqual(recorded.sort());
    const members = source.listMembers(`${kind}Args`);
    const own = Object.entries(definition.fields).filter(([, { change }]) => change !== "output");
    const local = Object.keys(listLocalArguments(definition));
    expect(sortedNames(members)).toEqual([...own.map(([name]) => name), ...local].sort());
    // A name and a project can be left out: they are filled in.
    const required = own.filter(([name, field]) => field.required && name !== "name" && !field.inPathOnly);
    expect(sortedNames(members.filter(({ optional }) => !optional))).toEqual(required.map(([name]) => name).sort());
  },
);

const sortedNames = (members: readonly { name: string }[]) => members.map(({ name }) => name).sort();
