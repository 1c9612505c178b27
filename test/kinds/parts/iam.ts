import { iamPolicyForm } from "../../../provider/src/compute/endpoints/firewallPolicies";
import type { Properties } from "../../support/providerProcess";
import type { AnswerForm, KindCall, PlainCase } from "../kind";

export const role = "roles/compute.viewer";
export const [alice, bob] = ["user:alice@example.com", "user:bob@example.com"];
export const robot = "serviceAccount:robot@my-project.iam.gserviceaccount.com";
export const condition = { expression: "request.time < timestamp('2030-01-01T00:00:00Z')", title: "until 2030" };

export interface Binding {
  role: string;
  members: string[];
  condition?: unknown;
}

/** A policy is set as a whole, on the etag of the one before; the answer is the policy that holds. */
const change = ["getIamPolicy", "setIamPolicy"];
const budget = { create: change, read: ["getIamPolicy"], update: change, delete: change };

/**
 * The parts that the cases of grants on one policy have in common. Each kind has a policy of its own: kinds share provider
 * processes, and no program may have several of them for one policy.
 */
export function grantsOn(number: string) {
  const policyPath = `locations/global/firewallPolicies/${number}`;
  const seed: KindCall["seed"] = (emulator) =>
    void emulator.objects.put(policyPath, { shortName: "p", iamPolicy: { bindings: [theirBinding] } });
  return {
    policyPath,
    plainGrant: {
      arrange: (emulator) => void emulator.objects.put(policyPath, { shortName: "p" }),
      budget,
    } satisfies Pick<PlainCase, "arrange" | "budget">,
    /** The parts that every change of grants has in common: it sets the whole policy. */
    setsPolicy: {
      seed,
      request: { method: "POST", path: "/setIamPolicy$" },
      permission: "compute.firewallPolicies.setIamPolicy",
      path: policyPath,
    } satisfies Partial<KindCall>,
  };
}

const theirBinding: Binding = { role: "roles/compute.admin", members: ["group:admins@example.com"] };

export const bindingsOf = (policy: unknown) => (policy as { bindings?: Binding[] } | undefined)?.bindings ?? [];

/** The members that have the role, by what the service has of the policy. */
export const membersAt = ({ iamPolicy }: Properties) =>
  bindingsOf(iamPolicy).find((binding) => binding.role === role)?.members;

export const policyAnswer: AnswerForm = { form: iamPolicyForm, message: "Policy" };
