import { existsSync, readdirSync } from "node:fs";
import type { EmulatorOptions } from "../../emulator/src/index";
import { registry } from "../../provider/src/engine/steps/registry";
import { offeredPolicies } from "../../provider/src/lifecycle/resource/localSettings";
import type { Properties } from "../support/providerProcess";
import type { MutatingCall, TestedKind } from "./kind";

const folder = new URL("./", import.meta.url);

/** Files of this folder that describe no kind. */
const others = new Set(["every.ts", "kind.ts"]);

/** Every kind that is described in this folder, by name. */
export const everyKind: readonly TestedKind[] = (await Promise.all(files().map(described))).sort((left, right) =>
  nameOf(left) < nameOf(right) ? -1 : 1,
);

const byName = new Map(everyKind.map((kind) => [nameOf(kind), kind]));

/** The kinds that the package has; the others show what a further one takes. */
export const registeredKinds = everyKind.filter((kind) => Object.hasOwn(registry, nameOf(kind)));

/** Every mutating call of every kind. */
export const everyCall: readonly MutatingCall[] = everyKind.flatMap((kind) =>
  kind.calls.map((call) => ({ ...call, kind: nameOf(kind) })),
);

/** Those of them that are made in different ways. */
export const everyDistinctCall: readonly MutatingCall[] = everyCall.filter(
  ({ kind }) => byName.get(kind)?.callsLike === undefined,
);

/** The description of a kind, by the name of its definition. */
export function kindNamed(name: string): TestedKind {
  const found = byName.get(name);
  if (found === undefined) throw new Error(`No file of test/kinds describes a kind ${name}.`);
  return found;
}

/** The options that an emulator needs to serve every kind, for whatever starts one for any of them. */
export function emulatorOptions(): EmulatorOptions {
  return { furtherCollections: everyKind.flatMap(({ emulatorExtensions = [] }) => emulatorExtensions) };
}

/** The policy with which a delete puts back what was there before, for a kind that offers it. */
export function restoring({ definition }: TestedKind): Properties {
  return offeredPolicies(definition).includes("RESTORE") ? { deletionPolicy: "RESTORE" } : {};
}

export function nameOf({ definition }: TestedKind): string {
  return definition.kind;
}

/** A kind is a file of this folder, or a folder with a file `kind.ts`. */
function files(): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .map((entry) => (entry.isDirectory() ? `${entry.name}/kind.ts` : entry.name))
    .filter((file) => file.endsWith(".ts") && !others.has(file) && existsSync(new URL(file, folder)));
}

async function described(file: string): Promise<TestedKind> {
  const { kind } = (await import(/* @vite-ignore */ new URL(file, folder).href)) as { kind?: TestedKind };
  if (kind === undefined) throw new Error(`test/kinds/${file} has no constant kind.`);
  return kind;
}
