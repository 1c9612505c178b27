// Has the SDK load what it needs to serialize functions when it first serializes one. Otherwise it loads that at each
// start, which is two thirds of what the start costs. Processes of the tests require this first (`NODE_OPTIONS`).
const { Module } = require("node:module");

const seldomUsed = new Set(["typescript", "@npmcli/arborist"]);
const load = Module._load;

Module._load = function (request, parent, ...rest) {
  const isLate = seldomUsed.has(request) && /[\\/]@pulumi[\\/]pulumi[\\/]/.test(parent?.filename ?? "");
  const loaded = () => load.call(this, request, parent, ...rest);
  return isLate ? atFirstUse(loaded) : loaded();
};

/** A module whose members can be read and that is loaded with the first of them. */
function atFirstUse(loaded) {
  // The SDK copies all members of a module that does not call itself an ES module.
  return new Proxy({}, { get: (_, name) => (name === "__esModule" ? true : loaded()[name]) });
}
