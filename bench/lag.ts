/**
 * How long after an operation is DONE at the service the provider knows of it, with one operation after the other and with many
 * waiting at once.
 *
 * Options: `--quick`, `--rounds 5`, `--sizes 1,500` (operations that wait at once).
 */
import { setTimeout as pause } from "node:timers/promises";
import { startEmulator, type Emulator } from "../emulator/src/index";
import { ComputeClient } from "../provider/src/http/client";
import { requestRepeats } from "../provider/src/compute/repeats";
import { Deadline } from "../provider/src/http/deadline";
import { Endpoint } from "../provider/src/http/endpoint";
import { waitForOperation } from "../provider/src/compute/operation";
import { operationPath, type Operation } from "../provider/src/compute/endpoints/operations";
import { anyObject } from "../provider/src/types/form";
import { kind as route } from "../test/kinds/route";
import { selfSigned } from "../test/support/certificate";
import { options, publish, quantile, type Figure } from "./support/measure";

const { rounds, numbers } = options();
const sizes = numbers("sizes", [1, 500], [1, 50]);
const project = "bench-project";
const certificate = selfSigned("127.0.0.1");

const figures: Figure[] = [];
for (const size of sizes) {
  const lags: number[] = [];
  for (let round = 0; round < rounds; round += 1) lags.push(...(await measureLags(size)));
  const [name, part, limitMs] =
    size === 1
      ? (["one at a time: median", 0.5, 5] as const)
      : ([`${String(size)} at once: 99 of 100`, 0.99, 50] as const);
  const lag = quantile(lags, part);
  figures.push({ name, unit: "ms", ours: [lag], goal: `≤ ${String(limitMs)} ms`, reached: lag <= limitMs });
}
publish("lag", "From DONE at the service to the provider knowing", figures);

/** Lags in milliseconds: of that many operations that are waited for at once, or of fifty one after the other. */
async function measureLags(size: number): Promise<number[]> {
  // Of many, none ends before all are waited for, and they do not end together: what is measured is the way of each answer.
  const emulator = await startEmulator({
    latency: { defaultMs: size === 1 ? 40 : 600_000 },
    tls: certificate,
  });
  const client = new ComputeClient({
    endpoint: new Endpoint(emulator.endpoint),
    tokens: { renewable: false, token: () => Promise.resolve("bench"), invalidate: () => undefined },
    requestTimeoutMs: 60_000,
    userAgent: "bench",
    rules: requestRepeats.plain,
    trustedCertificates: certificate.cert,
  });
  const knownAt = new Map<string, number>();
  const one = async (number: number) => {
    const context = { deadline: Deadline.after(120_000), action: "insert" };
    const path = `projects/${project}/global/routes`;
    const body = {
      ...route.plain.args(number),
      network: `projects/${project}/global/networks/default`,
      priority: 1000,
    };
    const insert = { action: "insert", method: "POST", path, body, permissions: [], form: anyObject, project } as const;
    const operation = await client.request<Operation>(insert, context);
    await waitForOperation(client, operationPath(project, operation), context, operation);
    knownAt.set(operation.name, performance.timeOrigin + performance.now());
  };
  try {
    if (size === 1) for (let number = 0; number < 50; number += 1) await one(number);
    else await Promise.all([finishInTurn(emulator, size), ...Array.from({ length: size }, (_, number) => one(number))]);
    return emulator.operations().map(({ operation, doneAt = Number.NaN }) => {
      const lag = (knownAt.get(String(operation.name)) ?? Number.NaN) - doneAt;
      if (Number.isNaN(lag)) throw new Error(`nothing is known of ${String(operation.name)}`);
      return lag;
    });
  } finally {
    await client.close();
    await emulator.close();
  }
}

/** Ends that many operations once all are waited for, each for itself. */
async function finishInTurn(emulator: Emulator, count: number): Promise<void> {
  while (emulator.operations().length < count) await pause(50);
  await pause(1_000);
  for (const { operation } of emulator.operations()) {
    emulator.finishOperations(String(operation.name));
    await pause(12);
  }
}
