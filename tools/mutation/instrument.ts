import type { Mutation } from "./operators";

/** A mutation with the number that switches it on. */
export interface Mutant extends Mutation {
  readonly id: number;
}

export const switchName = "mutantIsOn";

/**
 * The source with all of its mutants in it, each behind a switch: `mutantIsOn(7) ? replacement : original`. So it is
 * compiled once for all of them. A mutant inside another's original stays in the original.
 */
export function instrument(text: string, mutants: readonly Mutant[], switchModule: string): string {
  const sorted = [...mutants].sort((one, other) => one.start - other.start || other.end - one.end);
  return `import { ${switchName} } from ${JSON.stringify(switchModule)}; ${rendered(text, 0, text.length, sorted)}`;
}

function rendered(text: string, start: number, end: number, mutants: readonly Mutant[]): string {
  let result = "";
  let at = start;
  let rest = mutants;
  for (;;) {
    const [outer, ...others] = rest;
    if (outer === undefined) return result + text.slice(at, end);
    const inner = others.filter((mutant) => mutant.end <= outer.end);
    rest = others.filter((mutant) => mutant.end > outer.end);
    const original = rendered(text, outer.start, outer.end, inner);
    result += text.slice(at, outer.start);
    result += `(${switchName}(${String(outer.id)}) ? (${outer.replacement}) : (${original}))`;
    at = outer.end;
  }
}

/**
 * The module of the switch. Which mutant is on is told by a file and not by the environment: provider processes are
 * given few variables. The file is read once in each process, and the mutants that a process reaches are written down.
 */
export function switchSource(stateFile: string): string {
  return `import { appendFileSync, readFileSync } from "node:fs";
const { on, reachFile } = JSON.parse(readFileSync(${JSON.stringify(stateFile)}, "utf8")) as { on: number; reachFile?: string };
const reached = new Set<number>();
export function ${switchName}(id: number): boolean {
  if (reachFile !== undefined && !reached.has(id)) {
    reached.add(id);
    appendFileSync(reachFile, id + "\\n");
  }
  return id === on;
}
`;
}
