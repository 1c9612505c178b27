import { host, staleVersion, type Answer } from "./answers";
import type { Data } from "./objects";
import { project } from "./names";
import { fingerprint, lasting, staleError, toChange } from "./owned";
import { mergePatch } from "./parts";
import type { Service } from "./service";

export const servicePath = `projects/${project}/global/backendServices/web`;

export const groupUrl = (name: string) => `${host}projects/${project}/zones/us-central1-a/instanceGroups/${name}`;

/** A backend service that somebody else has made, with two backends that have more than this package knows. */
export function serveBackends(service: Service): void {
  const { objects, operations } = service;
  const backend = (name: string) => ({
    group: groupUrl(name),
    balancingMode: "RATE",
    maxRate: 50,
    trafficDuration: `LONG-${name}`,
  });
  const data = {
    kind: "compute#backendService",
    protocol: "HTTP",
    timeoutSec: 30,
    backends: [backend("world-0"), backend("world-1")],
    fingerprint: fingerprint(service),
  };
  objects.put(servicePath, lasting(service, servicePath, data), "world");
  const one = "(projects/*/global/backendServices/*)";
  service.on("GET", one, ({ parts: [, path = ""] }) => service.read(path));
  service.on("PATCH", one, ({ parts: [, path = ""], query, body }): Answer => {
    const current = objects.get(path);
    const { fingerprint: sent, ...changes } = body;
    return operations.begin({
      type: "patch",
      ...toChange(service, path, query),
      fingerprint: () => (current?.fingerprint === sent ? undefined : staleVersion()),
      obstacle: () => (objects.get(path)?.fingerprint === sent ? undefined : staleError),
      effect() {
        const patched = mergePatch(objects.get(path) ?? {}, changes) as Data;
        objects.put(path, { ...patched, fingerprint: fingerprint(service) }, "ours");
      },
    });
  });
}
