import { describeErrorItem, listReasons, type ErrorItem } from "./errorBody";
import type { Fault } from "./fault";

/*
 * The services refuse in many ways what a policy of the organization forbids: with a reason of their own, with a violated
 * precondition, or with 400, 403 or 412 and words alone; an operation does so with CONDITION_NOT_MET and words.
 */

/** `ORG_POLICY_VIOLATION`, `CUSTOM_ORG_POLICY_VIOLATION` and the like, and those of `google.api.ErrorReason`. */
const policyReason =
  /ORG_?POLICY_VIOLAT|^RESOURCE_USAGE_RESTRICTION_VIOLATED$|^LOCATION_(?:TAX_)?POLICY_VIOLATED$|^ORG_RESTRICTION_VIOLATION$/i;

/**
 * The names of constraints have a dot: `constraints/compute.x`, `customConstraints/custom.x`, or without what is before the
 * slash. A path that goes on behind the project `my-constraints` has none, and neither has another rule that is violated.
 */
const constraintNames = [
  /(?<![\w-])(?:custom)?constraints\/([a-z]\w*(?:\.\w+)+)/i,
  /\bviolates? (?:the )?constraint ["']?([a-z]\w*(?:\.\w+)+)/i,
  /\bconstraint ["']?([a-z]\w*(?:\.\w+)+)["']? (?:is )?violated\b/i,
];

/** Words that name no constraint. */
const policyWords =
  /\b(?:forbidden|denied|blocked|prohibited|restricted|disallowed|not allowed|violates?|violation of|due to|because of) (?:by )?(?:an?|the|your|custom)? ?(?:org|organi[sz]ation)(?:al|'s)? polic(?:y|ies)\b/i;

/** Domain restricted sharing, which older answers say without its name. */
const membersOnly = /\bdo(?:es)? not belong to a permitted customer\b|\bnot in (?:a )?permitted organi[sz]ation\b/i;

/** The policy of the organization that a refusal speaks of; `undefined` where it speaks of none. */
export function organizationPolicyIn(
  items: readonly ErrorItem[],
  message = "",
): Extract<Fault, { kind: "organizationPolicy" }> | undefined {
  const lines = [message, ...items.flatMap(describeErrorItem)];
  const constraint = lines
    .flatMap((line) => constraintNames.map((name) => name.exec(line)?.[1]))
    .find((name) => name !== undefined);
  if (constraint !== undefined) return { kind: "organizationPolicy", constraint };
  if (lines.some((line) => membersOnly.test(line)))
    return { kind: "organizationPolicy", constraint: "iam.allowedPolicyMemberDomains" };
  const isStated =
    listReasons(items).some((reason) => policyReason.test(reason)) || lines.some((line) => policyWords.test(line));
  return isStated ? { kind: "organizationPolicy" } : undefined;
}
