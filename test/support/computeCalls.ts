import { onTestFinished } from "vitest";
// Loaded with the test and not by its first request: it takes long to load, and the time of a request is short.
import "undici";
import { ComputeClient, type ComputeClientOptions, type ComputeRequest } from "../../provider/src/http/client";
import { requestRepeats } from "../../provider/src/compute/repeats";
import { Deadline } from "../../provider/src/http/deadline";
import { Endpoint } from "../../provider/src/http/endpoint";
import { ComputeError } from "../../provider/src/http/errors/computeError";
import { anyObject } from "../../provider/src/types/form";
import type { TokenSource } from "../../provider/src/http/client";
import { captureError } from "./untilTestEnds";

export const secretToken = "ya29.a-token-nobody-may-see";

/** A token that cannot be renewed. */
export const fixedToken: TokenSource = {
  renewable: false,
  token: () => Promise.resolve(secretToken),
  invalidate: () => undefined,
};

/** A client of the server at that origin, closed when the test ends. */
export function createClient(origin: string, options: Partial<ComputeClientOptions> = {}): ComputeClient {
  const client = new ComputeClient({
    endpoint: new Endpoint(`${origin}/compute/v1`),
    tokens: fixedToken,
    requestTimeoutMs: 60_000,
    userAgent: "pulumi-gce/test",
    rules: requestRepeats.plain,
    ...options,
  });
  onTestFinished(() => client.close());
  return client;
}

export const getRequest: ComputeRequest = {
  action: "get projects/p/global/routes/r",
  method: "GET",
  path: "projects/p/global/routes/r",
  permissions: ["compute.routes.get"],
  form: anyObject,
  project: "p",
};

export const insertRequest: ComputeRequest = {
  action: "insert projects/p/global/routes/r",
  method: "POST",
  path: "projects/p/global/routes",
  query: { requestId: "11111111-1111-4111-8111-111111111111" },
  body: { name: "r" },
  permissions: ["compute.routes.create", "compute.networks.updatePolicy"],
  form: anyObject,
  project: "p",
};

export const within = (milliseconds: number) => ({ deadline: Deadline.after(milliseconds) });

/** The error that a call ends in; every failure of this side is a `ComputeError`. */
export function captureFailure(call: Promise<unknown>): Promise<ComputeError> {
  return captureError(call, (error) => error instanceof ComputeError);
}
