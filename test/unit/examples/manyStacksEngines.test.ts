import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { parseAllDocuments } from "yaml";
import type { Settings } from "../../../examples/many-stacks/kubernetes/stackObject";
import { temporaryFolder } from "../../support/pulumiEnvironment";
import { readWorkflow, stepCommands } from "../../support/workflows";

const results = fileURLToPath(new URL("../../../test-results", import.meta.url));
const example = fileURLToPath(new URL("../../../examples/many-stacks", import.meta.url));
const text = (file: string) => readFileSync(join(example, file), "utf8");
const planned = Object.keys((JSON.parse(text("plan.json")) as { stacks: object }).stacks);

interface KubernetesObject {
  kind: string;
  metadata: { name: string; namespace?: string };
  spec?: { stack: string; repoDir?: string; serviceAccountName: string };
  subjects?: object[];
}

const objectsOf = (manifests: string) =>
  parseAllDocuments(manifests).map((document) => document.toJS() as KubernetesObject);

describe("the objects of the Kubernetes operator", () => {
  const settings = JSON.parse(text("kubernetes/settings.json")) as Settings;

  /** What `npm run manifests` writes in a copy of the example, which finds its packages here. */
  function written(change: (folder: string) => void): string {
    mkdirSync(results, { recursive: true });
    const folder = mkdtempSync(join(results, "many-stacks-"));
    onTestFinished(() => {
      rmSync(folder, { recursive: true, force: true });
    });
    for (const part of ["package.json", "plan.json", "kubernetes"])
      cpSync(join(example, part), join(folder, part), { recursive: true });
    rmSync(join(folder, "kubernetes/stacks.yaml"));
    change(folder);
    const { scripts } = JSON.parse(text("package.json")) as { scripts: Record<string, string> };
    const [, script = ""] = scripts.manifests?.split("tsx ") ?? [];
    const { status, stderr } = spawnSync(process.execPath, ["--import", "tsx", script], { cwd: folder });
    expect(status, String(stderr)).toBe(0);
    return readFileSync(join(folder, "kubernetes/stacks.yaml"), "utf8");
  }

  it("are what npm run manifests writes, one for each stack of the plan", () => {
    expect(written(() => undefined)).toBe(text("kubernetes/stacks.yaml"));
    const objects = objectsOf(text("kubernetes/stacks.yaml"));
    expect(objects.map(({ kind, metadata: { name } }) => `${kind} ${name}`)).toEqual(
      planned.map((name) => `Stack ${name}`),
    );
    expect(objects.map(({ spec }) => spec?.stack)).toEqual(planned.map((name) => `my-organization/${name}`));
  });

  it("follow the plan and the folder of the program", () => {
    const manifests = written((folder) => {
      writeFileSync(join(folder, "plan.json"), '{ "shardBy": "tenant", "stacks": { "one": [], "two": [] } }');
      writeFileSync(join(folder, "kubernetes/settings.json"), JSON.stringify({ ...settings, folder: "routes" }));
    });
    expect(objectsOf(manifests).map(({ metadata, spec }) => [metadata.name, spec?.repoDir])).toEqual([
      ["one", "routes"],
      ["two", "routes"],
    ]);
  });

  it("run as the account of access.yaml, which may ask the API server who calls", () => {
    const [namespace, account, binding] = objectsOf(text("kubernetes/access.yaml"));
    const subject = { kind: "ServiceAccount", name: settings.serviceAccount, namespace: settings.namespace };
    expect(namespace?.metadata.name).toBe(settings.namespace);
    expect({ kind: account?.kind, ...account?.metadata }).toMatchObject(subject);
    expect(binding?.subjects).toEqual([subject]);
    for (const { metadata, spec } of objectsOf(text("kubernetes/stacks.yaml"))) {
      expect([metadata.namespace, spec?.serviceAccountName]).toEqual([settings.namespace, settings.serviceAccount]);
    }
  });
});

describe("the workflow of many stacks", () => {
  const workflow = join(example, "github/many-stacks.yml");
  const { jobs } = readWorkflow(workflow);

  it("makes its matrix from the plan", () => {
    const folder = temporaryFolder();
    onTestFinished(() => {
      rmSync(folder, { recursive: true, force: true });
    });
    const outputs = join(folder, "outputs");
    const { status } = spawnSync("bash", ["-e", "-c", stepCommands(workflow, "plan", "Stacks")], {
      cwd: example,
      env: { ...process.env, GITHUB_OUTPUT: outputs },
    });
    expect(status).toBe(0);
    const [, stacks = ""] = /^stacks=(.*)\n$/.exec(readFileSync(outputs, "utf8")) ?? [];
    expect(JSON.parse(stacks)).toEqual(planned);
  });

  it.each(["preview", "apply"])("%s runs each stack by itself, some at a time, and goes on after a failure", (name) => {
    const job = jobs[name];
    expect(job?.needs).toBe("plan");
    expect(job?.strategy).toEqual({
      "fail-fast": false,
      "max-parallel": 4,
      matrix: { stack: "${{ fromJSON(needs.plan.outputs.stacks) }}" },
    });
    expect(job?.concurrency?.group).toMatch(/-\$\{\{ matrix\.stack \}\}$/);
    // Only a preview may be stopped half-way.
    expect(job?.concurrency?.["cancel-in-progress"]).toBe(name === "preview");
    // A name in a command would be code: the shell gets it as a variable.
    expect(job?.env).toEqual({ PULUMI_STACK: "${{ matrix.stack }}" });
    expect(job?.steps.filter(({ run = "" }) => run.includes("${{"))).toEqual([]);
  });
});
