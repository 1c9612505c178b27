// The engine's process for dynamic providers, again and again: at each start it evaluates Pulumi's script and this
// package anew, as a process that has just been started does, and keeps only the modules that neither of them is.
// `hotPlugin.ts` sends the messages.
const { Socket } = require("node:net");
const { become, forget, parseOnce } = require("../hotProcess.cjs");

const script = require.resolve("@pulumi/pulumi/cmd/dynamic-provider/index.js");
const messages = require("@pulumi/pulumi/proto/provider_pb");

/** The SDK's messages as they are before this package watches them. */
const untouched = Object.values(messages)
  .filter((type) => typeof type === "function")
  .map((type) => [type.prototype, Object.getOwnPropertyDescriptors(type.prototype)]);

/** What this process serves at the moment. */
let current;

/** What has outlived its start finds its engine gone, and must not end a process that serves another one. */
globalThis.withinStart = (watchEngine) => {
  const start = current;
  return (address, gone) => watchEngine(address, () => (start === current ? gone() : undefined));
};

parseOnce(adapted);

function adapted(code) {
  if (!code.includes("\nfunction watchEngine(")) throw new Error("The bundle has no function watchEngine to adapt.");
  return `${code}\nwatchEngine = withinStart(watchEngine);`;
}

/** Connections to the engine and to the service: an engine waits for the end of its own before it ends. */
const connections = new Set();
const connect = Socket.prototype.connect;
Socket.prototype.connect = function (...options) {
  connections.add(this);
  this.once("close", () => connections.delete(this));
  return connect.apply(this, options);
};

function begin({ environment, engine, folder, preloads }) {
  become({ environment, folder });
  for (const [prototype, members] of untouched) Object.defineProperties(prototype, members);
  for (const event of ["uncaughtException", "unhandledRejection", "exit", "SIGINT"]) process.removeAllListeners(event);
  forget((file) => file === script);
  process.argv = [process.execPath, script, engine];
  current = { engine };
  for (const file of preloads) require(file);
  require(script);
}

/** Does what is done when a process ends, without ending. */
function end() {
  current = undefined;
  process.emit("exit", 0);
  process.removeAllListeners("exit");
  for (const connection of connections) connection.destroy();
  process.send("ended");
}

process.on("message", (message) => (message === "end" ? end() : begin(message)));
process.on("disconnect", () => process.exit());
