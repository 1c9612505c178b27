import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A figure as `publish` has written it. */
export interface Written {
  name: string;
  unit: string;
  goal?: string;
  median: number;
  floorMedian?: number;
  ratio?: number;
}

/** The figures of `bench/results/<file>.json`. */
export function resultsOf(file: string): Written[] {
  const path = fileURLToPath(new URL(`../results/${file}.json`, import.meta.url));
  return (JSON.parse(readFileSync(path, "utf8")) as { figures: Written[] }).figures;
}
