import { text, type Values } from "../../../fields/values";
import type { LinkContext } from "../../../names/links";
import { canonicalPrincipal } from "../../../names/principals";
import type { ClaimForm } from "../../../fields/claimScope";
import { grantIdentity, makeClaimScope, policyIdentity, type GrantIdentity } from "./grant";

const makeClaimForm = (
  claimArguments: readonly string[],
  identity: (values: Values, context: LinkContext) => GrantIdentity | undefined,
): ClaimForm => ({
  arguments: ["firewallPolicy", ...claimArguments],
  place(values, context) {
    const found = identity(values, context);
    return found && makeClaimScope(found);
  },
});

export const policyClaim = makeClaimForm([], policyIdentity);

export const bindingClaim = makeClaimForm(["role", "condition"], (values, context) =>
  grantIdentity(values, context, {}),
);

export const memberClaim: ClaimForm = {
  ...makeClaimForm(["role", "member", "condition"], (values, context) => {
    const member = text(values, "member");
    return member === undefined ? undefined : grantIdentity(values, context, { member: canonicalPrincipal(member) });
  }),
  repeatable: true,
};
