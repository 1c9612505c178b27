import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AcceptanceOptions } from "../options";
import { startRecorder } from "../recording/recorder";
import { Replacement } from "../recording/replacement";
import { fixtureNames, fixtures, named, pathIn, type FixtureName } from "../subjects/fixtures";
import { resources, type ResourceName } from "../subjects/resources";
import { neededFixtures, toPath, type Run } from "../subjects/subject";
import { isFunction, isResource, subjectNames, subjects, withNeed, type SubjectName } from "../subjects/subjects";
import { inParallel } from "../../bench/support/inParallel";
import { cleanUp } from "./cleanup";
import { call, live, type ProgramSettings } from "./life";
import { Service, type Answer } from "./service";

/** The outcome of each subject: the reason of a failure, or undefined. */
type Outcomes = Map<SubjectName, string | undefined>;

interface Means {
  readonly token: () => Promise<string>;
  readonly say: (line: string) => void;
  /** Ends the run before its time; everything that was made is deleted all the same. */
  readonly signal: AbortSignal;
}

/** Makes, tries, cleans up, and reports. Returns whether everything passed and nothing is left. */
export async function runAcceptance(options: AcceptanceOptions, { token, say, signal }: Means): Promise<boolean> {
  const { prefix, project, parent, endpoint, output, certificateMaps, region, zone } = options;
  const folder = join(output, prefix);
  mkdirSync(folder, { recursive: true });
  const maps = certificateMaps.map((map, index) => [map.replace(/^.*\//, ""), `certificate-map-${String(index + 1)}`]);
  const replacement = new Replacement({
    project,
    prefix,
    parent,
    names: Object.fromEntries(maps) as Record<string, string>,
  });
  const file = join(folder, "recording.jsonl");
  const recorder = await startRecorder({ endpoint, token, replacement, file });
  const service = new Service(options, recorder);
  const settings: ProgramSettings = {
    config: {
      "gcp:project": project,
      "gcp:region": region,
      "gcp:zone": zone,
      "gcp:computeCustomEndpoint": recorder.address.href,
    },
    environment: { GOOGLE_OAUTH_ACCESS_TOKEN: await recorder.token() },
    signal,
  };
  try {
    const outcomes: Outcomes = new Map();
    const stopped = await tryAll(options, { service, settings, outcomes, say }).then(() => undefined, toMessage);
    say(`Clean-up: everything that begins with ${prefix} is deleted`);
    const left = (await cleanUp(service, prefix, { say })).map(({ path, why }) => `${path}: ${why}`);
    const hasFailure = [...outcomes.values()].some((why) => why !== undefined);
    const isPassed = stopped === undefined && left.length === 0 && !hasFailure;
    const report = replacement.text(writeReport(options, outcomes, { isPassed, stopped, left }));
    writeFileSync(join(folder, "report.md"), report);
    say(`\n${report}`);
    if (left.length > 0)
      say(`Some objects are left. Run: npm run acceptance -- --project ${project} --clean ${prefix}`);
    say(`The recording is ${file}`);
    return isPassed;
  } finally {
    await recorder.close();
  }
}

/** So many engines share the cores. */
const livesAtOnce = 3;

interface Trial {
  readonly service: Service;
  readonly settings: ProgramSettings;
  readonly outcomes: Outcomes;
  readonly say: (line: string) => void;
}

async function tryAll(options: AcceptanceOptions, { service, settings, outcomes, say }: Trial): Promise<void> {
  const { prefix, certificateMaps, subjects: tried } = options;
  const operations = new Map<FixtureName, Answer>();
  const failures = new Map<string, string>();
  for (const fixture of neededFixtures(tried.map((name) => subjects[name]))) {
    settings.signal.throwIfAborted();
    say(`Making ${named(prefix, fixture)}`);
    const made = await makeFixture(service, prefix, fixture).catch((error: unknown) => {
      failures.set(fixture, toMessage(error));
    });
    if (made !== undefined) operations.set(fixture, made);
  }
  const run: Run = { service, prefix, certificateMaps, operations };
  for (const name of tried) {
    const missing = neededFixtures([subjects[name]]).find((fixture) => failures.has(fixture));
    if (missing !== undefined) outcomes.set(name, `${missing} could not be made: ${failures.get(missing) ?? ""}`);
  }
  const ready = tried.filter((name) => !outcomes.has(name));
  const [called, lived] = [ready.filter(isFunction), ready.filter(isResource)];
  settings.signal.throwIfAborted();
  if (called.length > 0) {
    say(`Calling ${called.join(", ")}`);
    for (const [name, why] of await call(called, run, settings)) outcomes.set(name, why);
  }
  await inParallel(lived.length, livesAtOnce, async (number) => {
    const [name] = lived.slice(number) as [ResourceName];
    settings.signal.throwIfAborted();
    say(`Living through ${name}`);
    outcomes.set(name, await live(name, resources[name], run, settings).then(() => undefined, toMessage));
  });
  settings.signal.throwIfAborted();
}

/** Makes a fixture, and returns its last operation. */
export function makeFixture(service: Service, prefix: string, name: FixtureName): Promise<Answer> {
  const { place } = service;
  const { collection, body } = fixtures[name];
  const paths = Object.fromEntries(fixtureNames.map((other) => [other, toPath(place, prefix, other)]));
  const path = pathIn(collection, place);
  const isInProject = path.startsWith("projects/");
  const query = isInProject ? {} : { parentId: place.parent ?? "" };
  const sent = { [isInProject ? "name" : "shortName"]: named(prefix, name), ...body?.({ prefix, place, paths }) };
  return service.change((requestId) => service.send("POST", path, { ...query, requestId }, sent));
}

interface Ending {
  readonly isPassed: boolean;
  readonly stopped: string | undefined;
  readonly left: readonly string[];
}

/** The report, as Markdown. */
function writeReport(options: AcceptanceOptions, outcomes: Outcomes, { isPassed, stopped, left }: Ending): string {
  const { prefix, project, zone, endpoint, subjects: tried } = options;
  const describe = (name: SubjectName) =>
    outcomes.has(name) ? (outcomes.get(name) === undefined ? "passed" : "failed") : "not run";
  const failures = [...outcomes].flatMap(([name, why]) => (why === undefined ? [] : [`${name}, ${why}`]));
  const lines = [
    `# Acceptance run ${prefix}`,
    `${isPassed ? "Everything passed, and nothing is left of it" : "Not everything passed"}. Project ${project}, ${zone}, at ${endpoint.host}.`,
    ["| Tried | Result |", "| --- | --- |", ...tried.map((name) => `| \`${name}\` | ${describe(name)} |`)].join("\n"),
    ...section("Failures", failures),
    ...section("The run stopped", stopped === undefined ? [] : [stopped]),
    ...section("Not deleted", left),
    ...section("Not tried", subjectNames.filter((name) => !tried.includes(name)).map(withNeed)),
  ];
  return `${lines.join("\n\n")}\n`;
}

function section(title: string, items: readonly string[]): string[] {
  if (items.length === 0) return [];
  return [`## ${title}`, items.map((item) => `- ${item.replaceAll("\n", "\n  ")}`).join("\n")];
}

function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
