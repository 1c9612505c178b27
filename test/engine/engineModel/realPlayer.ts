import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { OutputReference, type DeclaredResource, type Program } from "../../simulation/engine/program";
import { listDescendants, kill } from "../../support/processTree";
import { ended, Stack, type Run } from "../../support/stack";
import type { Component } from "../../support/whatPeopleWrite/names";
import { haveBegun, type Entry, type Outcomes, type Player, type Step } from "./life";

const runtime = fileURLToPath(new URL("scriptedRuntime.cjs", import.meta.url));
const ownPackage = fileURLToPath(new URL("../../../provider", import.meta.url));

/** Plays a life through Pulumi's CLI, with this package's resource classes and scripted providers. */
export class RealPlayer implements Player {
  private constructor(readonly stack: Stack) {}

  static async create(): Promise<RealPlayer> {
    const stack = await Stack.create({ program: "" });
    const folder = join(stack.folder, "node_modules", "pulumi-gce");
    mkdirSync(folder, { recursive: true });
    const exports = { ".": "./index.js", "./runtime": "./runtime.js" };
    writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "pulumi-gce", version: "0.0.0", exports }));
    writeFileSync(join(folder, "index.js"), `module.exports = require(${JSON.stringify(ownPackage)});\n`);
    writeFileSync(
      join(folder, "runtime.js"),
      `const { beginProvider } = require(${JSON.stringify(runtime)});
      const get = () => beginProvider(${JSON.stringify(stack.folder)});
      for (const kind of ["Route", "Snapshot"]) Object.defineProperty(exports, kind, { get });\n`,
    );
    return new RealPlayer(stack);
  }

  async play(step: Step): Promise<Outcomes> {
    const { stack } = this;
    const { outcomes = {}, together = 0 } = step;
    writeFileSync(join(stack.folder, "plan.json"), JSON.stringify({ outcomes, together }));
    writeFileSync(join(stack.folder, "log.jsonl"), "");
    stack.program(textOf(step.program));
    const run = step.isKilled ? await this.runUntilKilled(step) : await this.run(step);
    return {
      ok: run && run.code === 0,
      entries: this.entries(),
      resources: this.stack.managed().map(comparable),
      pending: this.pending(),
    };
  }

  private run({ command, targets = [] }: Step): Promise<Run> {
    const [verb = "", ...words] = command.split(" ");
    const flags = [...words, ...targets.flatMap((urn) => ["--target", urn])];
    // As many steps at once as the model has, whatever this machine has.
    const given = verb === "preview" ? [] : ["--yes", "--skip-preview"];
    return this.stack.pulumi([verb, ...given, "--non-interactive", "--parallel", "64", ...flags]);
  }

  /** `undefined`: it was killed before it ended. */
  private async runUntilKilled(step: Step): Promise<Run | undefined> {
    const { stack } = this;
    const child = stack.start(["up", "--yes", "--skip-preview", "--non-interactive"]);
    const end = ended(child);
    while (!haveBegun(step, this.entries())) {
      if (child.exitCode !== null) return end;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const { pid = 0 } = child;
    const below = listDescendants(pid);
    kill(pid);
    for (const process of below) kill(process.pid);
    await end;
    rmSync(join(stack.stateFolder, ".pulumi", "locks"), { recursive: true, force: true });
    return undefined;
  }

  private entries(): readonly Entry[] {
    const lines = readFileSync(join(this.stack.folder, "log.jsonl"), "utf8").split("\n");
    return lines.filter((line) => line.endsWith("}")).map((line) => JSON.parse(line) as Entry);
  }

  private pending(): readonly object[] {
    const { checkpoint } = JSON.parse(this.stack.stateText()) as {
      checkpoint: { latest?: { pending_operations?: { type: string; resource: object }[] } };
    };
    const operations = checkpoint.latest?.pending_operations ?? [];
    return operations.map(({ type, resource }) => ({ type, resource: comparable(resource) }));
  }
}

/** With the provider's name in place of a reference to it. */
function comparable(resource: object & { provider?: string }): object {
  const [, name = ""] = /::pulumi:providers:pulumi-nodejs::(.+)::/.exec(resource.provider ?? "") ?? [];
  return { ...resource, provider: name.startsWith("default_") ? "default" : name };
}

/** The program in JavaScript. */
function textOf({ resources }: Program): string {
  const providers = [...new Set(resources.flatMap(({ provider }) => provider ?? []))];
  return [
    "const made = {};",
    ...new Set(
      resources.flatMap(({ components = [] }) =>
        components.map((_one, depth) => component(components.slice(0, depth + 1))),
      ),
    ),
    ...providers.map((name) => `made[${JSON.stringify(name)}] = new gce.Provider(${JSON.stringify(name)}, {});`),
    ...resources.map(declaration),
  ].join("\n");
}

/** A component, and those around it. */
const keyed = (components: readonly Component[]) => `made[${JSON.stringify(JSON.stringify(components))}]`;

function component(path: readonly Component[]): string {
  const { type = "", name = "" } = path.at(-1) ?? {};
  const parent = path.length < 2 ? "" : `parent: ${keyed(path.slice(0, -1))}`;
  return `${keyed(path)} = new pulumi.ComponentResource(${JSON.stringify(type)}, ${JSON.stringify(name)}, {}, { ${parent} });`;
}

function declaration(declared: DeclaredResource): string {
  const { name, components = [], kind, inputs, provider, dependsOn = [], options = {} } = declared;
  const { aliases, ...others } = options;
  const members = [
    `...${JSON.stringify(others)}`,
    ...(aliases === undefined ? [] : [`aliases: ${JSON.stringify(aliases.map((alias) => ({ name: alias })))}`]),
    ...(components.length === 0 ? [] : [`parent: ${keyed(components)}`]),
    ...(provider === undefined ? [] : [`provider: made[${JSON.stringify(provider)}]`]),
    `dependsOn: [${dependsOn.map((other) => `made[${JSON.stringify(other)}]`).join()}]`,
  ];
  return `made[${JSON.stringify(name)}] = new gce.${kind}(${JSON.stringify(name)}, ${expression(inputs)}, { ${members.join(", ")} });`;
}

function expression(value: unknown): string {
  if (value instanceof OutputReference) return `made[${JSON.stringify(value.resource)}].${value.property}`;
  if (Array.isArray(value)) return `[${value.map(expression).join()}]`;
  if (typeof value !== "object" || value === null) return value === undefined ? "undefined" : JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([key, member]) => `${JSON.stringify(key)}: ${expression(member)}`)
    .join(", ")} }`;
}
