import type { ComputeClient } from "../http/client";

/** Values by key, for each client: who asks with other credentials, or another service, asks for something else. */
export class PerClient<V> {
  readonly #maps = new WeakMap<ComputeClient, Map<string, V>>();

  of(client: ComputeClient): Map<string, V> {
    const map = this.#maps.get(client) ?? new Map<string, V>();
    this.#maps.set(client, map);
    return map;
  }
}
