import { startKindProvider, type KindProvider } from "./kindProvider";
import type { Properties } from "./providerProcess";
import { project } from "./routeProvider";

export const kind = "NetworkFirewallPolicyAssociation";
export const global = `projects/${project}/global`;
export const root = `https://www.googleapis.com/compute/v1/${global}`;
export const networkPath = `${global}/networks/default`;
export const networkUrl = `${root}/networks/default`;
export const id = `${networkPath}/firewallPolicyAssociation`;
export const policyUrl = (policy: string) => `${root}/firewallPolicies/${policy}`;

export const plain = { name: "guard", attachmentTarget: "default", firewallPolicy: "a" };
export const but = (changes: Properties): Properties => ({ ...plain, ...changes });
export const looking = "GET networks/default";

interface AssociationProvider extends KindProvider {
  /** The policy that holds the network, and the association's name there. */
  holder(): string | undefined;
  /** Attaches the network from outside. */
  attachOutside(policy: string, name: string, network?: string): void;
  /** A resource that was made, and the log of requests cleared. */
  made(args?: Properties): Promise<{ id: string; outs: Properties }>;
}

/** The association's provider process, and an emulator with two networks and three policies. */
export async function startAssociation(options = {}): Promise<AssociationProvider> {
  const started = await startKindProvider(kind, options);
  const { emulator, provider, inputs } = started;
  for (const policy of ["a", "b", "theirs"]) emulator.objects.put(`${global}/firewallPolicies/${policy}`, {});
  emulator.objects.put(`${global}/networks/other`, {});
  return {
    ...started,
    holder() {
      const policy = String(emulator.objects.get(networkPath)?.firewallPolicy ?? "").replace(policyUrl(""), "");
      if (policy === "") return undefined;
      const associations = emulator.objects.get(`${global}/firewallPolicies/${policy}`)?.associations as Properties[];
      return `${policy} as ${String(associations.find(({ attachmentTarget }) => attachmentTarget === networkUrl)?.name)}`;
    },
    attachOutside(policy, name, network = networkUrl) {
      emulator.objects.patch(`${global}/firewallPolicies/${policy}`, {
        associations: [{ name, attachmentTarget: network }],
      });
    },
    async made(args = plain) {
      const answer = await provider.create(await inputs(args));
      emulator.clearRequests();
      return answer;
    },
  };
}
