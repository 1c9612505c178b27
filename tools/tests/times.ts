/**
 * `npm run test:times`: what the last `npm test` spent its time on, by tier and for the slowest fifty tests.
 * `npm run test:times -- 200` shows more of them; a second argument names another report.
 */
import { existsSync, readFileSync } from "node:fs";
import { reportFile, type Report } from "./report";
import { timesReport } from "./timesTable";

const [slowest = "50", file = reportFile] = process.argv.slice(2);

if (existsSync(file)) {
  const report = JSON.parse(readFileSync(file, "utf8")) as Report;
  console.log(timesReport(report, Number(slowest), process.cwd()));
} else {
  console.error(`There is no ${file}: npm test writes it. Run that first.`);
  process.exitCode = 1;
}
