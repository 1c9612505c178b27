import { readFile } from "node:fs/promises";
import { text as readAll } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { parseDuration } from "../../names/duration";
import { isProjectId } from "../../names/names";
import { Settings } from "../../settings/settings";
import { message } from "../../shown/text";
import type { Terminal } from "../terminal";
import { Connections } from "./connections";
import { findOrphans } from "./find";
import { exitCodes } from "./finding";
import { exportStack, readConfiguration, readLastResult, readStackUrn, type StackSelection } from "./pulumiCli";
import { exitCodeOf, renderJson, renderReport } from "./report";
import { messageOf } from "./messageOf";
import { parseStackExport, type StackExport } from "./stackExport";

const help = `npx pulumi-gce orphans: the objects that a crash left behind at Google Cloud, and what to do about each object.

Run it in the program's folder, after a run of Pulumi was killed, lost its machine, or lost its provider. It reads the
state, looks at the service with the stack's own settings and credentials, and changes nothing.

  --stack NAME       the stack; default: the selected one
  --cwd FOLDER       the program's folder; default: the current one
  --file FILE        a state that was exported with \`pulumi stack export --show-secrets\`; - reads it from stdin
  --since DURATION   how far back to look for requests of this stack that the state does not know (default 336h, which
                     is about as long as the service remembers)
  --project ID       another project to search, for example if only the lost resources named it; you can give this
                     option several times. The command always searches the projects of the configuration, of each
                     gce.Provider and of the resources in the state
  --json             for programs
  --help

The exit code is 0 if nothing is left to do, 1 if something is or may be left to do, and 2 if a check failed.

It needs the permissions compute.routes.get and .list, compute.snapshots.get and .list, compute.globalOperations.list,
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

/** `npx pulumi-gce orphans`. Returns the exit code. */
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
    const noProject = projects.find((project) => !isProjectId(project));
    if (noProject !== undefined)
      throw new Error(
        `--project must be the id of a project, such as my-project-1; it is ${JSON.stringify(noProject)}.`,
      );
    const selection = { stack: values.stack, folder: values.cwd };
    const json = values.file === undefined ? await exportStack(selection) : await readExport(values.file);
    const configuration = await readConfiguration(selection).catch((why: unknown) => {
      // A file may come from elsewhere; then the environment alone has the settings.
      if (values.file === undefined) throw why;
      error(
        `The command could not read the configuration of the stack, so it uses only the environment. ${message(messageOf(why))}\n`,
      );
      return new Map<string, string>();
    });
    const exported = await withStack(parseStackExport(json), values.file === undefined ? selection : undefined);
    const { danger } = new Settings(() => undefined, process.env);
    if (danger !== undefined) error(`${danger}\n`);
    const connections = new Connections(exported, configuration, process.env);
    try {
      const lastRunSucceeded = values.file === undefined ? await readLastResult(selection) : undefined;
      const options = { sinceMs: Date.now() - sinceMs, projects, lastRunSucceeded };
      const report = await findOrphans(exported, connections, options);
      out(values.json ? renderJson(report) : renderReport(report));
      return exitCodeOf(report);
    } finally {
      await connections.close();
    }
  } catch (why) {
    error(`${message(messageOf(why))}\n`);
    return exitCodes.failed;
  }
}

/** A destroy leaves a state that does not even name its stack. A file may be of another one than is selected. */
async function withStack(exported: StackExport, selection: StackSelection | undefined): Promise<StackExport> {
  if (exported.urn !== undefined || selection === undefined) return exported;
  return { ...exported, urn: await readStackUrn(selection).catch(() => undefined) };
}

async function readExport(file: string): Promise<string> {
  return file === "-" ? readAll(process.stdin) : readFile(file, "utf8");
}
