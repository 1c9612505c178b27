import { pick } from "../../../provider/src/fields/values";
import type { Properties } from "../../support/providerProcess";
import { project } from "../../support/routeProvider";
import type { ResourceDefinition } from "../../../provider/src/lifecycle/schema/definition";
import type { TestedKind } from "../kind";
import { putNumbered, putReferences, root } from "./calls";
import { because, generatedClass, onlyInPatches, patchBudget, patchCalls } from "./patches";

const zone = `projects/${project}/zones/us-central1-a`;
const groupNamed = (name: string) => `${root}${zone}/networkEndpointGroups/${name}`;
const theirs = {
  backends: [{ group: groupNamed("theirs"), balancingMode: "RATE", maxRatePerEndpoint: 50 }],
};
const mine = { group: "zones/us-central1-a/networkEndpointGroups/mine", balancingMode: "RATE", maxRatePerEndpoint: 9 };

const rarelyPatched = [
  ...["consistentHash", "customMetrics", "ipAddressSelectionPolicy", "localityLbPolicies", "maxStreamDuration"],
  ...["networkPassThroughLbTrafficPolicy", "outlierDetection", "securitySettings", "serviceLbPolicy"],
  ...["strongSessionAffinityCookie", "subsetting", "tlsSettings"],
];

/** The members of the message that no patch sets. */
const left = {
  name: "Part of the path; the argument is backendService.",
  ...because("Rarely patched by others than the owner.", ...rarelyPatched),
  ...because("Set by a method of its own.", "edgeSecurityPolicy", "securityPolicy"),
  ...because("A migration of the owner.", "externalManagedMigrationState", "externalManagedMigrationTestingPercentage"),
  ...because("Of a controller of the service.", "metadatas", "orchestrationInfo"),
  haPolicy: "Decides what the backends are; the owner sets it.",
  iap: "Has a secret that no answer shows.",
  params: "Taken by an insert alone.",
  port: "Deprecated for portName.",
  serviceBindings: "Excludes backends.",
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
    classFile: generatedClass(definition),
    described: {
      message: "BackendService",
      onlyInProto: { ...left, ...missing },
      onlyInTable: { ...onlyInPatches, backendService: "Part of the path; shown as the service's URL." },
    },
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
