// For commands that run the CLI several times by themselves: the first process of a program and the first of a provider
// are a user's. Later ones load late what few programs need, and check no types. Node.js requires this first
// (`NODE_OPTIONS`), and `FIRST_PROCESSES` names the folder that remembers the first ones.
const { mkdirSync } = require("node:fs");
const { join } = require("node:path");

const [, kind] = /@pulumi[\\/]pulumi[\\/]cmd[\\/](run|dynamic-provider)(?=[\\/]|$)/.exec(process.argv[1] ?? "") ?? [];

if (kind !== undefined && !isFirst(kind)) {
  require("./lateModules.cjs");
  process.env.PULUMI_NODEJS_TRANSPILE_ONLY = "true";
}

/** Only one process can make a folder. */
function isFirst(kind) {
  try {
    mkdirSync(join(process.env.FIRST_PROCESSES, kind));
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    return false;
  }
}
