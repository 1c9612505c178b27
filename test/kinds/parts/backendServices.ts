import { pick } from "../../../provider/src/fields/values";
import type { Properties } from "../../support/providerProcess";
import { project } from "../../support/routeProvider";
import type { ResourceDefinition } from "../../../provider/src/lifecycle/schema/definition";
import type { TestedKind } from "../kind";
import { putNumbered, putReferences, root } from "./calls";
import { onlyInPatches, patchBudget, patchCalls } from "./patches";

const zone = `projects/${project}/zones/us-central1-a`;
const groupNamed = (name: string) => `${root}${zone}/networkEndpointGroups/${name}`;
const theirs = {
  backends: [{ group: groupNamed("theirs"), balancingMode: "RATE", maxRatePerEndpoint: 50 }],
};
const mine = { group: "zones/us-central1-a/networkEndpointGroups/mine", balancingMode: "RATE", maxRatePerEndpoint: 9 };

/** The members of the message that no patch sets. */
const left = {
  name: "Part of the path; the argument is backendService.",
  consistentHash: "Rarely patched; the owner sets it with the affinity.",
  customMetrics: "Rarely patched by others than the owner.",
  edgeSecurityPolicy: "Set by a method of its own.",
  externalManagedMigrationState: "A migration of the owner.",
  externalManagedMigrationTestingPercentage: "A migration of the owner.",
  haPolicy: "Decides what the backends are; the owner sets it.",
  iap: "Has a secret that no answer shows.",
  ipAddressSelectionPolicy: "Rarely patched by others than the owner.",
  localityLbPolicies: "Rarely patched by others than the owner.",
  maxStreamDuration: "Rarely patched by others than the owner.",
  metadatas: "Of a controller of the service.",
  networkPassThroughLbTrafficPolicy: "Rarely patched by others than the owner.",
  orchestrationInfo: "Of a controller of the service.",
  outlierDetection: "Rarely patched by others than the owner.",
  params: "Taken by an insert alone.",
  port: "Deprecated for portName.",
  securityPolicy: "Set by a method of its own.",
  securitySettings: "Rarely patched by others than the owner.",
  serviceBindings: "Excludes backends.",
  serviceLbPolicy: "Rarely patched by others than the owner.",
  strongSessionAffinityCookie: "Rarely patched by others than the owner.",
  subsetting: "Rarely patched by others than the owner.",
  tlsSettings: "Rarely patched by others than the owner.",
  usedBy: "What uses the service; not recorded.",
};

/** A kind that patches backend services, of a scope. */
export function backendServiceKind(
  definition: ResourceDefinition,
  place: string,
  { missing, permission }: { readonly missing: Readonly<Record<string, string>>; readonly permission: string },
): TestedKind {
  const path = `projects/${project}/${place}/backendServices/web`;
  const { kind } = definition;
  const [, , region] = /^(regions)\/(.*)$/.exec(place) ?? [];
  // The kind of balancer decides which balancing modes there are.
  const balancer = {
    protocol: "HTTP",
    loadBalancingScheme: region === undefined ? "EXTERNAL_MANAGED" : "INTERNAL_MANAGED",
  };
  const scope = region === undefined ? {} : { region };
  const name = region === undefined ? "web" : `${region}/web`;
  return {
    definition,
    classFile: `provider/src/resources/generated/${kind.charAt(0).toLowerCase()}${kind.slice(1)}.ts`,
    described: {
      message: "BackendService",
      onlyInProto: { ...left, ...missing },
      onlyInTable: { ...onlyInPatches, backendService: "Part of the path; shown as the service's URL." },
    },
    answerForms: [],
    plain: {
      arrange(emulator, project, count) {
        putNumbered(emulator, `projects/${project}/${place}/backendServices/s`, count, balancer);
        putReferences(emulator, `projects/${project}/zones/us-central1-a/networkEndpointGroups/mine`);
      },
      args: (number) => ({ ...scope, backendService: `s${String(number)}`, backends: [mine] }),
      change: { backends: [{ ...mine, maxRatePerEndpoint: 10 }] },
      bytes: 2600,
      budget: patchBudget,
    },
    ...(region === undefined ? {} : { callsLike: "BackendServicePatch" }),
    calls: patchCalls({
      subject: `gce:${kind} "${name}"`,
      name: `${region === undefined ? "" : "regional "}backend service patch`,
      program: { ...scope, backendService: "web", backends: [mine] },
      seed(emulator) {
        putReferences(emulator, ...["mine", "theirs"].map((one) => `${zone}/networkEndpointGroups/${one}`));
        emulator.objects.put(path, { ...balancer, ...theirs });
      },
      path,
      permission,
      // The service adds members to each backend.
      shown({ backends }) {
        const found = (backends as Properties[]).find(({ group }) => group === groupNamed("mine"));
        return found && pick(found, Object.keys(mine));
      },
      recorded: ({ backends }) => (backends as unknown[])[0],
    }),
    fullProgram: {
      ...scope,
      backendService: path,
      backends: [{ ...mine, capacityScaler: 0.5 }],
      timeoutSec: 40,
      logConfig: { enable: true, sampleRate: 0.5 },
      deletionPolicy: "RESTORE",
    },
  };
}
