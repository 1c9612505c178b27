import { text, type Values } from "../../../fields/values";
import type { LinkContext } from "../../../names/links";
import { canonicalPrincipal } from "../../../names/principals";
import type { ClaimForm } from "../../../fields/claimedPlace";
import { grantIdentity, placeOf, policyIdentity, type GrantIdentity } from "./grant";

const claimOf = (
  ofArguments: readonly string[],
  identity: (values: Values, context: LinkContext) => GrantIdentity | undefined,
): ClaimForm => ({
  arguments: ["firewallPolicy", ...ofArguments],
  place(values, context) {
    const found = identity(values, context);
    return found && placeOf(found);
  },
});

export const policyClaim = claimOf([], policyIdentity);

export const bindingClaim = claimOf(["role", "condition"], (values, context) => grantIdentity(values, context, {}));

export const memberClaim: ClaimForm = {
  ...claimOf(["role", "member", "condition"], (values, context) => {
    const member = text(values, "member");
    return member === undefined ? undefined : grantIdentity(values, context, { member: canonicalPrincipal(member) });
  }),
  repeatable: true,
};
