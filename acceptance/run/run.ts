import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AcceptanceOptions } from "../options";
import type { Context } from "../kinds/kind";
import { neededFixtures } from "../plan/names";
import { cleanUp } from "./cleanup";
import { toPrincipal } from "./credentials";
import { cleanEarlierRuns, cleanRun, forgetRun, noteRun, maxIdleMs } from "./earlierRuns";
import { Engine } from "./engine";
import { makeFixtures, type Made } from "./fixtures";
import { live } from "./lifecycle";
import { record, type Line, type Means } from "./recorded";
import { hasPassed, writeReport, type Outcome } from "./report";
import { Verdicts } from "./verdict";

interface RunMeans extends Means {
  /** Ends the run before its time; what was made is deleted all the same. */
  readonly signal: AbortSignal;
}

/** Carries out a run: makes, tries, cleans up, reports. Tells whether everything passed and nothing is left. */
export async function runAcceptance(options: AcceptanceOptions, means: RunMeans): Promise<boolean> {
  const { prefix, project, output, cleansOnly } = options;
  const { say, token } = means;
  if (cleansOnly) return cleanRun(options, options, means);
  await cleanEarlierRuns(options, means);
  const folder = join(output, prefix);
  const passed = await record(options, { prefix, file: "recording.jsonl", token }, async (line) => {
    noteRun(options);
    const outcome = await tryAndCleanUp(options, means, line);
    if (outcome.left.length === 0) forgetRun(output, prefix);
    else say(`Some objects are left. Run: npm run acceptance -- --project ${project} --clean ${prefix}`);
    const report = line.replacement.text(writeReport(outcome));
    writeFileSync(join(folder, "report.md"), report);
    say(`\n${report}`);
    return hasPassed(outcome);
  });
  say(`The recording is ${join(folder, "recording.jsonl")}`);
  return passed;
}

async function tryAndCleanUp(options: AcceptanceOptions, means: RunMeans, line: Line): Promise<Outcome> {
  const startedMs = performance.now();
  const { prefix, project, region, zone, endpoint, subjects: tried } = options;
  const { say } = means;
  const verdicts = new Verdicts();
  const stopped = await tryAll(options, means, line, verdicts);
  say(`Clean-up: everything that begins with ${prefix} is deleted`);
  const left = await cleanUp(line.service(options), prefix, { say, maxIdleMs });
  return {
    prefix,
    place: `Project ${project}, ${region} and ${zone}, at ${endpoint.host}.`,
    tried,
    verdicts,
    stopped,
    left,
    exchanges: line.recorder.count(),
    minutes: (performance.now() - startedMs) / 60_000,
  };
}

/** Makes the fixtures and tries everything. Tells what has ended it before its time. */
async function tryAll(
  options: AcceptanceOptions,
  { say, signal }: RunMeans,
  line: Line,
  verdicts: Verdicts,
): Promise<string | undefined> {
  const { prefix, output, subjects, certificateMaps } = options;
  const service = line.service(options, signal);
  try {
    const names = neededFixtures(subjects);
    say(`Fixtures: ${names.join(", ")}`);
    const made = await makeFixtures(service, prefix, names);
    signal.throwIfAborted();
    for (const [name, why] of made.failures) say(`  ${name} could not be made: ${why}`);
    const context: Context = { service, made, certificateMaps, members: chooseMembers(options, made) };
    const engine = await Engine.start(join(output, prefix), toConfig(options, line), signal);
    await live({ engine, context, tried: subjects, verdicts, say });
    return undefined;
  } catch (error) {
    const cause: unknown = signal.aborted ? signal.reason : error;
    return cause instanceof Error ? cause.message : String(cause);
  }
}

/** The configuration of the stack: the package goes to the recorder, with the recorder's token. */
function toConfig({ project, region, zone }: AcceptanceOptions, { recorder }: Line): Record<string, string> {
  return {
    "gcp:project": project,
    "gcp:region": region,
    "gcp:zone": zone,
    "gcp:computeCustomEndpoint": recorder.address.href,
    "gcp:accessToken": recorder.token,
  };
}

/** Without a word about it, roles go to whoever has made the policies. */
function chooseMembers({ members }: AcceptanceOptions, { operations }: Made): readonly string[] {
  if (members.length > 0) return members;
  const principals = [...operations.values()].flatMap(({ user }) => toPrincipal(user) ?? []);
  return principals.slice(0, 1);
}
