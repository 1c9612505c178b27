import { loader } from "../../provider/src/program/loader";
import { startKindProvider, type KindProvider } from "./kindProvider";
import { type Properties } from "./providerProcess";

export const policyPath = "locations/global/firewallPolicies/123456789";
export const url = `https://www.googleapis.com/compute/v1/${policyPath}`;
export const get = "GET firewallPolicies/123456789/getIamPolicy";
export const set = "POST firewallPolicies/123456789/setIamPolicy";

export const role = "roles/compute.viewer";
export const [alice, bob, carol] = ["user:alice@example.com", "user:bob@example.com", "user:carol@example.com"];
export const condition = { title: "until 2030", expression: "request.time < timestamp('2030-01-01T00:00:00Z')" };

/** What is somebody else's in the policy, and has to stay just as it is. */
export const theirs = {
  bindings: [
    { role: "roles/compute.orgFirewallPolicyAdmin", members: ["group:admins@example.com"] },
    {
      role,
      members: [carol],
      condition: { expression: "theirs", title: "until 2030", description: "d", location: "l" },
    },
  ],
  auditConfigs: [{ service: "allServices", auditLogConfigs: [{ logType: "DATA_READ", exemptedMembers: [alice] }] }],
};

export const kinds = {
  binding: "FirewallPolicyIamBinding",
  member: "FirewallPolicyIamMember",
  policy: "FirewallPolicyIamPolicy",
} as const;

export const plain = {
  binding: { firewallPolicy: policyPath, role, members: [alice, bob] },
  member: { firewallPolicy: policyPath, role, member: alice },
  policy: { firewallPolicy: policyPath, policyData: { bindings: [{ role, members: [alice] }] } },
};

export type What = keyof typeof kinds;

export interface Policy {
  bindings?: { role: string; members: string[]; condition?: object }[];
  auditConfigs?: object[];
  etag?: string;
}

export interface IamProvider extends KindProvider {
  /** The policy as the service has it. */
  policy(): Policy;
  /** Replaces the policy from outside. */
  put(policy: Policy): void;
  made(args?: Properties): Promise<{ id: string; outs: Properties }>;
  /** What `get` does. */
  got(id: string): Promise<{ id: string; props: Properties }>;
}

/** The provider process of one of the three resources, and an emulator with a policy that says `iamPolicy`. */
export async function startIam(what: What, iamPolicy?: Policy): Promise<IamProvider> {
  const started = await startKindProvider(kinds[what]);
  const { emulator, provider, inputs } = started;
  emulator.objects.put(policyPath, { shortName: "p", ...(iamPolicy && { iamPolicy: { ...iamPolicy } }) });
  return {
    ...started,
    // Repeats of a request are worth a debug message, and no more.
    told: () =>
      provider.logs
        .filter(({ severity, ephemeral }) => severity !== "debug" && !ephemeral)
        .map(({ message }) => message),
    policy: () => (emulator.objects.get(policyPath)?.iamPolicy ?? {}) as Policy,
    put: (policy) => {
      emulator.objects.patch(policyPath, { iamPolicy: { ...policy } });
    },
    got: (id) => provider.read(id, { __provider: loader(kinds[what]) }),
    async made(args = plain[what]) {
      const answer = await provider.create(await inputs(args));
      emulator.clearRequests();
      return answer;
    },
  };
}

/** Bindings of a policy other than those of the role without a condition. */
export const others = ({ bindings = [] }: Policy) => bindings.filter((each) => each.role !== role || each.condition);
