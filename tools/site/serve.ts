/** `npm run site:serve`: shows the site that `npm run site` built. `--base` has to be the one that it was built with. */
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { siteFolder } from "./pages";
import { serveSite } from "./server";

const { values } = parseArgs({
  options: { base: { type: "string", default: "/" }, port: { type: "string", default: "4173" } },
});
if (!existsSync(siteFolder)) throw new Error("There is no site to serve. Run npm run site first.");
const { url } = await serveSite(siteFolder, { base: values.base, port: Number(values.port) });
console.log(`The site is at ${url}. Press Ctrl+C to stop.`);
