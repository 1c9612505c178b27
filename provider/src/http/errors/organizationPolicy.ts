import { describeErrorItem, reasonsOf, type ErrorItem } from "./errorBody";
import type { Fault } from "./fault";

/*
 * The services refuse in many ways what a policy of the organization forbids: with a reason of their own, with a violated
 * precondition, or with 400, 403 or 412 and words alone; an operation does so with CONDITION_NOT_MET and words.
 */

/** `ORG_POLICY_VIOLATION`, `CUSTOM_ORG_POLICY_VIOLATION` and the like, and those of `google.api.ErrorReason`. */
const reasonOfPolicy =
  /ORG_?POLICY_VIOLAT|^RESOURCE_USAGE_RESTRICTION_VIOLATED$|^LOCATION_(?:TAX_)?POLICY_VIOLATED$|^ORG_RESTRICTION_VIOLATION$/i;

/** Its name as every spelling has it: `constraints/compute.x`, `customConstraints/custom.x`. */
const constraintName = /\b(?:custom)?constraints\/([a-z][\w.-]*\w)/i;

/** Words that name no constraint. */
const wordsOfPolicy = [
  /\bviolates? (?:the )?constraint\b|\bconstraint \S+ (?:is )?violated\b/i,
  /\b(?:forbidden|denied|blocked|prohibited|restricted|disallowed|not allowed|violates?|violation of|due to|because of) (?:by )?(?:an?|the|your|custom)? ?(?:org|organi[sz]ation)(?:al|'s)? polic(?:y|ies)\b/i,
];

/** Domain restricted sharing, which older answers say without its name. */
const membersOnly = /\bdo(?:es)? not belong to a permitted customer\b|\bnot in (?:a )?permitted organi[sz]ation\b/i;

/** What a refusal says of a policy of the organization; `undefined` where it says nothing of one. */
export function organizationPolicyIn(
  items: readonly ErrorItem[],
  message = "",
): Extract<Fault, { kind: "organizationPolicy" }> | undefined {
  const lines = [message, ...items.flatMap(describeErrorItem)];
  const constraint = lines.map((line) => constraintName.exec(line)?.[1]).find((name) => name !== undefined);
  if (constraint !== undefined) return { kind: "organizationPolicy", constraint };
  if (lines.some((line) => membersOnly.test(line)))
    return { kind: "organizationPolicy", constraint: "iam.allowedPolicyMemberDomains" };
  const isSaid =
    reasonsOf(items).some((reason) => reasonOfPolicy.test(reason)) ||
    lines.some((line) => wordsOfPolicy.some((words) => words.test(line)));
  return isSaid ? { kind: "organizationPolicy" } : undefined;
}
