// The engine's process for dynamic providers, again and again: at each message it evaluates Pulumi's script and this
// package anew, as a process that has just been started does, and keeps only the modules that neither of them is.
// `providerProcess.ts` sends the messages.
const { Module } = require("node:module");

const script = require.resolve("@pulumi/pulumi/cmd/dynamic-provider/index.js");
const messages = require("@pulumi/pulumi/proto/provider_pb");

const ofThisPackage = /[\\/]provider[\\/]dist[\\/]/;

/** The SDK's messages as they are before this package watches them. */
const untouched = Object.values(messages)
  .filter((type) => typeof type === "function")
  .map((type) => [type.prototype, Object.getOwnPropertyDescriptors(type.prototype)]);

/** What `import()` has loaded once it keeps for ever, so that this package is made to load its own files otherwise. */
const compile = Module.prototype._compile;
Module.prototype._compile = function (code, file, ...rest) {
  const own = ofThisPackage.test(file);
  const required = own ? code.replace(/\bimport\(("\.[^"]*")\)/g, "Promise.resolve().then(() => require($1))") : code;
  return compile.call(this, required, file, ...rest);
};

function begin({ environment, engine, required }) {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  for (const [prototype, members] of untouched) Object.defineProperties(prototype, members);
  for (const event of ["uncaughtException", "unhandledRejection", "exit", "SIGINT"]) process.removeAllListeners(event);
  for (const file of Object.keys(require.cache)) {
    if (file === script || ofThisPackage.test(file)) delete require.cache[file];
  }
  process.argv = [process.execPath, script, engine];
  for (const file of required) require(file);
  require(script);
}

process.on("message", begin);
process.on("disconnect", () => process.exit());
