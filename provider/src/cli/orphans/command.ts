import { parseArgs } from "node:util";
import { parseDuration } from "../../names/duration";
import { assertProject, printDanger } from "../stack/flags";
import { ownedCollections } from "../../names/kinds";
import { ownCommand } from "../../messages/installation";
import { message } from "../../messages/text";
import { exitCodes, toMessage } from "../failure";
import { readInputFile } from "../inputFile";
import type { Terminal } from "../terminal";
import { Connections } from "../stack/connections";
import { findOrphans } from "./find";
import { exportStack, readConfiguration, readStackUrn } from "../stack/pulumiCli";
import { toExitCode, renderJson, renderReport } from "./report";
import { parseStackExport } from "../stack/stackExport";

const owned = Object.values(ownedCollections);

const help = `${ownCommand} orphans: the objects that a crash left behind at Google Cloud, and one step for each.

Run it in the program's folder, after a run of Pulumi was killed, lost its machine, or lost its provider. It reads the
state, looks at the service with the stack's own settings and credentials, and changes nothing. It knows the resources of
the classes and of the plugin, and the settings gcp: and gce:. It does not look for grants and patches that the state does
not name: pulumi up makes and records them again.

  --stack NAME       the stack; default: the selected one
  --cwd FOLDER       the program's folder; default: the current one
  --file FILE        a state that pulumi stack export --show-secrets has printed; - reads it from stdin
  --since DURATION   how far back to look for requests of this stack (default 336h: the service keeps them for about that time)
  --project ID       another project to search, beside those that the state and the configuration name; repeatable
  --json             for programs
  --help

The exit code is 0 if nothing is left to do, 1 if something is or may be left to do, and 2 if a check failed.

It needs the permissions ${owned.map((collection) => `compute.${collection}.get and .list`).join(", ")}, compute.globalOperations.list,
compute.firewallPolicies.get, compute.targetSslProxies.get, and those for reading the other resources of the stack.
`;

const options = {
  stack: { type: "string" },
  cwd: { type: "string" },
  file: { type: "string" },
  since: { type: "string", default: "336h" },
  project: { type: "string", multiple: true },
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const;

/** The command `orphans`. Returns the exit code. */
export async function orphans(args: readonly string[], { out, error }: Terminal): Promise<number> {
  try {
    const { values } = parseArgs({ args: [...args], options });
    if (values.help) {
      out(help);
      return exitCodes.clean;
    }
    const sinceMs = parseDuration(values.since);
    if (sinceMs === undefined) throw new Error(`--since must be a duration such as "2h"; it is ${values.since}.`);
    const { project: projects = [] } = values;
    projects.forEach(assertProject);
    const selection = { stack: values.stack, folder: values.cwd };
    // Not process.stdin.fd: it stops a read from waiting for a pipe.
    const file = values.file === "-" ? 0 : values.file;
    const json = file === undefined ? await exportStack(selection) : readInputFile(file);
    const configuration = await readConfiguration(selection).catch((why: unknown) => {
      // A file may come from elsewhere; then the environment alone has the settings.
      if (values.file === undefined) throw why;
      return new Map<string, string>();
    });
    const exported = { ...parseStackExport(json) };
    // A destroy leaves a state that does not even name its stack. A file may be of another one than is selected.
    if (values.file === undefined) exported.urn ??= await readStackUrn(selection).catch(() => undefined);
    printDanger(error);
    const connections = new Connections(exported, configuration, process.env, error);
    try {
      const report = await findOrphans(exported, connections, { sinceMs: Date.now() - sinceMs, projects });
      out(values.json ? renderJson(report) : renderReport(report));
      return toExitCode(report);
    } finally {
      await connections.close();
    }
  } catch (why) {
    error(`${message(toMessage(why))}\n`);
    return exitCodes.failed;
  }
}
