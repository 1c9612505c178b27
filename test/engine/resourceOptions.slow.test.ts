import * as pulumi from "@pulumi/pulumi";
import { expect, it } from "vitest";
import { Route } from "../../provider/src/resources/route/route";
import type { ResourceOption } from "../support/resourceOptions";
import { project } from "../support/routeProvider";
import { failed, startRouteStack, succeeded } from "../support/routeStack";
import type { StateResource } from "../support/stack";

/** Resources that are named after what they try; the second program changes every range, label and trigger. */
const program = (run: 1 | 2) => `
  const [range, label] = [["10.1.0.0/16", "dev"], ["10.2.0.0/16", "prod"]][${String(run - 1)}];
  const same = "10.9.0.0/16";
  const auto = (name, options, destRange = range) =>
    new gce.Route(name, { network: "default", nextHopIp: "10.0.0.9", destRange }, options);
  const fixed = (name, options, destRange = same) =>
    new gce.Route(name, { name, network: "default", nextHopIp: "10.0.0.9", destRange }, options);
  const snapshot = (name, labels, options) => new gce.Snapshot(name, { name, sourceDisk: "d", zone: "z", labels }, options);
  class Group extends pulumi.ComponentResource { constructor(name) { super("my:Group", name); } }

  const plain = auto("plain");
  auto("secret", { additionalSecretOutputs: ["nextHopIp"] });
  new gce.Route(${run === 1 ? '"named"' : '"renamed"'}, { name: "named", network: "default", nextHopIp: "10.0.0.9", destRange: same },
    { aliases: [{ name: "named" }] });
  auto("first-deleted", { deleteBeforeReplace: true });
  auto("dependent", { dependsOn: [plain] });
  auto("hidden", { hideDiffs: ["destRange"] });
  const ignoring = fixed("ignoring", { ignoreChanges: ["destRange"] }, range);
  fixed("gone-with", { deletedWith: ignoring });
  auto("replaced-with", { deletedWith: plain }, same);
  auto("child", { parent: new Group("group"), customTimeouts: { create: "5m" } });
  auto("elsewhere", { provider: new gce.Provider("other", { project: "other", computeCustomEndpoint: new pulumi.Config("gcp").require("computeCustomEndpoint") }) });
  snapshot("argument", { env: label, other: "1" }, { replaceOnChanges: ["labels"] });
  snapshot("member", { env: label, other: "1" }, { replaceOnChanges: ["labels.env"] });
  snapshot("other-member", { env: "1", other: label }, { replaceOnChanges: ["labels.env"] });
  new gce.Snapshot("respelt", { name: "respelt", sourceDisk: label === "dev" ? "d" : "projects/${project}/zones/z/disks/d", zone: "z", labels: { env: label } },
    { replaceOnChanges: ["sourceDisk"] });
  const triggered = auto("triggered", { replacementTrigger: label }, same);
  auto("following", { replaceWith: [triggered] }, same);
  fixed("retained", { retainOnDelete: true });
  auto("transformation", { transformations: [({ props, opts }) => ({ props: { ...props, description: "by it" }, opts })] });
  snapshot("transform", { env: label }, { transforms: [({ props, opts }) => ({ props: { ...props, description: "by it" },
    opts: { ...opts, deleteBeforeReplace: undefined, replaceOnChanges: ["labels"] } })] });
  fixed("protected", { protect: true });
  exports.twin = ignoring.urn.apply((urn) => new gce.Route("twin", {}, { urn }).destRange);
  exports.got = gce.Route.get("got", "outside").destRange;`;

it("does with every option of Pulumi's what its table says", async () => {
  const { emulator, stack, routes } = await startRouteStack({ program: program(1) });
  emulator.objects.put(`projects/${project}/zones/z/disks/d`, { sizeGb: "20" });
  emulator.objects.put(`projects/${project}/global/routes/outside`, { destRange: "10.7.0.0/16" });
  /** The operations in order: `insert plain`. A snapshot is made by an operation of its disk. */
  const operations = () =>
    emulator.operations().map(({ operation: { operationType, targetLink } }) => {
      const name = String(targetLink).replace(/^.*\//, "");
      return `${String(operationType)} ${name.replace(/-[0-9a-f]{7}$/, "")}`;
    });
  const about = (steps: readonly string[], ...names: string[]) =>
    steps.filter((step) => names.includes(step.replace(/^.* /, "")));
  const recorded = (name: string): StateResource | undefined =>
    stack.managed().find(({ urn }) => urn.endsWith(`::${name}`));

  succeeded(await stack.up());
  const making = operations();
  const outputs = await stack.outputs();
  const [secret, child, elsewhere] = ["secret", "child", "elsewhere"].map(recorded);
  const described = ["transformation", "transform"].map((name) => recorded(name)?.outputs?.description);
  stack.program(program(2));
  const preview = succeeded(await stack.preview("--diff"));
  succeeded(await stack.up());
  const changing = operations().slice(making.length);
  const renamed = recorded("renamed");
  stack.program('new gce.Route("mapped", { network: "n", destRange: "10.0.0.0/8" }, { envVarMappings: { A: "B" } });');
  const refused = failed(await stack.preview());
  // A program that fails ends the preview before what it no longer declares.
  stack.program("");
  const guarded = failed(await stack.preview());
  await stack.mustSucceed(["state", "unprotect", "--all", "--yes"]);
  succeeded(await stack.destroy());
  const deleting = operations().slice(making.length + changing.length);
  const left = routes().map((path) => path.replace(/^.*\//, ""));

  const declaring = (options: pulumi.CustomResourceOptions) => () =>
    new Route("r", { network: "default", destRange: "10.0.0.0/8" }, options);
  const replacedIn = (steps: readonly string[], name: string) => about(steps, name).includes(`delete ${name}`);
  const outcomes: Record<ResourceOption, () => void> = {
    additionalSecretOutputs() {
      expect(secret?.outputs?.nextHopIp).toHaveProperty("ciphertext");
    },
    aliases() {
      expect(renamed?.id).toBe(`projects/${project}/global/routes/named`);
      expect(about(changing, "named", "renamed")).toEqual([]);
    },
    // How long each step may take is shown without an engine: test/protocol/messages.test.ts.
    customTimeouts() {
      expect(child?.inputs).toHaveProperty("__timeouts", { create: "5m" });
    },
    deleteBeforeReplace() {
      expect(about(changing, "first-deleted")).toEqual(["delete first-deleted", "insert first-deleted"]);
      expect(about(changing, "plain")).toEqual(["insert plain", "delete plain"]);
    },
    deletedWith() {
      expect(about(deleting, "gone-with")).toEqual([]);
      expect(left).toContain("gone-with");
      // An engine as old as the oldest that is promised leaves it.
      expect([["insert replaced-with"], []]).toContainEqual(about(changing, "replaced-with"));
    },
    dependsOn() {
      expect(about(making, "plain", "dependent")).toEqual(["insert plain", "insert dependent"]);
      expect(about(deleting, "plain", "dependent")).toEqual(["delete dependent", "delete plain"]);
    },
    envVarMappings() {
      expect(refused).toContain("envVarMappings can only be used with provider resources");
    },
    hideDiffs() {
      const shown = preview.slice(preview.indexOf("Route::hidden]")).split("pulumi-nodejs:", 1)[0];
      expect(shown).not.toContain("=>");
      expect(replacedIn(changing, "hidden")).toBe(true);
    },
    // The language host that can be built here is older than hooks, which the engine and the SDK run by themselves.
    hooks: () => undefined,
    id() {
      expect(outputs.got).toBe("10.7.0.0/16");
      expect(left).toContain("outside");
    },
    ignoreChanges() {
      expect(about(changing, "ignoring")).toEqual([]);
    },
    import() {
      expect(declaring({ import: "r" })).toThrow("the option import cannot work");
    },
    parent() {
      expect(child?.urn).toContain("my:Group$pulumi-nodejs:dynamic/gce:Route::child");
    },
    pluginDownloadURL() {
      expect(declaring({ pluginDownloadURL: "https://example.com" })).toThrow("pluginDownloadURL has no effect");
    },
    protect() {
      expect(guarded).toMatch(/Route::protected" cannot be deleted\s+because it is protected/);
    },
    provider() {
      expect(elsewhere?.id).toMatch("projects/other/global/routes/elsewhere-");
      expect(declaring({ provider: new (class extends pulumi.ProviderResource {})("aws", "aws") })).toThrow(
        "a provider of aws",
      );
    },
    replaceOnChanges() {
      const names = ["argument", "member", "other-member", "respelt"];
      expect(names.map((name) => about(changing, name)).flat()).toEqual([
        "delete argument",
        "delete member",
        "setLabels other-member",
        "setLabels respelt",
      ]);
      const planned = [...preview.matchAll(/Snapshot: \((.*)\)\n.*\n.*::(.*)\]/g)].map(([, step, name]) => [
        name,
        step,
      ]);
      expect(Object.fromEntries(planned)).toMatchObject({
        argument: "replace",
        member: "replace",
        "other-member": "update",
        respelt: "update",
      });
    },
    replaceWith() {
      expect(about(changing, "following")).toEqual(["insert following", "delete following"]);
    },
    replacementTrigger() {
      expect(about(changing, "triggered")).toEqual(["insert triggered", "delete triggered"]);
    },
    retainOnDelete() {
      expect(about(deleting, "retained")).toEqual([]);
      expect(left).toContain("retained");
    },
    transformations() {
      expect(described[0]).toBe("by it");
    },
    transforms() {
      expect(described[1]).toBe("by it");
      expect(replacedIn(changing, "transform")).toBe(true);
    },
    urn() {
      expect(outputs.twin).toBe("10.1.0.0/16");
    },
    version() {
      expect(declaring({ version: "1.0.0" })).toThrow("the option version has no effect");
    },
  };
  // How many of these stay depends on whether the engine has replaced it.
  expect(left.filter((name) => !name.startsWith("replaced-with"))).toHaveLength(3);
  for (const [option, holds] of Object.entries(outcomes)) {
    try {
      holds();
    } catch (error) {
      throw new Error(`The option ${option} does not do what its table says.`, { cause: error });
    }
  }
});
