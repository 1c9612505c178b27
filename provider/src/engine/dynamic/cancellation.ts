import { subscribe } from "node:diagnostics_channel";
import { setMaxListeners } from "node:events";

/** On this channel, Node.js tells of each request that a server of the process receives. Before 22.17 and 24.2, it tells of none. */
const receivedRequests = "http2.server.stream.start";

/**
 * A signal that comes when the engine cancels the run.
 *
 * The SDK's server answers that request itself, and passes it on to no provider. Nothing else tells: the process gets no
 * signal of the system before its end, and the engine answers it as before.
 */
export function listenForCancellation(): AbortSignal {
  const cancellation = new AbortController();
  // Each wait of each resource listens to it.
  setMaxListeners(0, cancellation.signal);
  subscribe(receivedRequests, (message) => {
    const { headers } = message as { readonly headers?: Readonly<Record<string, unknown>> };
    if (headers?.[":path"] === "/pulumirpc.ResourceProvider/Cancel")
      cancellation.abort(new Error("the run was cancelled, or failed elsewhere"));
  });
  return cancellation.signal;
}
