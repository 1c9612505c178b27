// A language host that stays: it loads the SDK once, and runs one program after the other as the Automation API runs
// inline programs. `languageHost.ts` starts it and says which program is next.
const { join } = require("node:path");
const { LanguageServer } = require("@pulumi/pulumi/automation/server");
const services = require("@pulumi/pulumi/proto/language_grpc_pb");
const { createRequire } = require("node:module");
const { become, forget, parseOnce } = require("../hotProcess.cjs");
const grpc = createRequire(require.resolve("@pulumi/pulumi/package.json"))("@grpc/grpc-js");

parseOnce();

/** The run that is under way: its server of the SDK, how many programs run, and what they printed. */
let current = { running: 0, printed: "" };

for (const stream of [process.stdout, process.stderr]) {
  stream.write = (part, encoding, done) => {
    current.printed += typeof part === "string" ? part : Buffer.from(part).toString();
    const callback = typeof encoding === "function" ? encoding : done;
    callback?.();
    return true;
  };
}

/** The folder's program, evaluated anew with a copy of this package of its own; only the SDK stays. */
async function evaluate(folder) {
  forget((file) => file.startsWith(folder));
  const program = await require(join(folder, "index.js"));
  return typeof program === "function" ? program() : program;
}

function prepare({ folder, environment, preloads }) {
  become({ environment, folder });
  for (const file of preloads) require(file);
  const run = { running: 0, printed: "" };
  run.server = new LanguageServer(() => evaluate(folder));
  current = run;
}

const service = {
  getPluginInfo: (call, answer) => current.server.getPluginInfo(call, answer),
  getRequiredPlugins: (call, answer) => current.server.getRequiredPlugins(call, answer),
  run(call, answer) {
    const run = current;
    run.running += 1;
    let answered = false;
    run.server.run(call, (error, response) => {
      // The SDK answers a failed run twice, once with its error.
      if (answered) return;
      answered = true;
      run.running -= 1;
      answer(error, response);
    });
  },
};

const server = new grpc.Server({ "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 });
server.addService(services.LanguageRuntimeService, service);
server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  process.send({ port });
});

/** A program whose engine has ended needs a moment to notice. */
const patienceMs = 2_000;

async function finish(run) {
  for (let waitedMs = 0; run.running > 0 && waitedMs < patienceMs; waitedMs += 20)
    await new Promise((resolve) => setTimeout(resolve, 20));
  process.send({ finished: { idle: run.running === 0, printed: run.printed } });
}

process.on("message", (message) => {
  if (message.prepare !== undefined) {
    prepare(message.prepare);
    process.send({ prepared: true });
  } else {
    void finish(current);
  }
});
process.on("disconnect", () => process.exit());
