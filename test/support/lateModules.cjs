// Has the SDK load what it needs to serialize functions when it first serializes one. Otherwise it loads that at each
// start, which is two thirds of what the start costs. Processes of the tests require this first (`NODE_OPTIONS`).
const { Module } = require("node:module");

// The language host of the tests is older than the CLI, and does not hear of the option `typescript: false`.
if (process.env.PROGRAM_IS_JAVASCRIPT === "true") delete process.env.PULUMI_NODEJS_TYPESCRIPT;

const awaited = new Set(["typescript", "@npmcli/arborist"]);
const load = Module._load;
Module._load = loadUnlessLate;

function loadUnlessLate(request, parent, ...rest) {
  if (!awaited.has(request) || !/[\\/]@pulumi[\\/]pulumi[\\/]/.test(parent?.filename ?? ""))
    return load.call(this, request, parent, ...rest);
  awaited.delete(request);
  // The SDK is there: the state keeps the stack of each resource, and this function has no place in it.
  if (awaited.size === 0 && Module._load === loadUnlessLate) Module._load = load;
  return atFirstUse(() => load.call(this, request, parent, ...rest));
}

/** A module whose members can be read, and that is loaded with the first of them. */
function atFirstUse(loaded) {
  // The SDK copies all members of a module that does not call itself an ES module.
  return new Proxy({}, { get: (_, name) => (name === "__esModule" ? true : loaded()[name]) });
}
