import type { AddressInfo } from "node:net";
import { answerConsole } from "./console/site";
import { answerAdmin } from "./controls/admin";
import { rollOut } from "./kinds/groups/rollout";
import { catalogWith } from "./kinds/catalog";
import type { Check } from "./basics/checks";
import { Controls, type SeedSummary, type TimelineEntry } from "./controls/controls";
import { DataFile } from "./world/saved/dataFile";
import type { FaultRule } from "./world/settings/faults";
import type { JsonObject, Resource } from "./basics/json";
import type { RolloutRule } from "./world/settings/rollouts";
import type { Latency } from "./world/settings/latency";
import type { CollectionDescription } from "./kinds/objects/description";
import type { StoredObject } from "./controls/outsideObjects";
import type { RequestLogEntry } from "./world/requestLog";
import type { SeedOptions } from "./controls/seeds/files";
import type { SeedObjects } from "./controls/seeds/objects";
import { createEmulatorServer, type TlsSettings } from "./server/server";
import type { StoredVersion } from "./world/store";
import type { TokenGrant } from "./world/settings/tokens";
import { World } from "./world/world";

/**
 * Direct access to the stored objects, for seeding and for drift. Paths are like `projects/p/global/routes/r`, or URLs.
 * The emulator adds the members that the service would add: defaults, fingerprints, links, and the instances of a
 * group. Some paths and members exist only here: instances of a group at `<group>/managedInstances/<name>`, `iamPolicy`
 * of hierarchical firewall policies, and `parentId` of operations at `locations/global`.
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
  /** Ends all connections, held ones too, and stops. With a `dataFile`, what still runs is done first, and all is written. */
  close(): Promise<void>;
  /** The requests since the last clear, oldest first, as far back as there is memory for them. */
  requests(): RequestLogEntry[];
  clearRequests(): void;
  /** Sets latencies; absent members keep their value. */
  latency(latency: Latency): void;
  /**
   * Sets the order in which the checks of a change refuse it: each check once. A `requestId` that is not the first one lets
   * the others refuse the repeat of a change that was accepted. Default: `requestId`, `existence`, `fingerprint`,
   * `readiness`. Fails with a message that names the check which is missing, unknown or there twice.
   */
  checks(order: readonly Check[]): void;
  fault(rule: FaultRule): void;
  clearFaults(): void;
  /** Sets the limits that it names, beside those that are set. `{}` lifts every limit, and `{ project }` those of the project. */
  quota(quotas: QuotaSettings): void;
  /**
   * Replaces the rules about the instances that fail to come up. The rollouts that the earlier ones or these concern go
   * on at once: without a rule, they finish. `[]` lifts all.
   */
  rollouts(rules: readonly RolloutRule[]): void;
  /** Accepts only these bearer tokens, with what each may do; undefined accepts any again. Fails for a permission that no method needs. */
  tokens(tokens: Readonly<Record<string, TokenGrant>> | undefined): void;
  /** The versions of an object since the last reset, oldest first, each with its time, as far back as there is memory for them. */
  history(path: string): StoredVersion[];
  /** The number that a project has beside its id: paths and links of requests may have it in place of the id. */
  projectNumber(id: string): string;
  /** Every operation since the last reset. */
  operations(): TimelineEntry[];
  /** Ends one running operation now, or every running one: its change succeeds or fails as planned. Returns the number of ended operations. */
  finishOperations(name?: string): number;
  /** Ends the retention of one finished operation, or of all. */
  expireOperations(name?: string): void;
  /** Forgets which requestId started which operation, as the service does after an hour. */
  expireRequestIds(): void;
}

/**
 * Starts a local Compute Engine v1. Fails with the error of the socket if the port is in use. Fails with a message that
 * says what to do if it cannot use `objects` or `dataFile`.
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { port = 0, host = "127.0.0.1", latency = {}, allowedHosts = [], waitDeadlineMs, seed, tls } = options;
  const { objects = {}, dataFile } = options;
  const catalog = catalogWith(options.furtherCollections ?? []);
  const world = new World({
    latency: waitDeadlineMs === undefined ? latency : { waitDeadlineMs, ...latency },
    now: options.now ?? Date.now,
    kinds: catalog,
  });
  const controls = new Controls(world, catalog, { options: seed === true ? {} : seed, objects });
  const data =
    dataFile === undefined
      ? undefined
      : await DataFile.open(dataFile, world, (group) => {
          rollOut(world, group);
        });
  const { server, outage } = createEmulatorServer({
    world,
    catalog,
    changeMeanwhile: ({ afterMs = 0, ...act }) => {
      if (afterMs === 0) controls.objects.act(act);
      else world.timers.after("meanwhile", afterMs, () => controls.objects.act(act));
    },
    answerOthers: async (request) => answerConsole(world, request) ?? (await answerAdmin(controls, request)),
    allowedHosts: [host, ...allowedHosts],
    tls,
  });
  try {
    if (data?.hasRestored !== true) controls.plant();
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen({ port, host, backlog: 4096 }, () => {
        server.off("error", reject);
        resolve();
      });
    });
  } catch (error) {
    data?.abandon();
    throw error;
  }
  const address = server.address() as AddressInfo;
  const url = `${tls === undefined ? "http" : "https"}://${toUrlHost(host)}:${String(address.port)}`;
  return {
    url,
    endpoint: `${url}/compute/v1`,
    objects: {
      get: (path) => controls.objects.get(path),
      put: (path, object) => controls.objects.put(path, object),
      patch: (path, patch) => controls.objects.patch(path, patch),
      delete: (path) => controls.objects.delete(path),
      list: (prefix = "") => controls.objects.list(prefix),
    },
    seed: (settings) => controls.seed(settings),
    reset: () => {
      controls.reset();
      return Promise.resolve();
    },
    close: async () => {
      const closed = new Promise((resolve) => {
        outage.forever();
        server.close(resolve);
        server.closeAllConnections();
      });
      try {
        if (data !== undefined) {
          world.operations.finish();
          await data.close();
        }
      } finally {
        // The log and the objects can still be read; only future events are cancelled.
        world.operations.clear();
        world.timers.clear();
      }
      await closed;
    },
    requests: () => world.log.entries(),
    clearRequests: () => world.log.clear(),
    latency: (settings) => void controls.latency(settings),
    checks: (order) => void controls.checks({ order }),
    fault: (rule) => void controls.fault(rule),
    clearFaults: () => {
      world.faults.clear();
      outage.clear();
    },
    quota: ({ furtherCollections, ...quotas }) => void controls.quota({ ...furtherCollections, ...quotas }),
    rollouts: (rules) => void controls.rollouts({ rollouts: rules }),
    tokens: (tokens) => controls.tokens(tokens === undefined ? {} : { tokens }),
    history: (path) => controls.objects.history(path),
    projectNumber: (id) => controls.projectNumber(id),
    operations: () => controls.operations(),
    finishOperations: (name) => controls.finishOperations(name === undefined ? {} : { name }),
    expireOperations: (name) => void controls.expireOperations(name === undefined ? {} : { name }),
    expireRequestIds: () => world.requestIds.clear(),
  };
}

/** Where an address that means all of them is asked on this machine, and others as URLs have them. */
function toUrlHost(host: string): string {
  const asked = { "0.0.0.0": "127.0.0.1", "::": "::1" }[host] ?? host;
  return asked.includes(":") ? `[${asked}]` : asked;
}

/** Options for the start of an emulator. */
export interface EmulatorOptions {
  /** Default 0: any free port. */
  readonly port?: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /**
   * Names that clients can use besides addresses and `localhost`, such as the name of a container. The emulator refuses
   * any other name, because a web page could have made it resolve to this machine. Default: `host`.
   */
  readonly allowedHosts?: readonly string[];
  /** The longest wait for an operation. Default: 2 minutes, like the service. */
  readonly waitDeadlineMs?: number;
  /** The latency from the start and after a reset. Default: none. */
  readonly latency?: Latency;
  /** Serves https. Default: plain http. */
  readonly tls?: TlsSettings;
  /** The wall clock, for tests that move it. Default `Date.now`. */
  readonly now?: () => number;
  /** Realistic objects of everything that programs only read or refer to, there from the start and after a reset. Default: none. */
  readonly seed?: true | SeedOptions;
  /**
   * Objects by their paths, there from the start and after a reset: the content of a file of `--seed`. The emulator adds
   * the service's part to them. Links can be partial. Default: none.
   */
  readonly objects?: SeedObjects;
  /**
   * A file that keeps the world. The emulator reads it at the start, in place of the seed, if the file exists. It writes
   * a snapshot at most once a second while the world changes, and in `close`, which fails if it cannot. It has to be a
   * regular file, or a new one. Give a file to one emulator at a time.
   * Default: none.
   */
  readonly dataFile?: string;
  /**
   * Descriptions of further kinds of objects. The emulator serves them over the API, in `objects`, in the admin paths
   * and in the console. Default: none.
   */
  readonly furtherCollections?: readonly CollectionDescription[];
}

/** Limits. Null lifts one. */
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
}
