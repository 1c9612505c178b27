import { host, notFound, ok, operationError, refusal, staleVersion, type Answer } from "./answers";
import type { Data } from "./objects";
import { project } from "./names";
import { toChange, fingerprint, lasting } from "./owned";
import type { Mutation } from "./operations";
import type { Service } from "./service";
import { defaults } from "./defaults";
import { getInstances } from "./instances";
import { getRefusedReads } from "./refusedReads";
import { refuseGone } from "./templates";

const stale = operationError("CONDITION_NOT_MET", 412, "PRECONDITION FAILED");
const notFoundError = operationError("RESOURCE_NOT_FOUND", 404, "NOT FOUND");

export const groupPath = `projects/${project}/regions/us-central1/instanceGroupManagers/web`;
export const proxyPath = `projects/${project}/global/targetSslProxies/front`;

export const templateUrl = (name: string) => `${host}projects/${project}/global/instanceTemplates/${name}`;

/** A regional managed instance group, which somebody else has made. */
export function serveGroup(service: Service): void {
  const { objects, operations } = service;
  const group = {
    kind: "compute#instanceGroupManager",
    region: `${host}projects/${project}/regions/us-central1`,
    baseInstanceName: "web",
    targetSize: 3,
    description: "world",
    versions: [{ instanceTemplate: templateUrl("world") }],
    autoHealingPolicies: [{ healthCheck: `${host}projects/${project}/global/healthChecks/world`, initialDelaySec: 30 }],
    updatePolicy: { type: "OPPORTUNISTIC", minimalAction: "REPLACE" },
    fingerprint: fingerprint(service),
  };
  objects.put(groupPath, lasting(service, groupPath, group), "world");
  objects.noteAll(groupPath, defaults[group.kind] ?? {}, "world");
  const one = "(projects/*/regions/*/instanceGroupManagers/*)";
  const instances = getInstances(service, groupPath);
  service.on("GET", one, ({ parts: [, path = ""] }) => {
    const refused = getRefusedReads(service).take();
    if (refused !== undefined) return refused;
    const shown = service.visible(path);
    return shown === undefined ? notFound(path) : ok({ ...shown, ...instances.describe(shown) });
  });
  service.on("POST", `${one}/listManagedInstances`, ({ parts: [, path = ""] }) => {
    const current = objects.get(path);
    return current === undefined ? notFound(path) : ok({ managedInstances: instances.list(current) });
  });
  service.on("GET", "projects/*/regions/*/autoscalers", () => ok({ kind: "compute#regionAutoscalerList" }));
  service.on("PATCH", one, ({ parts: [, path = ""], query, body }): Answer => {
    const current = objects.get(path);
    const { fingerprint: sent, ...changes } = body;
    return operations.begin({
      type: "patch",
      ...toChange(service, path, query),
      existence: () => refuseGone(service, changes),
      fingerprint: () => (current?.fingerprint === sent ? undefined : staleVersion()),
      obstacle: () => (objects.get(path)?.fingerprint === sent ? undefined : stale),
      effect() {
        const patched = mergePatch(objects.get(path) ?? {}, changes) as Data;
        objects.put(path, { ...patched, fingerprint: fingerprint(service) }, "ours");
      },
    });
  });
}

/** RFC 7396. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (typeof patch !== "object" || patch === null || Array.isArray(patch)) return patch;
  const merged: Record<string, unknown> = typeof target === "object" && !Array.isArray(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) Reflect.deleteProperty(merged, name);
    else merged[name] = mergePatch(merged[name], value);
  }
  return merged;
}

/** A target SSL proxy, which somebody else has made. */
export function serveProxy(service: Service): void {
  const { objects, operations, tape } = service;
  const hasMap = tape.choose("the proxy has at first", ["no certificate map", "a certificate map"]);
  const proxy = {
    kind: "compute#targetSslProxy",
    sslCertificates: [`${host}projects/${project}/global/sslCertificates/world`],
    ...(hasMap === "a certificate map" ? { certificateMap: mapUrl("world") } : {}),
  };
  objects.put(proxyPath, lasting(service, proxyPath, proxy), "world");
  const one = "(projects/*/global/targetSslProxies/*)";
  service.on("GET", one, ({ parts: [, path = ""] }) => service.read(path));
  service.on("POST", `${one}/setCertificateMap`, ({ parts: [, path = ""], query, body }) =>
    operations.begin({
      type: "SetCertificateMap",
      ...toChange(service, path, query),
      effect() {
        const certificateMap = body.certificateMap === "" ? undefined : body.certificateMap;
        objects.put(path, { ...objects.get(path), certificateMap }, "ours");
      },
    }),
  );
}

export function mapUrl(name: string): string {
  return `//certificatemanager.googleapis.com/projects/${project}/locations/global/certificateMaps/${name}`;
}

const concurrent = refusal(
  409,
  "aborted",
  "There were concurrent policy changes. Please retry the whole read-modify-write.",
);

/** Policy "1234567" of an organization: only its IAM policy is served. */
export const iamPath = "locations/global/firewallPolicies/1234567";

/** The IAM policy of a hierarchical firewall policy. It is set as one, at once, and the etag tells who comes too late. */
export function serveIamPolicy(service: Service): void {
  const { objects } = service;
  const etag = () => fingerprint(service);
  objects.put(
    iamPath,
    { version: 1, etag: etag(), bindings: [{ role: "roles/world", members: ["user:world@example.com"] }] },
    "world",
  );
  const one = "(locations/global/firewallPolicies/*)";
  service.on("GET", `${one}/getIamPolicy`, ({ parts: [, path = ""] }) => service.read(path));
  service.on("POST", `${one}/setIamPolicy`, ({ parts: [, path = ""], body }) => {
    const { policy } = body as { policy?: Data };
    if (policy === undefined) return refusal(400, "required", "Required field 'policy' not specified");
    if (service.meets("setIamPolicy at the service", ["contention"]) !== undefined) return concurrent;
    if (policy.etag !== undefined && policy.etag !== objects.get(path)?.etag) return concurrent;
    const set = { version: 1, ...policy, etag: etag() };
    objects.put(path, set, "ours");
    return ok(set);
  });
}

const firewallPolicies = ["a", "b", "c", "d"];
export const networks = ["n", "m"];

export const policyPath = (name: string) => `projects/${project}/global/firewallPolicies/${name}`;
export const networkPath = (name: string) => `projects/${project}/global/networks/${name}`;

/** Where the simulated service has what a network is attached to. */
export const attachmentPath = (network: string) => `${networkPath(network)}/firewallPolicyAssociation`;

/** Network firewall policies, and the networks that they are attached to: at most one policy for a network. */
export function servePolicies(service: Service): void {
  const { objects, operations } = service;
  for (const name of networks)
    objects.put(networkPath(name), lasting(service, networkPath(name), { kind: "compute#network" }), "world");
  for (const name of firewallPolicies)
    objects.put(policyPath(name), lasting(service, policyPath(name), { kind: "compute#firewallPolicy" }), "world");
  const attached = (policy: string) =>
    networks.flatMap((network) => {
      const attachment = service.visible(attachmentPath(network));
      return attachment?.policy === policy
        ? [{ name: String(attachment.name), attachmentTarget: host + networkPath(network) }]
        : [];
    });
  service.on("GET", "projects/*/global/networks/(*)", ({ parts: [, name = ""] }) => {
    const network = objects.get(networkPath(name));
    if (network === undefined) return notFound(networkPath(name));
    const policy = service.visible(attachmentPath(name))?.policy;
    return ok({ ...network, ...(policy === undefined ? {} : { firewallPolicy: host + policyPath(String(policy)) }) });
  });
  const one = "projects/*/global/firewallPolicies/(*)";
  service.on("GET", one, ({ parts: [, name = ""] }) => {
    const policy = objects.get(policyPath(name));
    return policy === undefined ? notFound(policyPath(name)) : ok({ ...policy, associations: attached(name) });
  });
  service.on("GET", `${one}/getAssociation`, ({ parts: [, policy = ""], query }) => {
    const found = attached(policy).find(({ name }) => name === query.get("name"));
    return found === undefined ? noAssociation : ok(found);
  });
  const begin = (
    policy: string,
    query: URLSearchParams,
    change: Pick<Mutation, "type" | "existence" | "obstacle" | "effect">,
  ) => {
    return operations.begin({ ...toChange(service, policyPath(policy), query), ...change });
  };
  service.on("POST", `${one}/addAssociation`, ({ parts: [, policy = ""], query, body }) => {
    const path = attachmentPath(String(body.attachmentTarget).split("/").at(-1) ?? "");
    // A policy has one association of a name.
    const isNamed = () =>
      networks.map(attachmentPath).some((other) => {
        const existing = objects.get(other);
        return other !== path && existing?.policy === policy && existing.name === body.name;
      });
    const isAttached = () =>
      isNamed() || (objects.get(path) !== undefined && query.get("replaceExistingAssociation") !== "true");
    return begin(policy, query, {
      type: "addAssociation",
      existence: () =>
        isAttached() ? refusal(409, "alreadyExists", "An association for the network already exists.") : undefined,
      obstacle: () => (isAttached() ? operationError("INVALID_USAGE", 400, "BAD REQUEST") : undefined),
      effect: () => objects.put(path, { policy, name: body.name }, "ours"),
    });
  });
  service.on("POST", `${one}/removeAssociation`, ({ parts: [, policy = ""], query }) => {
    const found = () =>
      networks.map(attachmentPath).find((path) => {
        const attachment = objects.get(path);
        return attachment?.policy === policy && attachment.name === query.get("name");
      });
    return begin(policy, query, {
      type: "removeAssociation",
      existence: () => (found() === undefined ? noAssociation : undefined),
      obstacle: () => (found() === undefined ? notFoundError : undefined),
      effect: () => objects.put(found() ?? "", undefined, "ours"),
    });
  });
}

const noAssociation = refusal(400, "invalid", "Invalid value for field 'name': no association with that name exists.");
