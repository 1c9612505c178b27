import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import type { Emulator } from "../../../emulator/src/index";
import type { JsonObject } from "../../../emulator/src/json";
import { impersonated } from "../../support/credentials";
import { programBody } from "../../support/example";
import { markdownFiles, markdownPrograms, readMarkdown } from "../../support/markdown";
import { startRouteStack, succeeded } from "../../support/routeStack";
import { transport } from "../../support/routeProvider";
import { scriptedServer } from "../../support/scriptedServer";
import { diskKey, madeBefore, operations, otherStacks, world } from "./referenceWorld";

const folder = "provider/docs/reference/";
const servers = createRequire(import.meta.url).resolve("../../support/googleServers.cjs");

interface Example {
  /** Such as `Route.md, example 1`. */
  readonly title: string;
  readonly source: string;
}

const pages = markdownFiles()
  .filter((file) => file.startsWith(folder))
  .map((file) => ({ page: file.slice(folder.length), programs: markdownPrograms(readMarkdown(file)) }))
  .filter(({ programs }) => programs.length > 0);

/** The examples in the same place of their pages. They are of one stack, because no two of them have the same names. */
function examplesAt(place: number): Example[] {
  return pages.flatMap(({ page, programs }) => {
    const source = programs[place];
    return source === undefined
      ? []
      : [{ title: `${page}, example ${String(place + 1)}`, source: runnable(page, source) }];
  });
}

/** What the examples of a page would share with those of others, and what they have instead. */
const ofTheirOwn: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // A whole IAM policy takes away what the single grants of the other pages give.
  "FirewallPolicyIamPolicy.md": { "123456789": "555555555" },
  "Provider.md": { '"egress"': '"egress-of-provider"' },
  // A network has one association.
  "getNetworkFirewallPolicyPacketMirroringRule.md": { '"protection"': '"mirrored"', '"default"': '"mirrored"' },
};

/** The example as it can run beside the others. */
function runnable(page: string, source: string): string {
  const apart = replaceAll(source, ofTheirOwn[page] ?? {});
  // Only Pulumi Cloud has organizations with names; and a stack refers to another one once.
  return apart.replaceAll('new pulumi.StackReference("acme/', 'referenceTo("organization/');
}

function replaceAll(text: string, replacements: Readonly<Record<string, string>>): string {
  return Object.entries(replacements).reduce((result, [from, to]) => result.replaceAll(from, to), text);
}

/** A program that runs all of them and exports what each of them exports, by its title. */
function programOf(examples: readonly Example[]): string {
  const runs = examples.map(
    ({ title, source }) => `run(${JSON.stringify(title)}, async (exports) => {\n${programBody(source)}\n})`,
  );
  return `
const references = new Map();
const referenceTo = (stack) => {
  if (!references.has(stack)) references.set(stack, new pulumi.StackReference(stack));
  return references.get(stack);
};
const run = async (title, example) => {
  const own = {};
  await example(own);
  return [title, pulumi.output(own)];
};
exports.examples = Promise.all([\n${runs.join(",\n")}\n]).then(Object.fromEntries);`;
}

it.each([1, 2, 3, 4])(
  "the examples number %i of all reference pages run, and a second run changes nothing",
  async (number) => {
    const { emulator, stack } = await startRouteStack({
      program: "",
      emulator: { seed: { region: "europe-west1" } },
      config: { "gcp:region": "europe-west1", "gcp:zone": "europe-west1-b" },
      secrets: { diskKey },
      environment: number === 3 ? await tokenServer() : {},
    });
    // The examples of the provider have settings of their own, and take the address from the environment alone.
    stack.environment.GOOGLE_COMPUTE_CUSTOM_ENDPOINT = emulator.endpoint;
    put(emulator, world);
    if (number === 4) put(emulator, madeBefore);
    const named = await operationsOf(emulator);
    writeOtherStacks(stack.stateFolder, named);
    const examples = examplesAt(number - 1);
    stack.program(named(programOf(examples)));

    succeeded(await stack.preview());
    succeeded(await stack.up());
    succeeded(await stack.up("--expect-no-changes"));
    const exported = (await stack.outputs()).examples as Record<string, Record<string, unknown>>;
    const empty = examples.filter(({ title, source }) => /^export /m.test(source) && hasNothing(exported[title]));
    expect(empty.map(({ title }) => title)).toEqual([]);
    expect(Object.keys(exported).sort()).toEqual(examples.map(({ title }) => title).sort());
    succeeded(await stack.destroy());
  },
);

/** An example uses a service account. Its token comes from a server of the test. */
async function tokenServer(): Promise<Record<string, string>> {
  const { origin } = await scriptedServer(impersonated("token-of-the-service-account"));
  return { NODE_OPTIONS: `--require=${transport} --require=${servers}`, TEST_TOKEN_SERVER: origin };
}

function hasNothing(exported: Record<string, unknown> | undefined): boolean {
  return Object.values(exported ?? {}).every((value) => value === undefined || value === null);
}

function put(emulator: Emulator, objects: Readonly<Record<string, JsonObject>>): void {
  for (const [path, object] of Object.entries(objects)) emulator.objects.put(path, object);
}

/** Begins the operations that examples wait for, and puts the names that they get in place of those in a text. */
async function operationsOf(emulator: Emulator): Promise<(text: string) => string> {
  const headers = { authorization: "Bearer token", "content-type": "application/json" };
  const names = await Promise.all(
    Object.entries(operations).map(async ([written, place]) => {
      const group = `${place}/instanceGroupManagers/web`;
      const body = JSON.stringify({ targetSize: 4, fingerprint: emulator.objects.get(group)?.fingerprint });
      const answer = await fetch(`${emulator.endpoint}/${group}`, { method: "PATCH", headers, body });
      const { name } = (await answer.json()) as { name: string };

      return [written, name] as const;
    }),
  );
  return (text) => replaceAll(text, Object.fromEntries(names));
}

/** Stacks of other projects that the examples refer to, as the backend of files keeps them. */
function writeOtherStacks(stateFolder: string, named: (text: string) => string): void {
  for (const [stack, outputs] of Object.entries(otherStacks)) {
    const [project = "", name = ""] = stack.split("/");
    const urn = `urn:pulumi:${name}::${project}::pulumi:pulumi:Stack::${project}-${name}`;
    const path = join(stateFolder, ".pulumi", "stacks", project, `${name}.json`);
    mkdirSync(dirname(path), { recursive: true });
    const latest = {
      manifest: { time: "2026-01-01T00:00:00Z", magic: "", version: "" },
      resources: [{ urn, custom: false, type: "pulumi:pulumi:Stack", outputs }],
    };
    writeFileSync(path, named(JSON.stringify({ version: 3, checkpoint: { stack: `organization/${stack}`, latest } })));
  }
}
