import type { ComputeClient, ComputeClientOptions } from "../../http/client";
import { makeClient } from "../../settings/connection";
import type { Settings } from "../../settings/settings";

/** An option of a call that no program has: what opens the way to the service in place of the network. */
export const openKey = Symbol.for("pulumi-gce.open");

/** So many sets of settings keep their client; a program has one, rarely a few. */
const most = 16;

/** Clients by their settings, the one used last at the end. */
const clients = new Map<string, ComputeClient>();

/**
 * The client for these settings: the same for all calls of a program, with its connections and its token.
 *
 * None is ever closed: idle connections do not keep the process, and close by themselves. A way that a call opens is its
 * own.
 */
export function clientFor(settings: Settings, options: object = {}): ComputeClient {
  const { [openKey]: open } = options as { [openKey]?: ComputeClientOptions["open"] };
  if (open !== undefined) return makeClient(settings, open);
  const key = settings.fingerprint();
  const client = clients.get(key) ?? makeClient(settings);
  clients.delete(key);
  clients.set(key, client);
  for (const oldest of clients.keys()) {
    if (clients.size <= most) break;
    clients.delete(oldest);
  }
  return client;
}
