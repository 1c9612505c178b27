// The engine's process for dynamic providers, again and again: at each start it evaluates Pulumi's script and this
// package anew, as a process that has just been started does, and keeps only the modules that neither of them is.
// `hotPlugin.ts` sends the messages.
const { Module } = require("node:module");
const { Socket } = require("node:net");

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

/** Where the engine listens that this process serves, and those that it has served. */
let served;
const gone = new Set();

/** Connections to the engine and to the service: an engine waits for the end of its own before it ends. */
const connections = new Set();
const connect = Socket.prototype.connect;
Socket.prototype.connect = function (...options) {
  // What has outlived its run looks for its engine, and would end this process when it finds it gone.
  if (gone.has(portOf(options))) return this;
  connections.add(this);
  this.once("close", () => connections.delete(this));
  return connect.apply(this, options);
};

/** `net` itself gives the options as a list in a list. */
function portOf(options) {
  const [first] = options.flat();
  return String(typeof first === "object" ? first?.port : first);
}

function begin({ environment, engine, folder, preloads }) {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  process.chdir(folder);
  for (const [prototype, members] of untouched) Object.defineProperties(prototype, members);
  for (const event of ["uncaughtException", "unhandledRejection", "exit", "SIGINT"]) process.removeAllListeners(event);
  for (const file of Object.keys(require.cache)) {
    if (file === script || ofThisPackage.test(file)) delete require.cache[file];
  }
  process.argv = [process.execPath, script, engine];
  served = engine.split(":").at(-1);
  gone.delete(served);
  for (const file of preloads) require(file);
  require(script);
}

/** Does what is done when a process ends, without ending. */
function end() {
  // For as long as something may still look: another server may come to listen there.
  const port = served;
  gone.add(port);
  setTimeout(() => gone.delete(port), 3_000).unref();
  process.emit("exit", 0);
  process.removeAllListeners("exit");
  for (const connection of connections) connection.destroy();
  process.send("ended");
}

process.on("message", (message) => (message === "end" ? end() : begin(message)));
process.on("disconnect", () => process.exit());
