import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { startEmulator, type Emulator } from "../../emulator/src/index";
import { nameOf, registeredKinds } from "../kinds/every";
import { Stack, type StackOptions } from "./stack";

const states = fileURLToPath(new URL("../package/states", import.meta.url));
const project = "my-project";

/** What a version of the package has left behind: a program, its state, and what was at the service then. */
export interface RecordedState {
  readonly program: string;
  /** What `pulumi stack export` gave. */
  readonly state: string;
  readonly objects: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** The versions whose states are recorded. */
export function recordedVersions(): string[] {
  return readdirSync(states);
}

export function recordedState(version: string): RecordedState {
  const read = (file: string) => readFileSync(`${states}/${version}/${file}`, "utf8");
  const objects = JSON.parse(read("objects.json")) as RecordedState["objects"];
  return { program: read("program.js"), state: read("state.json"), objects };
}

/** A stack at its emulator. The state must not say where that was: it stands in the environment. */
export async function startStackAt(
  emulator: Emulator,
  program: string,
  host: StackOptions["host"] = "hot",
): Promise<Stack> {
  return Stack.create({
    program,
    host,
    config: { "gcp:project": project },
    environment: { GOOGLE_OAUTH_ACCESS_TOKEN: "token", GOOGLE_COMPUTE_CUSTOM_ENDPOINT: emulator.endpoint },
  });
}

/** Applies a program with every kind, and keeps what a user of this version would have. */
export async function recordState(version: string): Promise<void> {
  const emulator = await startEmulator();
  for (const { plain } of registeredKinds) plain.arrange?.(emulator, project, registeredKinds.length);
  // Each has objects of its own, but for those that share a policy: a whole policy would take it from the others.
  const program = registeredKinds
    .filter(({ plain }) => plain.isSingle === undefined)
    .map((kind, number) => ({ name: nameOf(kind), args: JSON.stringify(kind.plain.args(number)) }))
    .map(({ name, args }) => `new gce.${name}("of${name}", ${args});\n`)
    .join("");
  const stack = await startStackAt(emulator, program, "process");
  try {
    await stack.mustSucceed(["up", "--yes", "--skip-preview"]);
    const folder = `${states}/${version}`;
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}/program.js`, program);
    writeFileSync(`${folder}/state.json`, withoutPlaces(await stack.mustSucceed(["stack", "export"])));
    // Networks first: others name them.
    const [networks, others] = [true, false].map((wanted) =>
      emulator.objects.list("").filter(({ path }) => path.includes("/networks/") === wanted),
    );
    const objects = Object.fromEntries(
      [...(networks ?? []), ...(others ?? [])].map(({ path, object }) => [path, object]),
    );
    writeFileSync(`${folder}/objects.json`, `${JSON.stringify(objects, undefined, 2)}\n`);
  } finally {
    stack.remove();
    await emulator.close();
  }
}

/** The engine notes where in the program each resource is made, on the machine that it was. */
function withoutPlaces(exported: string): string {
  const places = new Set(["sourcePosition", "stackTrace"]);
  const state = JSON.parse(exported, (key, value: unknown) => (places.has(key) ? undefined : value)) as unknown;
  return `${JSON.stringify(state, undefined, 2)}\n`;
}
