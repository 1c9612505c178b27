import { invalidField } from "../../basics/errors";
import { ruleFields } from "./firewallPolicyFields";
import { objectsIn, toText, type JsonObject } from "../../basics/json";
import type { ValidationContext } from "../../basics/linkValidation";
import { validateBody } from "../../basics/validation";

/** The actions of a kind of rule. The action that needs a group of security profiles is the only one that may have it. */
interface RuleKind {
  readonly kind: string;
  readonly actions: readonly string[];
  readonly inspects: string;
}

const KINDS = {
  rules: {
    kind: "compute#firewallPolicyRule",
    actions: ["allow", "deny", "apply_security_profile_group", "goto_next"],
    inspects: "apply_security_profile_group",
  },
  packetMirroringRules: {
    kind: "compute#packetMirroringRule",
    actions: ["mirror", "do_not_mirror", "goto_next"],
    inspects: "mirror",
  },
} satisfies Readonly<Record<string, RuleKind>>;

/** The rules of a policy that is put from outside, checked and with what the service adds to them. */
export function completeRules(list: keyof typeof KINDS, sent: unknown, context: ValidationContext): JsonObject[] {
  const rules = objectsIn(sent);
  const priorities = new Set<unknown>();
  return rules.map((rule, index) => {
    const name = `resource.${list}[${String(index)}]`;
    const { value } = validateBody(ruleFields, rule, { ...context, name });
    checkRule(KINDS[list], value, name);
    if (priorities.has(value.priority))
      throw invalidField(`${name}.priority`, value.priority, "Another rule has this priority.");
    priorities.add(value.priority);
    return { kind: KINDS[list].kind, ...value, ruleTupleCount: rule.ruleTupleCount ?? 1 };
  });
}

function checkRule({ actions, inspects }: RuleKind, rule: JsonObject, name: string): void {
  const { action, securityProfileGroup, targetServiceAccounts, targetSecureTags } = rule;
  if (!actions.includes(toText(action)))
    throw invalidField(`${name}.action`, action, `Must be one of ${actions.join(", ")}.`);
  if ((securityProfileGroup !== undefined) !== (action === inspects)) {
    const why = `It is required when the action is ${inspects}, and cannot be specified for other actions.`;
    throw invalidField(`${name}.securityProfileGroup`, securityProfileGroup ?? "", why);
  }
  if (rule.tlsInspect === true && action !== "apply_security_profile_group")
    throw invalidField(`${name}.tlsInspect`, true, "It needs the action apply_security_profile_group.");
  if (rule.enableLogging === true && action === "goto_next")
    throw invalidField(`${name}.enableLogging`, true, "Logging cannot be enabled on goto_next rules.");
  if (targetServiceAccounts !== undefined && targetSecureTags !== undefined)
    throw invalidField(`${name}.targetSecureTags`, "", "It cannot be combined with targetServiceAccounts.");
}
