import type { ComputeClient } from "../http/client";

/** Values by key, for each client: who asks with other credentials, or another service, asks for something else. */
export class PerClient<V, K = string> {
  readonly #maps = new WeakMap<ComputeClient, Map<K, V>>();

  of(client: ComputeClient): Map<K, V> {
    const map = this.#maps.get(client) ?? new Map<K, V>();
    this.#maps.set(client, map);
    return map;
  }
}
