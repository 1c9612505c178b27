import { existsSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { ownCommand } from "../../messages/installation";
import { message } from "../../messages/text";
import { projectProblem } from "../../names/names";
import { pluginPackage } from "../../names/typeToken";
import { Settings } from "../../settings/settings";
import { exitCodes, toMessage } from "../failure";
import { Connections } from "../stack/connections";
import { readConfiguration } from "../stack/pulumiCli";
import type { Terminal } from "../terminal";
import { collect, type Collected } from "./collect";
import { renderImportFile, renderYaml } from "./pluginProgram";
import type { Adopted } from "./program";
import { renderTypeScript } from "./typeScriptProgram";
import { sources, type Selection } from "./sources";

const kinds = Object.keys(sources);
const grants = "FirewallPolicyIamBinding";

const help = `${ownCommand} adopt: a program for the objects that exist, which pulumi up adopts without a change.

Run it in the program's folder. It lists the objects with the stack's own settings and credentials, and changes nothing. The
program has each object with the arguments that differ from defaults. No program is written for routes of subnets and peerings,
dynamic routes, snapshots of a schedule, and instance groups: a RegionInstanceGroupManagerPatch is about single fields.

  --project ID           the project to list; default: that of the stack's configuration
  --organization NUMBER  list the grants of the hierarchical firewall policies of this organization, or of folders/NUMBER; repeatable
  --policy NUMBER        list the grants of this hierarchical firewall policy; repeatable
  --kind KIND,KIND       the kinds to list; default: all of ${kinds.join(", ")}
  --filter EXPRESSION    the service's own filter, for each list: 'name eq web-.*'
  --all                  also the snapshots of a schedule
  --out FILE             the file to write; default: stdout
  --force                overwrite the file
  --yaml                 a program in YAML, for the plugin, with its settings: gce:project
  --import-file          the JSON that pulumi import --file takes, for the plugin, with its settings
  --protect              give each resource the option protect
  --dry-run              only list the objects
  --stack NAME           the stack; default: the selected one
  --cwd FOLDER           the program's folder; default: the current one
  --help

The exit code is 0 if all kinds are listed, 1 if a permission is missing and a kind is left out, and 2 if the command failed.

It needs the permissions compute.routes.list, compute.snapshots.list, compute.firewallPolicies.list,
compute.targetSslProxies.list and compute.firewallPolicies.getIamPolicy, each for its kind.
`;

const options = {
  project: { type: "string" },
  organization: { type: "string", multiple: true },
  policy: { type: "string", multiple: true },
  kind: { type: "string", multiple: true },
  filter: { type: "string" },
  all: { type: "boolean", default: false },
  out: { type: "string" },
  force: { type: "boolean", default: false },
  yaml: { type: "boolean", default: false },
  "import-file": { type: "boolean", default: false },
  protect: { type: "boolean", default: false },
  "dry-run": { type: "boolean", default: false },
  stack: { type: "string" },
  cwd: { type: "string" },
  help: { type: "boolean", short: "h", default: false },
} as const;

/** The command `adopt`. Returns the exit code. */
export async function adopt(args: readonly string[], terminal: Terminal): Promise<number> {
  const { out, error } = terminal;
  let renameSettings = (text: string) => text;
  try {
    const values = parseFlags(args);
    if (values.help) {
      out(help);
      return exitCodes.clean;
    }
    refuseConflicts(values);
    const asked = readKinds(values);
    const connections = await connect(values, error);
    try {
      // The plugin reads no setting of the classes, and they read none of the plugin.
      const connection = connections.forProvider(isForPlugin(values) ? `::pulumi:providers:${pluginPackage}::` : "");
      renameSettings = (text) => connection.renameSettings(text);
      const configured =
        connection.settings.setBy("gcp:project") === "gcp:project"
          ? connection.settings.text("gcp:project")
          : undefined;
      const selection = select(values, connection.settings.text("gcp:project"));
      const collected: Collected[] = [];
      for (const kind of listKinds(asked, selection))
        collected.push(
          await collect(kind, connection, selection, configured, (count) => error(`${kind}: ${String(count)} …\n`)),
        );
      write(collected, values, terminal);
      return collected.some(({ refusal }) => refusal !== undefined) ? exitCodes.found : exitCodes.clean;
    } finally {
      await connections.close();
    }
  } catch (why) {
    error(`${message(renameSettings(toMessage(why)))}\n`);
    return exitCodes.failed;
  }
}

function parseFlags(args: readonly string[]) {
  return parseArgs({ args: [...args], options }).values;
}

type Flags = ReturnType<typeof parseFlags>;

/** True if the program is for the plugin; false if it is for the classes. */
function isForPlugin({ yaml, "import-file": importFile }: Flags): boolean {
  return yaml || importFile;
}

function refuseConflicts({ out, force, yaml, "import-file": importFile, "dry-run": dryRun }: Flags): void {
  if (yaml && importFile)
    throw new Error("Give --yaml or --import-file, not both: each writes a file of its own form.");
  if (out !== undefined && !force && !dryRun && existsSync(out))
    throw new Error(`${out} exists. Give another file with --out, or overwrite it with --force.`);
}

/** The stack's settings; those of the environment alone, outside of a program's folder. */
async function connect({ stack, cwd }: Flags, error: Terminal["error"]): Promise<Connections> {
  const configuration = await readConfiguration({ stack, folder: cwd }).catch((why: unknown) => {
    if (stack !== undefined || cwd !== undefined) throw why;
    error(`No stack is read, so the settings come from the environment alone. ${message(toMessage(why))}\n`);
    return new Map<string, string>();
  });
  const { danger } = new Settings(() => undefined, process.env);
  if (danger !== undefined) error(`${danger}\n`);
  return new Connections({ urn: undefined, resources: [], pending: [] }, configuration, process.env);
}

function select(flags: Flags, configured: string | undefined): Selection {
  const { project = configured, organization = [], policy = [], filter, all } = flags;
  const problem = project === undefined ? undefined : projectProblem(project);
  if (problem !== undefined) throw new Error(`--project must be ${problem}; it is ${JSON.stringify(project)}.`);
  for (const number of policy)
    if (!/^\d+$/.test(number))
      throw new Error(
        `--policy must be the number of a hierarchical firewall policy; it is ${JSON.stringify(number)}.`,
      );
  const parents = organization.map((parent) => {
    const [, collection = "organizations", number] = /^(?:(organizations|folders)\/)?(\d+)$/.exec(parent) ?? [];
    if (number === undefined)
      throw new Error(`--organization must be a number, or folders/NUMBER; it is ${JSON.stringify(parent)}.`);
    return `${collection}/${number}`;
  });
  return { project, parents, policies: policy, filter, takesAll: all };
}

/** The kinds that the flags name; none where they name no kind. */
function readKinds({ kind = [] }: Flags): string[] {
  const names = kind.flatMap((list) => list.split(",")).map((name) => name.trim());
  const unknown = names.find((name) => !kinds.includes(name));
  if (unknown !== undefined) throw new Error(`--kind takes ${kinds.join(", ")}; it is ${JSON.stringify(unknown)}.`);
  return names;
}

/** The kinds to list: those that the flags name, or all whose place is known. */
function listKinds(asked: readonly string[], { project, parents, policies }: Selection): string[] {
  const hasGrants = parents.length + policies.length > 0;
  const isPlaced = (kind: string) => (sources[kind]?.isInProject === true ? project !== undefined : hasGrants);
  if (asked.includes(grants) && !hasGrants)
    throw new Error(
      `${grants}: give --organization NUMBER or --policy NUMBER, because the policies are in no project.`,
    );
  const chosen = kinds.filter((kind) => (asked.length === 0 ? isPlaced(kind) : asked.includes(kind)));
  if (chosen.length === 0 || !chosen.every(isPlaced))
    throw new Error("No project is set. Give --project ID, or run: pulumi config set gcp:project ID");
  return chosen;
}

function write(collected: readonly Collected[], flags: Flags, { out, error }: Terminal): void {
  const resources = collected.flatMap(({ adopted }) => adopted);
  const file = flags.out;
  if (flags["dry-run"]) out(resources.map(({ kind, id }) => `${kind} ${id}\n`).join(""));
  else if (file === undefined) out(render(resources, flags));
  else writeFileSync(file, render(resources, flags), { flag: flags.force ? "w" : "wx" });
  for (const one of collected) error(summarize(one));
  if (!collected.some(({ kind }) => kind === grants))
    error(`${grants}: not listed. To list grants, give --organization NUMBER or --policy NUMBER.\n`);
  error("RegionInstanceGroupManagerPatch: not listed, because a patch is about single fields.\n");
  if (file !== undefined && !flags["dry-run"])
    error(`Resources in ${file}: ${String(resources.length)}. ${nextStep(file, flags)}\n`);
}

function render(resources: readonly Adopted[], { yaml, "import-file": importFile, protect: protects }: Flags): string {
  if (importFile) return renderImportFile(resources);
  return yaml ? renderYaml(resources, { protects }) : renderTypeScript(resources, { protects });
}

function nextStep(file: string, { yaml, "import-file": importFile }: Flags): string {
  if (importFile) return `Run: pulumi import --file ${file}`;
  if (yaml) return "Move its resources into the program, and run: pulumi preview";
  return `Add to the program: import "./${basename(file, ".ts")}"; and run: pulumi preview`;
}

function summarize({ kind, adopted, leftOut, refusal }: Collected): string {
  if (refusal !== undefined) return `${kind}: left out, because it cannot be listed. ${message(refusal)}\n`;
  const reasons = [...leftOut].map(([reason, count]) => `  left out: ${String(count)}, ${message(reason)}\n`);
  return `${kind}: ${String(adopted.length)} in the program.\n${reasons.join("")}`;
}
