import { BackendServicesClient } from "@google-cloud/compute/build/src/v1/backend_services_client.js";
import { DisksClient } from "@google-cloud/compute/build/src/v1/disks_client.js";
import { FirewallPoliciesClient } from "@google-cloud/compute/build/src/v1/firewall_policies_client.js";
import { GlobalOperationsClient } from "@google-cloud/compute/build/src/v1/global_operations_client.js";
import { GlobalOrganizationOperationsClient } from "@google-cloud/compute/build/src/v1/global_organization_operations_client.js";
import { HealthChecksClient } from "@google-cloud/compute/build/src/v1/health_checks_client.js";
import { InstanceTemplatesClient } from "@google-cloud/compute/build/src/v1/instance_templates_client.js";
import { NetworkFirewallPoliciesClient } from "@google-cloud/compute/build/src/v1/network_firewall_policies_client.js";
import { NetworksClient } from "@google-cloud/compute/build/src/v1/networks_client.js";
import { RegionInstanceGroupManagersClient } from "@google-cloud/compute/build/src/v1/region_instance_group_managers_client.js";
import { RegionOperationsClient } from "@google-cloud/compute/build/src/v1/region_operations_client.js";
import { RoutesClient } from "@google-cloud/compute/build/src/v1/routes_client.js";
import { SnapshotsClient } from "@google-cloud/compute/build/src/v1/snapshots_client.js";
import { SslCertificatesClient } from "@google-cloud/compute/build/src/v1/ssl_certificates_client.js";
import { SubnetworksClient } from "@google-cloud/compute/build/src/v1/subnetworks_client.js";
import { TargetSslProxiesClient } from "@google-cloud/compute/build/src/v1/target_ssl_proxies_client.js";
import { ZoneOperationsClient } from "@google-cloud/compute/build/src/v1/zone_operations_client.js";
import { randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type { Clients } from "./clients";
import { codeOf, persistently } from "./persistently";

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
  constructor(
    readonly place: Place,
    private readonly clients: Clients,
    private readonly signal: AbortSignal,
  ) {
    // As many pauses may wait for its end as there are fixtures and objects.
    setMaxListeners(0, signal);
  }

  get backendServices() {
    return this.clients.of(BackendServicesClient);
  }

  get disks() {
    return this.clients.of(DisksClient);
  }

  get firewallPolicies() {
    return this.clients.of(FirewallPoliciesClient);
  }

  get groups() {
    return this.clients.of(RegionInstanceGroupManagersClient);
  }

  get healthChecks() {
    return this.clients.of(HealthChecksClient);
  }

  get networkFirewallPolicies() {
    return this.clients.of(NetworkFirewallPoliciesClient);
  }

  get networks() {
    return this.clients.of(NetworksClient);
  }

  get proxies() {
    return this.clients.of(TargetSslProxiesClient);
  }

  get routes() {
    return this.clients.of(RoutesClient);
  }

  get snapshots() {
    return this.clients.of(SnapshotsClient);
  }

  get certificates() {
    return this.clients.of(SslCertificatesClient);
  }

  get subnetworks() {
    return this.clients.of(SubnetworksClient);
  }

  get templates() {
    return this.clients.of(InstanceTemplatesClient);
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
    if (operation.zone) return (await this.clients.of(ZoneOperationsClient).wait({ ...sent, zone }))[0] as Operation;
    if (operation.region)
      return (await this.clients.of(RegionOperationsClient).wait({ ...sent, region }))[0] as Operation;
    if (operation.selfLink?.includes("/locations/global/") === true)
      return (
        await this.clients.of(GlobalOrganizationOperationsClient).get({ operation: name, parentId: parent ?? "" })
      )[0] as Operation;
    return (await this.clients.of(GlobalOperationsClient).wait(sent))[0] as Operation;
  }
}

/** REST answers have the name of an enumeration's value, and other answers its number. */
function isDone({ status }: Operation): boolean {
  return status === "DONE" || status === 2104194;
}
