/**
 * `npm run acceptance:compare -- FILE`: plays the requests of a recording to a fresh emulator, and lists where its answers
 * have another status, other members, other types or texts of other forms than those of the service.
 */
import { readFileSync } from "node:fs";
import { compareRecording } from "./comparison/play";
import { comparisonText } from "./comparison/table";
import { readRecording } from "./recording/exchange";

async function main([file, ...more]: readonly string[]): Promise<number> {
  if (file === undefined || more.length > 0) {
    console.error("Give one recording: npm run acceptance:compare -- acceptance/runs/PREFIX/recording.jsonl");
    return 2;
  }
  const comparison = await compareRecording(readRecording(readFileSync(file, "utf8")));
  console.log(comparisonText(comparison));
  return comparison.findings.length === 0 ? 0 : 1;
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 2;
  },
);
