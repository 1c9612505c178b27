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
import { GoogleAuth, OAuth2Client } from "google-auth-library";

type Settings = NonNullable<ConstructorParameters<typeof NetworksClient>[0]>;

/** The clients of the official library that send to one address over REST, here the one that records. */
export function clientsAt(address: URL, token: string) {
  const credentials = new OAuth2Client();
  credentials.setCredentials({ access_token: token, expiry_date: Date.now() + 86_400_000 });
  const settings: Settings = {
    apiEndpoint: address.hostname,
    port: Number(address.port),
    protocol: "http",
    fallback: "rest",
    // The client has a copy of the library of its own, whose class is another type with the same members.
    auth: new GoogleAuth({ authClient: credentials }) as unknown as NonNullable<Settings["auth"]>,
  };
  const client = <T extends object>(made: new (settings: Settings) => T) => sendingOnce(new made(settings));
  return {
    backendServices: client(BackendServicesClient),
    certificates: client(SslCertificatesClient),
    disks: client(DisksClient),
    firewallPolicies: client(FirewallPoliciesClient),
    globalOperations: client(GlobalOperationsClient),
    groups: client(RegionInstanceGroupManagersClient),
    healthChecks: client(HealthChecksClient),
    networkFirewallPolicies: client(NetworkFirewallPoliciesClient),
    networks: client(NetworksClient),
    organizationOperations: client(GlobalOrganizationOperationsClient),
    proxies: client(TargetSslProxiesClient),
    regionOperations: client(RegionOperationsClient),
    routes: client(RoutesClient),
    snapshots: client(SnapshotsClient),
    subnetworks: client(SubnetworksClient),
    templates: client(InstanceTemplatesClient),
    zoneOperations: client(ZoneOperationsClient),
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
