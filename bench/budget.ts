/**
 * `npm run bench:budget`: the requests that each call of the engine costs, for each kind, and why there are no fewer. A test
 * holds the same table to the requests that are really sent.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { nameOf, registeredKinds } from "../test/kinds/every";

const rows = registeredKinds.flatMap((kind) =>
  Object.entries(kind.plain.budget).map(([call, { requests, why }]) => ({
    kind: nameOf(kind),
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
