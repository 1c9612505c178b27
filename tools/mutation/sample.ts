import { createHash } from "node:crypto";
import { operatorNames, type Mutation } from "./operators";

/** A mutation, and the file and line where it is. */
export interface Candidate extends Mutation {
  readonly file: string;
  readonly line: number;
  /** The line of the source. */
  readonly lineText: string;
}

/** Where the mutations of a file are. */
export function candidatesOf(file: string, text: string, mutations: readonly Mutation[]): Candidate[] {
  const lines = text.split("\n");
  return mutations.map((mutation) => {
    const line = text.slice(0, mutation.start).split("\n").length;
    return { ...mutation, file, line, lineText: (lines[line - 1] ?? "").trim() };
  });
}

/**
 * Some of the candidates, as many of each operator as there are. Each is chosen by a number that depends on the seed
 * and on its own line alone: a change elsewhere, or a file with a new name, leaves the others in the sample.
 */
export function sampleOf(candidates: readonly Candidate[], count: number, seed: number): Candidate[] {
  const seen = new Map<string, number>();
  const ranked = candidates
    .map((candidate) => {
      const { operator, lineText, replacement } = candidate;
      const text = JSON.stringify([seed, operator, lineText, replacement]);
      const repeat = seen.get(text) ?? 0;
      seen.set(text, repeat + 1);
      return {
        candidate,
        rank: createHash("sha256")
          .update(`${text}${String(repeat)}`)
          .digest("hex"),
      };
    })
    .sort((one, other) => (one.rank < other.rank ? -1 : 1))
    .map(({ candidate }) => candidate);
  const queues = operatorNames.map((name) => ranked.filter(({ operator }) => operator === name));
  const chosen: Candidate[] = [];
  while (chosen.length < count && queues.some((queue) => queue.length > 0)) {
    for (const queue of queues) {
      const next = queue.shift();
      if (next !== undefined && chosen.length < count) chosen.push(next);
    }
  }
  return chosen;
}
