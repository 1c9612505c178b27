import type { AddressInfo } from "node:net";
import { catalogWith } from "./catalog";
import { Controls, type StoredObject, type TimelineEntry } from "./controls";
import type { FaultRule } from "./faults";
import type { JsonObject, Resource } from "./json";
import type { Latency } from "./latency";
import type { CollectionDescription } from "./objects/description";
import type { RequestLogEntry } from "./requestLog";
import type { SeedOptions } from "./seeds/options";
import type { SeedSummary } from "./seeds/plant";
import { createEmulatorServer, type TlsSettings } from "./server";
import type { StoredVersion } from "./store";
import type { TokenGrant } from "./tokens";
import { World } from "./world";

/** How an emulator is started. */
export interface EmulatorOptions {
  /** Default 0: any free port. */
  readonly port?: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /**
   * Names under which it is served besides addresses and `localhost`, such as the name of a container. Any
   * other name is refused, because a web page could have made it resolve to this machine. Default: `host`.
   */
  readonly allowedHosts?: readonly string[];
  /** How long a wait is held. Default 2 minutes, as the service does. */
  readonly waitDeadlineMs?: number;
  /** What holds from the start and after a reset. Default: everything at once. */
  readonly latency?: Latency;
  /** Serves https, with HTTP/2 for clients that speak it. Default: plain http. */
  readonly tls?: TlsSettings;
  /** The wall clock, for tests that move it. Default `Date.now`. */
  readonly now?: () => number;
  /** Realistic objects of everything that programs only read or refer to, there from the start and after a reset. Default: none. */
  readonly seed?: true | SeedOptions;
  /**
   * Kinds of objects that are served beside those of every emulator, each by its description: over the API, in
   * `objects`, in the admin paths and in the console. Default: none.
   */
  readonly furtherCollections?: readonly CollectionDescription[];
}

/** Limits, lifted with null. */
export interface QuotaSettings {
  /** The one project they hold for; without it they hold in every project, for each on its own. */
  readonly project?: string;
  readonly routes?: number | null;
  readonly networks?: number | null;
  readonly snapshots?: number | null;
  /** Limits of further collections, by the names of their quotas. */
  readonly furtherCollections?: Readonly<Record<string, number | null>>;
  /** Size of an IAM policy. Default 250,000 bytes; belongs to no project. */
  readonly iamPolicyBytes?: number | null;
  /** Requests that a project may send in a second; more answer 403 `rateLimitExceeded`. */
  readonly requestsPerSecond?: number | null;
  /** The limit that a rollout is moving to, as the error shows it, by metric. Twice the limit when it is left out. */
  readonly futureLimits?: Readonly<Record<string, number>>;
}

/**
 * Direct access to what is stored, for seeding and for drift. Paths are like `projects/p/global/routes/r`, or URLs. What
 * the service would have added is added: defaults, fingerprints, links, the instances that a group asks for. Beside the
 * objects of the service there are the instances of a group at `<group>/managedInstances/<name>`, the member `iamPolicy`
 * of hierarchical firewall policies, and the member `parentId` of operations at `locations/global`.
 */
export interface StoredObjects {
  get(path: string): Resource | undefined;
  put(path: string, object: JsonObject): Resource;
  /** JSON merge patch. */
  patch(path: string, patch: JsonObject): Resource;
  delete(path: string): boolean;
  list(prefix?: string): StoredObject[];
}

/** A running emulator. */
export interface Emulator {
  /** `http://127.0.0.1:PORT`, or https with `tls`. */
  readonly url: string;
  /** `http://127.0.0.1:PORT/compute/v1`, for `gcp:computeCustomEndpoint`. */
  readonly endpoint: string;
  readonly objects: StoredObjects;
  /** Puts realistic objects of everything that programs only read or refer to. Tells how many there are now in each collection. */
  seed(options?: SeedOptions): SeedSummary;
  /** Forgets everything: objects, operations, settings, faults, the request log. Plants the seed of the start again. */
  reset(): Promise<void>;
  /** Ends all connections, held ones too, and stops. */
  close(): Promise<void>;
  requests(): RequestLogEntry[];
  clearRequests(): void;
  /** Sets latencies; members that are left out keep their value. */
  latency(latency: Latency): void;
  fault(rule: FaultRule): void;
  clearFaults(): void;
  quota(quotas: QuotaSettings): void;
  /** Accepts only these bearer tokens; undefined accepts any again. */
  tokens(tokens: Readonly<Record<string, TokenGrant>> | undefined): void;
  /** Everything that an object was since the last reset, oldest first, and when it came to be so. */
  history(path: string): StoredVersion[];
  /** The number that a project has beside its id: paths and links of requests may have it in place of the id. */
  projectNumber(id: string): string;
  /** Every operation since the last reset. */
  operations(): TimelineEntry[];
  /** Ends one running operation now, or all of them: its change lands, or fails as it was to. Tells how many it ended. */
  finishOperations(name?: string): number;
  /** Ends the retention of one finished operation, or of all. */
  expireOperations(name?: string): void;
  /** Forgets which requestId started which operation, as the service does after an hour. */
  expireRequestIds(): void;
}

/** Starts a local Compute Engine v1. Fails with the error of the socket when the port is taken. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { port = 0, host = "127.0.0.1", latency = {}, allowedHosts = [], waitDeadlineMs, seed, tls } = options;
  const catalog = catalogWith(options.furtherCollections ?? []);
  const world = new World({
    latency: waitDeadlineMs === undefined ? latency : { waitDeadlineMs, ...latency },
    now: options.now ?? Date.now,
    kinds: catalog,
  });
  const controls = new Controls(world, catalog, seed === true ? {} : seed);
  const { server, outage, closeAllConnections } = createEmulatorServer({
    world,
    controls,
    catalog,
    allowedHosts: [host, ...allowedHosts],
    tls,
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host, backlog: 4096 }, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const address = server.address() as AddressInfo;
  const url = `${tls === undefined ? "http" : "https"}://${host.includes(":") ? `[${host}]` : host}:${String(address.port)}`;
  return {
    url,
    endpoint: `${url}/compute/v1`,
    objects: {
      get: (path) => controls.getObject(path),
      put: (path, object) => controls.putObject(path, object),
      patch: (path, patch) => controls.patchObject(path, patch),
      delete: (path) => controls.deleteObject(path),
      list: (prefix = "") => controls.listObjects(prefix),
    },
    seed: (settings) => controls.seed(settings),
    reset: () => {
      controls.reset();
      outage.end();
      return Promise.resolve();
    },
    close: () =>
      new Promise((resolve) => {
        outage.forever();
        server.close(() => {
          resolve();
        });
        closeAllConnections();
        // What was logged and stored can still be looked at; only what would still happen is called off.
        world.operations.clear();
        world.timers.clear();
      }),
    requests: () => controls.requests(),
    clearRequests: () => {
      controls.clearRequests();
    },
    latency: (settings) => {
      controls.latency(settings);
    },
    fault: (rule) => {
      controls.fault(rule);
    },
    clearFaults: () => {
      controls.clearFaults();
      outage.end();
    },
    quota: ({ furtherCollections: limits, ...quotas }) => {
      controls.quota({ ...limits, ...quotas });
    },
    tokens: (tokens) => {
      controls.tokens(tokens === undefined ? {} : { tokens });
    },
    history: (path) => controls.history(path),
    projectNumber: (id) => controls.projectNumber(id),
    operations: () => controls.operations(),
    finishOperations: (name) => controls.finishOperations(name === undefined ? {} : { name }),
    expireOperations: (name) => {
      controls.expireOperations(name === undefined ? {} : { name });
    },
    expireRequestIds: () => {
      controls.expireRequestIds();
    },
  };
}
