/**
 * `npm run acceptance -- --project PROJECT`: all resources and functions against a real project, with a recording of the
 * traffic. `--help` has the options, and acceptance/README.md says the rest.
 */
import { createInterface } from "node:readline/promises";
import { GoogleAuth } from "google-auth-library";
import { pulumiToolchain } from "../tools/pulumi/toolchain";
import { help, readOptions, UsageError, type AcceptanceOptions } from "./options";
import { abandonedPrefixes, cleanUp } from "./run/cleanup";
import { runAcceptance } from "./run/run";
import { Service } from "./run/service";
import { fixtures, named } from "./subjects/fixtures";
import { neededFixtures } from "./subjects/subject";
import { subjectNames, subjects, withNeed } from "./subjects/subjects";

async function main(args: readonly string[]): Promise<boolean> {
  const options = readOptions(args, process.env);
  if (options === "help") {
    console.log(help);
    return true;
  }
  const { project, prefix, endpoint, confirmed, cleansOnly } = options;
  if (!confirmed && !process.stdin.isTTY)
    throw new UsageError("No terminal can be asked before things are made. Run it in one, or give --yes.");
  const token = tokenSource(options);
  const service = new Service(options, { address: endpoint, token });
  await service.send("GET", `projects/${project}/global/networks`, { maxResults: "1" }).catch((error: unknown) => {
    throw new Error(
      `${endpoint.href} does not list the networks of ${project}. Nothing was made. Without credentials, run: ` +
        `gcloud auth application-default login\n${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  });
  // Before anything is made: without a CLI nothing could be tried.
  if (!cleansOnly) await pulumiToolchain();
  console.log(
    cleansOnly ? `Everything in ${project} whose name begins with ${prefix} is deleted.` : writePlan(options),
  );
  if (!confirmed && !(await agrees())) {
    console.log("Nothing was made.");
    return false;
  }
  if (cleansOnly) return clean(service, prefix);
  for (const old of await abandonedPrefixes(service, Date.now())) await clean(service, old);
  return runAcceptance(options, { token, say: console.log, signal: interruption() });
}

/** The plan of a run, for a person who has to agree to it. */
function writePlan({ project, zone, parent, prefix, endpoint, subjects: tried }: AcceptanceOptions): string {
  const needed = neededFixtures(tried.map((name) => subjects[name]));
  const left = subjectNames.filter((name) => !tried.includes(name));
  return [
    `Project ${project}, zone ${zone}, at ${endpoint.host}.`,
    ...(parent === undefined ? [] : [`Hierarchical firewall policies in ${parent}, attached to nothing.`]),
    `Everything has a name that begins with ${prefix}. It is made for the run, and deleted at its end:`,
    ...needed.map((name) => `  ${named(prefix, name).padEnd(32)} ${fixtures[name].what}`),
    "Deleted first: everything from runs that began more than a day ago.",
    `Tried: ${tried.join(", ")}.`,
    ...(left.length === 0 ? [] : [`Not tried: ${left.map(withNeed).join(", ")}.`]),
    "Billed at most, for about 20 minutes: an e2-micro, 20 GB of standard disks and an empty snapshot. That is less than a cent.",
  ].join("\n");
}

async function clean(service: Service, prefix: string): Promise<boolean> {
  const left = await cleanUp(service, prefix, { say: console.log });
  for (const { path, why } of left) console.log(`  ${path} still exists: ${why}`);
  if (left.length === 0) console.log(`Nothing is left of ${prefix}`);
  return left.length === 0;
}

/** Gives the token for the service at each request: one that is about to end is renewed. */
function tokenSource({ accessToken }: AcceptanceOptions): () => Promise<string> {
  if (accessToken !== undefined) return () => Promise.resolve(accessToken);
  const auth = new GoogleAuth({ scopes: "https://www.googleapis.com/auth/cloud-platform" });
  return async () => (await auth.getAccessToken()) ?? "";
}

async function agrees(): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question("Go on? [y/N] ");
  terminal.close();
  return /^y(?:es)?$/i.test(answer.trim());
}

/** Ends the trial at Ctrl-C, so that the clean-up begins. A second Ctrl-C ends that as well. */
function interruption(): AbortSignal {
  const interrupted = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    process.on(name, () => {
      if (interrupted.signal.aborted) process.exit(130);
      console.log("\nInterrupted: the clean-up begins. Interrupt again to leave everything as it is.");
      interrupted.abort(new Error("It was interrupted."));
    });
  }
  return interrupted.signal;
}

try {
  process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
// A client that keeps connections for a while has nothing to do any more.
setTimeout(() => process.exit(), 2_000).unref();
