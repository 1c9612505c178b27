// What processes have in common that have loaded the SDK and begin anew for each test.
const { Module } = require("node:module");

/** What the SDK needs to serialize functions, and loads in any case: two thirds of its start. */
const seldomUsed = new Set(["typescript", "@npmcli/arborist"]);

const load = Module._load;
Module._load = function (request, ...rest) {
  return seldomUsed.has(request)
    ? loadedAtFirstUse(() => load.call(this, request, ...rest))
    : load.call(this, request, ...rest);
};

function loadedAtFirstUse(loaded) {
  return new Proxy(
    {},
    // The SDK copies the members of a module that does not say this.
    { get: (_, name) => (name === "__esModule" ? true : loaded()[name]) },
  );
}

/** The environment and the folder of a process that has just been started. */
exports.become = ({ environment, folder }) => {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  process.chdir(folder);
};

exports.isOfThisPackage = (file) => /[\\/](provider|node_modules[\\/]pulumi-gce)[\\/]lib[\\/]/.test(file);

/** Has files evaluated anew when they are next required: those of this package, and others. */
exports.forget = (isOther) => {
  for (const file of Object.keys(require.cache)) {
    if (exports.isOfThisPackage(file) || isOther(file)) delete require.cache[file];
  }
};
