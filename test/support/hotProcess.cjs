// What processes have in common that have loaded the SDK and begin anew for each test.
require("./lateModules.cjs");

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
