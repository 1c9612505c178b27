// What the provider process of a real run loads in place of this package: providers that a script in the program's
// folder directs.
const { appendFileSync, readFileSync } = require("node:fs");
const { join } = require("node:path");
const { scriptedProvider } = require("./scriptedProvider.cjs");

/** The getters by which the SDK's server takes the properties that it hands to a provider. */
const getters = {
  CheckRequest: "getNews",
  DiffRequest: "getNews",
  CreateRequest: "getProperties",
  ReadRequest: "getProperties",
  UpdateRequest: "getNews",
  DeleteRequest: "getProperties",
};

/** Remembers the request that properties come from; that of the first call of a process is taken before this. */
function watchRequests() {
  const requests = new WeakMap();
  const messages = require("@pulumi/pulumi/proto/provider_pb.js");
  for (const [type, getter] of Object.entries(getters)) {
    const original = messages[type].prototype[getter];
    messages[type].prototype[getter] = function () {
      const properties = original.call(this);
      const convert = properties.toJavaScript.bind(properties);
      properties.toJavaScript = () => {
        const values = convert();
        requests.set(values, this);
        return values;
      };
      return properties;
    };
  }
  return requests;
}

function requestOf(request) {
  if (request === undefined) return undefined;
  const olds = (request.getOldInputs ?? request.getInputs)?.call(request);
  const timeoutMs = (request.getTimeout?.() ?? 0) * 1000;
  const ignoreChanges = request.getIgnorechangesList?.() ?? [];
  return {
    urn: request.getUrn(),
    ...(timeoutMs > 0 ? { timeoutMs } : {}),
    ...(olds === undefined ? {} : { oldInputs: olds.toJavaScript() }),
    ...(ignoreChanges.length > 0 ? { ignoreChanges } : {}),
  };
}

/** The provider of a process that begins. */
exports.beginProvider = (folder) => {
  const requests = watchRequests();
  const log = join(folder, "log.jsonl");
  let provider = "default";
  const plan = () => JSON.parse(readFileSync(join(folder, "plan.json"), "utf8"));
  const methods = scriptedProvider({
    outcomeOf: (call) => plan().outcomes[call],
    together: () => plan().together,
    entries: () =>
      readFileSync(log, "utf8")
        .split("\n")
        .filter((line) => line.endsWith("}"))
        .map((line) => JSON.parse(line)),
    log: (entry) => appendFileSync(log, `${JSON.stringify(entry)}\n`),
    die: () => process.kill(process.pid, "SIGKILL"),
    requestOf: (properties) => requestOf(requests.get(properties)),
    provider: () => provider,
  });
  return {
    ...methods,
    configure({ config }) {
      provider = config.get("gcp:providerName") ?? provider;
      return Promise.resolve();
    },
  };
};
