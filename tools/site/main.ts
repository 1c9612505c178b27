/** `npm run site`: builds the documentation site. Its options are those of `SiteOptions`. */
import { parseArgs } from "node:util";
import { buildSite } from "./build";
import { siteFolder } from "./pages";

const { values } = parseArgs({
  options: {
    output: { type: "string", default: siteFolder },
    base: { type: "string", default: "/" },
    revision: { type: "string", default: "HEAD" },
  },
});
await buildSite(values);
