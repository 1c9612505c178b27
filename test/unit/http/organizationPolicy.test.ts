import { describe, expect, it } from "vitest";
import { OperationFailedError } from "../../../provider/src/compute/errors/operationError";
import { isConflict } from "../../../provider/src/compute/repeats";
import { readErrorItems } from "../../../provider/src/http/errors/errorBody";
import { errorType, reasoned, refused } from "../../support/refusal";

const detail = (type: string, members: object) => ({
  message: "no",
  details: [{ "@type": errorType(type), ...members }],
});
const violation = {
  type: "constraints/iam.allowedPolicyMemberDomains",
  subject: "orgpolicy:projects/p",
  description: "User a@b.test is not in permitted organization.",
};
const custom = { customConstraints: "customConstraints/custom.noDefaultRoute" };

describe("a refused request", () => {
  it.each<[what: string, status: number, error: string | object, constraint?: string]>([
    ["words about a location", 412, "Location EU violates constraint constraints/gcp.x on the resource p/s.", "gcp.x"],
    ["words about a project", 412, "Constraint constraints/compute.x violated for projects/p. No.", "compute.x"],
    ["quoted words", 400, "'us' violates constraint 'constraints/gcp.x' on 'projects/p'", "gcp.x"],
    ["words with the bare name of a constraint", 412, "Constraint compute.x violated for project p.", "compute.x"],
    ["words without a name", 403, "The request is denied by organization policy."],
    [
      "words of an older answer",
      400,
      "One or more users named in the policy do not belong to a permitted customer.",
      "iam.allowedPolicyMemberDomains",
    ],
    [
      "a violated precondition",
      400,
      detail("PreconditionFailure", { violations: [violation] }),
      violation.type.slice(12),
    ],
    [
      "a reason of custom constraints",
      403,
      detail("ErrorInfo", { reason: "CUSTOM_ORG_POLICY_VIOLATION", metadata: custom }),
      "custom.noDefaultRoute",
    ],
    ["a reason alone", 403, detail("ErrorInfo", { reason: "ORG_POLICY_VIOLATION" })],
  ])(
    "of a policy of the organization is known by %s, in an answer and at the end of an operation",
    (_what, status, refusal, constraint) => {
      const error = typeof refusal === "string" ? reasoned("conditionNotMet", refusal) : refusal;
      const answer = refused(status, { error });
      expect(answer.fault).toEqual({ kind: "organizationPolicy", ...(constraint && { constraint }) });
      expect(isConflict(answer)).toBe(false);
      const { message, details = [] } = error as { message: string; details?: Record<string, unknown>[] };
      const errorDetails = details.map(({ "@type": named, ...members }) => ({
        [String(named).endsWith("ErrorInfo") ? "errorInfo" : "preconditionFailure"]: members,
      }));
      const items = readErrorItems([{ code: "CONDITION_NOT_MET", message, errorDetails }]);
      const ended = new OperationFailedError("patch", "o", items, undefined, { status: 412, message: undefined });
      expect(ended.fault).toEqual(answer.fault);
      expect(isConflict(ended)).toBe(false);
    },
  );

  it.each([
    "Request is prohibited by organization's policy. vpcServiceControlsUniqueIdentifier: u1",
    "Supplied fingerprint does not match current metadata fingerprint.",
    "The policy of the organization was changed. See https://cloud.google.com/resource-manager/docs/organization-policy/",
    "The range 10.0.0.0/8 violates the constraint of the subnetwork: constraint overlap is violated.",
    "The resource 'projects/my-constraints/global/networks/default' is not ready.",
  ])("that says “%s” is not taken for one of a policy of the organization", (message) => {
    expect(refused(412, { error: reasoned("conditionNotMet", message) }).fault?.kind).not.toBe("organizationPolicy");
  });
});
