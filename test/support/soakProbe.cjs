// Loaded into a provider process before anything else: at each SIGUSR2 it collects garbage and appends to a file what
// the process then holds. It opens nothing itself, so that what is counted is the provider's.
const { appendFileSync } = require("node:fs");
const { setFlagsFromString } = require("node:v8");
const { runInNewContext } = require("node:vm");

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

process.on("SIGUSR2", async () => {
  for (let round = 0; round < 3; round += 1) {
    collect();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, external, arrayBuffers, rss } = process.memoryUsage();
  const resources = {};
  for (const type of process.getActiveResourcesInfo()) resources[type] = (resources[type] ?? 0) + 1;
  appendFileSync(process.env.SOAK_SAMPLES, `${JSON.stringify({ heapUsed, external, arrayBuffers, rss, resources })}\n`);
});
appendFileSync(process.env.SOAK_SAMPLES, `${JSON.stringify({ pid: process.pid })}\n`);
