// What processes have in common that have loaded the SDK and begin anew for each test.
require("./lateModules.cjs");
const { createRequire, Module } = require("node:module");
const { dirname } = require("node:path");
const { constants, Script } = require("node:vm");
const { freshConnections } = require("./freshConnections.cjs");

/** The environment and the folder of a process that has just been started. */
exports.become = ({ environment, folder }) => {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  process.chdir(folder);
  freshConnections();
};

const isOfThisPackage = (file) => /[\\/](provider|node_modules[\\/]pulumi-gce)[\\/]lib[\\/]/.test(file);

/** Has files evaluated anew when they are next required: those of this package, and others. */
exports.forget = (isOther) => {
  for (const file of Object.keys(require.cache)) {
    if (isOfThisPackage(file) || isOther(file)) delete require.cache[file];
  }
};

/**
 * Has V8 parse each file of this package once: each start evaluates it anew, from the same code. `adapted` changes its
 * text.
 */
exports.parseOnce = (adapted = (code) => code) => {
  const parsed = new Map();
  const compile = Module.prototype._compile;
  Module.prototype._compile = function (code, file, ...rest) {
    if (!isOfThisPackage(file)) return compile.call(this, code, file, ...rest);
    if (parsed.get(file)?.code !== code) parsed.set(file, { code, script: parse(adapted(code), file) });
    const evaluate = parsed.get(file).script.runInThisContext();
    return evaluate.call(this.exports, this.exports, createRequire(file), this, file, dirname(file));
  };
};

function parse(code, filename) {
  const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
  return new Script(Module.wrap(code), { filename, importModuleDynamically });
}
