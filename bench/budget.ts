/**
 * `npm run bench:budget`: the requests that each call of the engine costs, for each kind, and why there are no fewer. A test
 * holds the same table to the requests that are really sent.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { everyKind, type KindCase } from "../test/support/everyKind";

const rows = Object.entries<KindCase>(everyKind).flatMap(([kind, { budget }]) =>
  Object.entries(budget).map(([call, { requests, why }]) => ({
    kind,
    call,
    requests: requests.length,
    which: requests.join(", "),
    why,
  })),
);
console.log("Requests of each call; preview (check and diff): none.");
console.table(rows);

const folder = fileURLToPath(new URL("results", import.meta.url));
mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}/budget.json`, `${JSON.stringify(rows, undefined, 2)}\n`);
