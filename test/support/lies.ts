// Loaded with the test: to load it takes real time.
import "../../provider/src/compute/operation";
import { requestRepeats } from "../../provider/src/compute/repeats";
import { type Values } from "../../provider/src/fields/values";
import { ComputeClient } from "../../provider/src/http/client";
import { Endpoint } from "../../provider/src/http/endpoint";
import type { Transport, WireRequest } from "../../provider/src/http/transport/transport";
import { VirtualClock } from "../simulation/clock";
import { fixedToken } from "./computeCalls";
import { altered, pathText, type Path } from "./alteredValues";
import { hostileObject } from "./hostileValues";
import { isLong } from "./seed";

/*
 * A service whose answers were recorded, and that lies about one member of them.
 */

/** Something in the place of something else. */
export interface Lie {
  /** `GET projects/p/global/routes/r`. */
  readonly request: string;
  readonly path: Path;
  readonly value: unknown;
}

/** Answers by request, in the order in which they came; the last one again for every further request. */
export type Recording = Map<string, string[]>;

export const requestKey = ({ method, target }: Pick<WireRequest, "method" | "target">) =>
  `${method} ${target.split("?", 1)[0] ?? ""}`;
const answer = (body: string) => ({
  status: 200,
  headers: { "content-type": "application/json" },
  body,
  values: 0,
});

export function clientWith(transport: Transport, endpoint = "http://127.0.0.1:1/compute/v1"): ComputeClient {
  return new ComputeClient({
    endpoint: new Endpoint(endpoint),
    tokens: fixedToken,
    requestTimeoutMs: 60_000,
    userAgent: "pulumi-gce/test",
    rules: requestRepeats.plain,
    open: () => transport,
  });
}

/** A service that gives what was recorded, with a lie in it. */
export function replayed(recording: Recording, lie?: Lie): ComputeClient {
  const asked = new Map<string, number>();
  return clientWith({
    close: () => Promise.resolve(),
    send(request) {
      const key = requestKey(request);
      const bodies = recording.get(key) ?? ["{}"];
      const number = asked.get(key) ?? 0;
      asked.set(key, number + 1);
      const body = bodies[Math.min(number, bodies.length - 1)] ?? "{}";
      return Promise.resolve(answer(lie?.request === key ? altered(body, lie.path, lie.value) : body));
    },
  });
}

/** Wrong values for one that is right, none that an `int64` may be: by day only one, which is another one for each place. */
export function wrongFor(right: unknown, path: Path): unknown[] {
  const all: unknown[] = [{}, ["lie"], 7.5, "lie", true, hostileObject, [hostileObject]];
  const wrong = all.filter((value) => readForm(value) !== readForm(right));
  return isLong ? wrong : wrong.slice(pathText(path).length % wrong.length).slice(0, 1);
}

export function readForm(value: unknown): string {
  return Array.isArray(value) ? "list" : typeof value;
}

/** How a step ends; what waits in it does so in no time. */
export async function findOutcome(step: () => Promise<unknown>): Promise<{ result?: Values; error?: unknown }> {
  const clock = VirtualClock.install();
  try {
    return { result: (await clock.until(step())) as Values };
  } catch (error) {
    return { error };
  } finally {
    clock.uninstall();
  }
}
