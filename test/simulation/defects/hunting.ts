import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bringBack } from "../defects";
import type { Defect } from "./defect";

export const root = fileURLToPath(new URL("../../..", import.meta.url));
// Inside of the repository, so that the copies find its packages.
const copies = join(root, "test-results", "defects");
const copied = [
  "provider/src",
  "provider/package.json",
  "test/simulation",
  "test/support/computeProto.ts",
  "test/support/whatPeopleWrite",
];

/** The result of a hunt: `found` a broken promise, `missed` the defect, or the run `failed` and tells nothing. */
export interface Hunted {
  readonly end: "found" | "missed" | "failed";
  /** The life that has broken a promise. */
  readonly seed: number | undefined;
}

/**
 * Looks for a broken promise in a copy of the sources; without a defect there is none to be found.
 *
 * @param lives the options of `npm run simulate` that say which
 */
export async function hunt(
  { defect, name = "no defect" }: { readonly defect?: Defect; readonly name?: string },
  lives: readonly string[],
): Promise<Hunted> {
  const copy = join(copies, name.replace(/\W+/g, "-"));
  for (const path of copied) cpSync(join(root, path), join(copy, path), { recursive: true });
  if (defect !== undefined) {
    const file = join(copy, "provider/src", defect.file);
    writeFileSync(file, bringBack(readFileSync(file, "utf8"), defect));
  }
  const startMs = performance.now();
  const { code, output } = await simulate(copy, [...lives, "--stop-at-first"]);
  const [, broken, seed] = /^ {2}BROKEN ([^:]+: [^:]+): [^]*?\n {4}seeds (\d+)/m.exec(output) ?? [];
  // A program that breaks down ends with 1 as well, and names no promise.
  const end = code === 1 && broken !== undefined ? "found" : code === 0 ? "missed" : "failed";
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
  console.log(`${end} after ${seconds} s: ${name}${broken === undefined ? "" : ` (${broken}, seed ${String(seed)})`}`);
  if (end === "failed") console.log(output.slice(-2000));
  rmSync(copy, { recursive: true });
  return { end, seed: seed === undefined ? undefined : Number(seed) };
}

/** Does something for each, as many at a time as the machine has cores. */
export async function inLanes<T>(all: readonly T[], act: (one: T) => Promise<void>): Promise<void> {
  const waiting = all.values();
  const lane = async () => {
    for (const one of waiting) await act(one);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
}

async function simulate(copy: string, options: readonly string[]): Promise<{ code: number | null; output: string }> {
  const args = ["--import", "tsx", join(copy, "test/simulation/main.ts"), ...options];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output };
}
