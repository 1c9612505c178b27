import {
  BackendServicesClient,
  DisksClient,
  FirewallPoliciesClient,
  GlobalOperationsClient,
  GlobalOrganizationOperationsClient,
  HealthChecksClient,
  InstanceTemplatesClient,
  NetworkFirewallPoliciesClient,
  NetworksClient,
  RegionInstanceGroupManagersClient,
  RegionOperationsClient,
  RoutesClient,
  SnapshotsClient,
  SslCertificatesClient,
  SubnetworksClient,
  TargetSslProxiesClient,
  ZoneOperationsClient,
} from "@google-cloud/compute";
import { GoogleAuth, OAuth2Client } from "google-auth-library";
import { randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { codeOf, persistently } from "./persistently";

type Settings = NonNullable<ConstructorParameters<typeof NetworksClient>[0]>;

/** Where a run works. */
export interface Place {
  readonly project: string;
  readonly region: string;
  readonly zone: string;
  readonly parent: string | undefined;
}

/** The answer to a mutation of the official client. */
type Begun = readonly [{ latestResponse?: unknown } | undefined, ...unknown[]];

/** An operation as answers have it. */
export interface Operation {
  readonly name?: string | null;
  readonly status?: unknown;
  readonly user?: string | null;
  readonly targetId?: unknown;
  readonly region?: string | null;
  readonly zone?: string | null;
  readonly selfLink?: string | null;
  readonly error?: {
    readonly errors?: readonly { readonly code?: string | null; readonly message?: string | null }[] | null;
  } | null;
}

/** The official client, and the operations that its mutations start. It sees the service as anybody does who is not Pulumi. */
export class Service {
  readonly backendServices;
  readonly disks;
  readonly firewallPolicies;
  readonly groups;
  readonly healthChecks;
  readonly networkFirewallPolicies;
  readonly networks;
  readonly proxies;
  readonly routes;
  readonly snapshots;
  readonly certificates;
  readonly subnetworks;
  readonly templates;
  readonly #global;
  readonly #regional;
  readonly #zonal;
  readonly #aboveProjects;

  constructor(
    readonly place: Place,
    address: URL,
    token: string,
    private readonly signal: AbortSignal,
  ) {
    // As many pauses may wait for its end as there are fixtures and objects.
    setMaxListeners(0, signal);
    const settings = settingsFor(address, token);
    this.backendServices = sendingOnce(new BackendServicesClient(settings));
    this.disks = sendingOnce(new DisksClient(settings));
    this.firewallPolicies = sendingOnce(new FirewallPoliciesClient(settings));
    this.groups = sendingOnce(new RegionInstanceGroupManagersClient(settings));
    this.healthChecks = sendingOnce(new HealthChecksClient(settings));
    this.networkFirewallPolicies = sendingOnce(new NetworkFirewallPoliciesClient(settings));
    this.networks = sendingOnce(new NetworksClient(settings));
    this.proxies = sendingOnce(new TargetSslProxiesClient(settings));
    this.routes = sendingOnce(new RoutesClient(settings));
    this.snapshots = sendingOnce(new SnapshotsClient(settings));
    this.certificates = sendingOnce(new SslCertificatesClient(settings));
    this.subnetworks = sendingOnce(new SubnetworksClient(settings));
    this.templates = sendingOnce(new InstanceTemplatesClient(settings));
    this.#global = sendingOnce(new GlobalOperationsClient(settings));
    this.#regional = sendingOnce(new RegionOperationsClient(settings));
    this.#zonal = sendingOnce(new ZoneOperationsClient(settings));
    this.#aboveProjects = sendingOnce(new GlobalOrganizationOperationsClient(settings));
  }

  /** Reads, again where the service or the way to it fails for a moment. */
  read<T>(send: () => Promise<T>): Promise<T> {
    return persistently(send, this.signal);
  }

  /** The object, or undefined where there is none. */
  async look(send: () => Promise<readonly [unknown, ...unknown[]]>): Promise<object | undefined> {
    try {
      const [found] = await this.read(send);
      return found as object;
    } catch (error) {
      if (codeOf(error) === 404) return undefined;
      throw error;
    }
  }

  /**
   * Sends a mutation and waits until its operation is DONE. What is sent again has the same request id, so that the service
   * acts once.
   */
  async change(send: (requestId: string) => Promise<unknown>): Promise<Operation> {
    const requestId = randomUUID();
    const begun = (await persistently(() => send(requestId), this.signal)) as Begun;
    const operation = (begun[0]?.latestResponse ?? begun[0]) as Operation;
    return this.#ended(operation);
  }

  async #ended(begun: Operation): Promise<Operation> {
    let operation = begun;
    let looksForYoung = 20;
    for (let waitMs = 100; !isDone(operation); waitMs = Math.min(2 * waitMs, 2_000)) {
      try {
        operation = await this.read(() => this.#lookAgain(operation));
      } catch (error) {
        // An operation may not be found for a while after it was made.
        looksForYoung -= 1;
        if (codeOf(error) !== 404 || looksForYoung === 0) throw error;
      }
      // A wait of the service takes its time by itself; the list of an organization has none.
      if (!isDone(operation)) await pause(waitMs, undefined, { signal: this.signal });
    }
    const errors = operation.error?.errors ?? [];
    if (errors.length > 0)
      throw new Error(errors.map(({ code, message }) => `${String(code)}: ${String(message)}`).join("; "));
    return operation;
  }

  async #lookAgain(operation: Operation): Promise<Operation> {
    const { project, region, zone, parent } = this.place;
    const name = operation.name ?? "";
    const sent = { project, operation: name };
    if (operation.zone) return (await this.#zonal.wait({ ...sent, zone }))[0] as Operation;
    if (operation.region) return (await this.#regional.wait({ ...sent, region }))[0] as Operation;
    if (operation.selfLink?.includes("/locations/global/") === true)
      return (await this.#aboveProjects.get({ operation: name, parentId: parent ?? "" }))[0] as Operation;
    return (await this.#global.wait(sent))[0] as Operation;
  }
}

/** REST answers have the name of an enumeration's value, and other answers its number. */
function isDone({ status }: Operation): boolean {
  return status === "DONE" || status === 2104194;
}

/** How the official client reaches a server over REST, here the one that records. */
function settingsFor(address: URL, token: string): Settings {
  const credentials = new OAuth2Client();
  credentials.setCredentials({ access_token: token, expiry_date: Date.now() + 86_400_000 });
  return {
    apiEndpoint: address.hostname,
    port: Number(address.port),
    protocol: "http",
    fallback: "rest",
    // The client has a copy of the library of its own, whose class is another type with the same members.
    auth: new GoogleAuth({ authClient: credentials }) as unknown as NonNullable<Settings["auth"]>,
  };
}

/** Without the client's own repeats, which go on for ten minutes and are not counted by anybody. */
const noRepeats = { retry: { retryCodes: [], backoffSettings: {} } };

function sendingOnce<T extends object>(client: T): T {
  return new Proxy(client, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (request: unknown, options: object = {}) =>
        Reflect.apply(member, target, [request, { ...noRepeats, ...options }]) as unknown;
    },
  });
}
