import { parseArgs } from "node:util";
import { ownCommand } from "../../messages/installation";
import { command } from "../../messages/shell";
import { excerpt, message, oneLine } from "../../messages/text";
import { toOwnNamespace } from "../../engine/plugin/wording";
import { exitCodes, toMessage } from "../failure";
import { refuseUnlessWritable, writeOutputFile, type OutputFile } from "../outputFile";
import { Connections } from "../stack/connections";
import { assertProject, printDanger } from "../stack/flags";
import { exportStack, readConfiguration } from "../stack/pulumiCli";
import { parseStackExport, type ExportedResource } from "../stack/stackExport";
import type { Terminal } from "../terminal";
import { collect, type Collected } from "./collect";
import { Managed } from "./managed";
import { toSpecifier } from "./moduleSpecifier";
import { NameTable } from "./names";
import { renderImportFile, renderYaml } from "./pluginProgram";
import type { Adopted } from "./program";
import { renderTypeScript } from "./typeScriptProgram";
import { ownedCollections, patchKinds } from "../../names/kinds";
import { sources, type Selection } from "./sources";

const kinds = Object.keys(sources);
const owned = Object.values(ownedCollections);
const grants = "FirewallPolicyIamBinding";

const help = `${ownCommand} adopt: a program for the objects that exist, which pulumi up adopts without a change.

Run it in the program's folder. It lists the objects with the stack's own settings and credentials, and changes nothing. The
program has each object with the arguments that differ from defaults. It leaves out what the stack manages already, routes of
subnets and peerings, dynamic routes, routes of a cluster, snapshots of a schedule, and what a patch is about: it sets single
fields. A role of a policy becomes a binding; where the stack has members of the role, its other members become members.

  --project ID           the project to list; default: that of the stack's configuration
  --organization NUMBER  list the grants of the hierarchical firewall policies of this organization, or of folders/NUMBER; repeatable
  --policy NUMBER        list the grants of this hierarchical firewall policy; repeatable
  --kind KIND,KIND       the kinds to list; default: all of ${kinds.join(", ")}
  --filter EXPRESSION    the service's own filter, for each list: 'name eq web-.*'
  --all                  also the snapshots of a schedule and the routes of a cluster
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

It needs the permissions ${owned.map((collection) => `compute.${collection}.list`).join(", ")}, compute.firewallPolicies.list,
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
    const { configuration, resources } = await readStack(values, error);
    const connections = new Connections(
      { urn: undefined, resources: [], pending: [] },
      configuration,
      process.env,
      error,
    );
    try {
      // The plugin reads no setting of the classes, and they read none of the plugin.
      const isForPlugin = values.yaml || values["import-file"];
      const connection = connections.forFace(isForPlugin);
      renameSettings = (text) => connection.renameSettings(text);
      const configured = configuration.get(isForPlugin ? toOwnNamespace("gcp:project") : "gcp:project");
      const selection = select(values, connection.settings.text("gcp:project"));
      const managed = new Managed(resources, connection);
      const collected: Collected[] = [];
      const variables = new NameTable();
      for (const kind of listKinds(asked, selection, managed)) {
        collected.push(
          await collect(kind, connection, selection, { configured, managed }, variables, (count) => {
            if (process.stderr.isTTY) error(`${kind}: ${String(count)} …\n`);
          }),
        );
      }
      write(collected, values, terminal);
      return collected.some(({ refusals }) => refusals.length > 0) ? exitCodes.found : exitCodes.clean;
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

function refuseConflicts({ out, force, yaml, "import-file": importFile, "dry-run": dryRun }: Flags): void {
  if (yaml && importFile)
    throw new Error("Give --yaml or --import-file, not both: each writes a file of its own form.");
  if (out !== undefined && !dryRun) refuseUnlessWritable(toOutputFile(out, force));
}

function toOutputFile(path: string, force: boolean): OutputFile {
  return { path, option: "--out", replaces: force };
}

/** The settings of the stack, and the resources of its state. Outside of a program's folder the environment alone has settings. */
async function readStack(
  { stack, cwd: folder }: Flags,
  error: Terminal["error"],
): Promise<{ configuration: ReadonlyMap<string, string>; resources: readonly ExportedResource[] }> {
  printDanger(error);
  try {
    const configuration = await readConfiguration({ stack, folder });
    const { resources } = parseStackExport(await exportStack({ stack, folder }));
    return { configuration, resources };
  } catch (why) {
    if (stack !== undefined || folder !== undefined) throw why;
    error(`No stack is read, so the settings come from the environment alone. ${message(toMessage(why))}\n`);
    return { configuration: new Map(), resources: [] };
  }
}

function select(flags: Flags, configured: string | undefined): Selection {
  const { project = configured, organization = [], policy = [], filter, all } = flags;
  if (project !== undefined) assertProject(project);
  for (const number of policy) {
    if (!/^\d+$/.test(number)) {
      throw new Error(
        `--policy must be the number of a hierarchical firewall policy; it is ${JSON.stringify(number)}.`,
      );
    }
  }
  const parents = organization.map((parent) => {
    const [, collection = "organizations", number] = /^(?:(organizations|folders)\/)?(\d+)$/.exec(parent) ?? [];
    if (number === undefined)
      throw new Error(`--organization must be a number, or folders/NUMBER; it is ${JSON.stringify(parent)}.`);
    return `${collection}/${number}`;
  });
  return { project, parents: [...new Set(parents)], policies: [...new Set(policy)], filter, takesAll: all };
}

/** The kinds that the flags name; none where they name no kind. */
function readKinds({ kind = [] }: Flags): string[] {
  const names = kind.flatMap((list) => list.split(",")).map((name) => name.trim());
  const unknown = names.find((name) => !kinds.includes(name));
  if (unknown !== undefined) throw new Error(`--kind takes ${kinds.join(", ")}; it is ${JSON.stringify(unknown)}.`);
  return names;
}

/** The kinds to list: those that the flags name, or all whose place is known. */
function listKinds(asked: readonly string[], { project, parents, policies }: Selection, managed: Managed): string[] {
  const hasGrants = parents.length + policies.length > 0;
  const isPlaced = (kind: string) => (sources[kind]?.isInProject === true ? project !== undefined : hasGrants);
  const unplaced = asked.find((kind) => sources[kind]?.isInProject === false);
  if (unplaced !== undefined && !hasGrants) {
    throw new Error(
      `${unplaced}: give --organization NUMBER or --policy NUMBER, because the policies are in no project.`,
    );
  }
  const isUseful = (kind: string) => sources[kind]?.isBesideOthers !== true || managed.hasInside(kind, []);
  const chosen = kinds.filter((kind) => (asked.length === 0 ? isPlaced(kind) && isUseful(kind) : asked.includes(kind)));
  if (chosen.length === 0 || !chosen.every(isPlaced))
    throw new Error("No project is set. Give --project ID, or run: pulumi config set gcp:project ID");
  return chosen;
}

function write(collected: readonly Collected[], flags: Flags, { out, error }: Terminal): void {
  const resources = collected.flatMap(({ adopted }) => adopted);
  const { out: file, "dry-run": isDryRun } = flags;
  if (isDryRun) out(resources.map(({ kind, id }) => `${kind} ${oneLine(id)}\n`).join(""));
  else if (resources.length > 0 && file === undefined) out(render(resources, flags));
  else if (resources.length > 0 && file !== undefined)
    writeOutputFile(toOutputFile(file, flags.force), render(resources, flags));
  for (const one of collected) error(summarize(one));
  if (flags.kind === undefined) {
    if (!collected.some(({ kind }) => kind === grants))
      error(`${grants}: not listed. To list grants, give --organization NUMBER or --policy NUMBER.\n`);
    error(`${patchKinds.join(", ")}: not listed, because a patch is about single fields.\n`);
  }
  if (resources.length === 0) error("Nothing is left to adopt, so no program is written.\n");
  else if (file !== undefined && !isDryRun)
    error(`Resources in ${oneLine(file)}: ${String(resources.length)}. ${nextStep(file, flags)}\n`);
}

function render(resources: readonly Adopted[], { yaml, "import-file": importFile, protect: protects }: Flags): string {
  if (importFile) return renderImportFile(resources);
  return yaml ? renderYaml(resources, { protects }) : renderTypeScript(resources, { protects });
}

function nextStep(file: string, { yaml, "import-file": importFile, cwd = "." }: Flags): string {
  if (importFile) return `Run: ${command("pulumi import --file", file)}`;
  if (yaml) return "Move its resources and variables into Pulumi.yaml, and run: pulumi preview";
  const { typescript: stripsTypes } = process.features as { readonly typescript?: unknown };
  const node = { runsTypeScript: Boolean(stripsTypes), options: process.env.NODE_OPTIONS };
  return `Add to the program: import ${JSON.stringify(toSpecifier(file, cwd, node))}; and run: pulumi preview`;
}

/** How many of the left out objects a summary names. */
const mostNamed = 3;

function summarize({ kind, adopted, leftOut, refusals }: Collected): string {
  const reasons = [...leftOut].map(([reason, labels]) => {
    const named = labels.slice(0, mostNamed).map(excerpt).join(", ") + (labels.length > mostNamed ? ", …" : "");
    return `  left out: ${String(labels.length)} ${oneLine(reason)} (${named})`;
  });
  const refused = refusals.map((refusal) => `  left out, because a permission is missing: ${refusal}`);
  return `${[`${kind}: ${String(adopted.length)} to adopt.`, ...reasons, ...refused].map(message).join("\n")}\n`;
}
