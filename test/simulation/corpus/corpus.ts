import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The lives that `npm test` lives: `npm run simulate:choose` writes them. */
export interface Corpus {
  /** How many features the lives had when they were chosen. */
  readonly features: number;
  /** The defects that they do not find, nor any other life of those that there were to choose from. */
  readonly misses: readonly string[];
  readonly seeds: readonly number[];
}

export const corpusFile = fileURLToPath(new URL("corpus.json", import.meta.url));

export const corpus = JSON.parse(readFileSync(corpusFile, "utf8")) as Corpus;
