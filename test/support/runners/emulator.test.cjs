// For jest and mocha, which put their functions into the global object, and for Node's own runner.
require("./emulator.cjs").declareTests("beforeEach" in globalThis ? globalThis : require("node:test"));
