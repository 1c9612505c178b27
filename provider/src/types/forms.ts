import type { FirewallPolicyRule, FirewallPolicyRuleSecureTag } from "./firewallPolicyRule";
import type { FormFor } from "./form";
import type { InterconnectRemoteLocation } from "./interconnectRemoteLocation";
import type { ManagedInstance, PreservedState, PreservedStatePreservedNetworkIp } from "./managedInstance";
import type { NetworkProfile } from "./networkProfile";
import type { ErrorItem, Operation } from "./operation";
import type { InstanceGroupManagerActions, InstanceGroupManagerStatus } from "./output";
import type { Warning } from "./warning";

/*
 * The forms of the objects that results have. The compiler compares each with its type.
 */

/** An object as the service answers it: the API's `id` would collide with Pulumi's. */
type Answered<T> = Omit<T, "numericId"> & { id?: string };

/** Members that every object of the service has. */
const objectMembers = {
  kind: "text",
  id: "int64",
  creationTimestamp: "text",
  name: "text",
  description: "text",
  selfLink: "text",
} as const;

const texts = { list: "text" } as const;
const textMap = { map: "text" } as const;
const range = { members: { min: "number", max: "number" } } as const;

export const warningForm: FormFor<Warning> = {
  members: { code: "text", message: "text", data: { list: { members: { key: "text", value: "text" } } } },
};

export const errorItemsForm: FormFor<ErrorItem[]> = {
  list: {
    members: {
      code: "text",
      location: "text",
      message: "text",
      errorDetails: {
        list: {
          members: {
            errorInfo: { members: { reason: "text", domain: "text", metadatas: textMap } },
            quotaInfo: {
              members: {
                metricName: "text",
                limitName: "text",
                dimensions: textMap,
                limit: "number",
                futureLimit: "number",
                rolloutStatus: "text",
              },
            },
            help: { members: { links: { list: { members: { description: "text", url: "text" } } } } },
            localizedMessage: { members: { locale: "text", message: "text" } },
          },
        },
      },
    },
  },
};

export const operationForm: FormFor<Answered<Operation>> = {
  members: {
    ...objectMembers,
    zone: "text",
    region: "text",
    clientOperationId: "text",
    operationType: "text",
    targetLink: "text",
    targetId: "int64",
    status: "text",
    statusMessage: "text",
    user: "text",
    progress: "number",
    insertTime: "text",
    startTime: "text",
    endTime: "text",
    error: { members: { errors: errorItemsForm } },
    warnings: { list: warningForm },
    httpErrorStatusCode: "number",
    httpErrorMessage: "text",
    operationGroupId: "text",
    setCommonInstanceMetadataOperationMetadata: {
      members: {
        clientOperationId: "text",
        perLocationOperations: {
          map: {
            members: {
              state: "text",
              error: { members: { code: "number", message: "text", details: { list: { map: "any" } } } },
            },
          },
        },
      },
    },
    instancesBulkInsertOperationMetadata: {
      members: {
        perLocationStatus: {
          map: {
            members: {
              status: "text",
              targetVmCount: "number",
              createdVmCount: "number",
              failedToCreateVmCount: "number",
              deletedVmCount: "number",
            },
          },
        },
      },
    },
  },
};

export const actionsForm: FormFor<InstanceGroupManagerActions> = {
  members: {
    none: "number",
    creating: "number",
    creatingWithoutRetries: "number",
    verifying: "number",
    recreating: "number",
    deleting: "number",
    abandoning: "number",
    restarting: "number",
    refreshing: "number",
    suspending: "number",
    resuming: "number",
    stopping: "number",
    starting: "number",
  },
};

export const statusForm: FormFor<InstanceGroupManagerStatus> = {
  members: {
    isStable: "boolean",
    allInstancesConfig: { members: { effective: "boolean", currentRevision: "text" } },
    versionTarget: { members: { isReached: "boolean" } },
    stateful: {
      members: { hasStatefulConfig: "boolean", perInstanceConfigs: { members: { allEffective: "boolean" } } },
    },
    autoscaler: "text",
  },
};

const secureTags: FormFor<FirewallPolicyRuleSecureTag[]> = { list: { members: { name: "text", state: "text" } } };

export const firewallPolicyRuleForm: FormFor<FirewallPolicyRule> = {
  members: {
    kind: "text",
    ruleName: "text",
    description: "text",
    priority: "number",
    match: {
      members: {
        srcIpRanges: texts,
        destIpRanges: texts,
        layer4Configs: { list: { members: { ipProtocol: "text", ports: texts } } },
        srcSecureTags: secureTags,
        srcAddressGroups: texts,
        destAddressGroups: texts,
        srcFqdns: texts,
        destFqdns: texts,
        srcRegionCodes: texts,
        destRegionCodes: texts,
        srcThreatIntelligences: texts,
        destThreatIntelligences: texts,
        srcNetworkType: "text",
        srcNetworks: texts,
        destNetworkType: "text",
      },
    },
    action: "text",
    securityProfileGroup: "text",
    tlsInspect: "boolean",
    direction: "text",
    targetResources: texts,
    enableLogging: "boolean",
    ruleTupleCount: "number",
    targetServiceAccounts: texts,
    targetSecureTags: secureTags,
    disabled: "boolean",
  },
};

export const interconnectRemoteLocationForm: FormFor<Answered<InterconnectRemoteLocation>> = {
  members: {
    ...objectMembers,
    peeringdbFacilityId: "text",
    address: "text",
    facilityProvider: "text",
    facilityProviderFacilityId: "text",
    continent: "text",
    city: "text",
    status: "text",
    remoteService: "text",
    permittedConnections: { list: { members: { interconnectLocation: "text" } } },
    constraints: {
      members: { subnetLengthRange: range, portPairVlan: "text", portPairRemoteLocation: "text" },
    },
    attachmentConfigurationConstraints: { members: { bgpMd5: "text", bgpPeerAsnRanges: { list: range } } },
    lacp: "text",
    maxLagSize100Gbps: "number",
    maxLagSize10Gbps: "number",
  },
};

const preservedIps: FormFor<Record<string, PreservedStatePreservedNetworkIp>> = {
  map: { members: { autoDelete: "text", ipAddress: { members: { literal: "text", address: "text" } } } },
};

const preservedState: FormFor<PreservedState> = {
  members: {
    disks: { map: { members: { source: "text", mode: "text", autoDelete: "text" } } },
    metadata: textMap,
    internalIPs: preservedIps,
    externalIPs: preservedIps,
  },
};

export const managedInstanceForm: FormFor<Answered<ManagedInstance>> = {
  members: {
    name: "text",
    instance: "text",
    id: "int64",
    instanceStatus: "text",
    version: { members: { name: "text", instanceTemplate: "text" } },
    preservedStateFromPolicy: preservedState,
    preservedStateFromConfig: preservedState,
    currentAction: "text",
    instanceHealth: { list: { members: { healthCheck: "text", detailedHealthState: "text" } } },
    lastAttempt: { members: { errors: { members: { errors: errorItemsForm } } } },
    propertiesFromFlexibilityPolicy: { members: { machineType: "text" } },
  },
};

export const networkProfileForm: FormFor<Answered<NetworkProfile>> = {
  members: {
    ...objectMembers,
    selfLinkWithId: "text",
    location: { members: { scope: "text", name: "text" } },
    features: {
      members: {
        allowSameNetworkUnicast: "text",
        allowAutoModeSubnet: "text",
        allowVpcPeering: "text",
        allowMultiNicInSameNetwork: "text",
        allowLoadBalancing: "text",
        allowStaticRoutes: "text",
        allowPsc: "text",
        allowCloudRouter: "text",
        allowCloudNat: "text",
        allowVpn: "text",
        allowInterconnect: "text",
        allowPacketMirroring: "text",
        allowPrivateGoogleAccess: "text",
        allowClassDFirewalls: "text",
        allowSubInterfaces: "text",
        allowExternalIpAccess: "text",
        allowAliasIpRanges: "text",
        allowDefaultNicAttachment: "text",
        allowNcc: "text",
        allowIpForwarding: "text",
        allowNetworkMigration: "text",
        unicast: "text",
        subnetworkPurposes: texts,
        subnetworkStackTypes: texts,
        subnetPurposes: texts,
        subnetStackTypes: texts,
        interfaceTypes: texts,
        addressPurposes: texts,
      },
    },
  },
};
