import type { Latency } from "./latency";
import type { CollectionDescription } from "./objects/description";
import type { SeedObjects } from "./seeds/objects";
import type { SeedOptions } from "./seeds/options";
import type { TlsSettings } from "./server";

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
   * a snapshot at most once a second while the world changes, and in `close`. Give a file to one emulator at a time.
   * Default: none.
   */
  readonly dataFile?: string;
  /**
   * Descriptions of further kinds of objects. The emulator serves them over the API, in `objects`, in the admin paths
   * and in the console. Default: none.
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
  /** The limit that a rollout is moving to, as the error shows it, by metric. Default: twice the limit. */
  readonly futureLimits?: Readonly<Record<string, number>>;
}
