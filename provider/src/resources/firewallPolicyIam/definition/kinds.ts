import { computeFingerprint, distinctMembers, sameMembers, type PolicyData } from "./iamPolicy";
import {
  canonicalPrincipal,
  findNearestForm,
  isUnusualRole,
  principalDescription,
  principalProblem,
  roleDescription,
  roleProblem,
} from "../../../names/principals";
import { containsUnknown, isUnknown } from "../../../fields/unknown";
import { isEmpty, isValues, withoutAbsent } from "../../../fields/values";
import { objectKind, setKind } from "../../../fields/collections";
import { doubt, mustBe, findDoubts, findProblems, type Kind } from "../../../fields/kind";
import { integerKind, textKind, wordKind } from "../../../fields/scalars";
import { parsed } from "../../../http/json";

export const roleKind: Kind = {
  ...textKind(roleDescription, roleProblem),
  doubts: (value, property) =>
    typeof value === "string" && isUnusualRole(value)
      ? [doubt(property, value, "and known roles have letters, digits, _ and . in their names.")]
      : [],
};

/** Somebody who can be granted a role. Sent as it is written, unless it is there in other letters already. */
export const principalKind: Kind = {
  ...textKind(principalDescription, principalProblem),
  doubts(value, property) {
    if (typeof value !== "string") return [];
    const form = findNearestForm(value);
    if (form === undefined) return [];
    return [doubt(property, value, `which has no known form. The nearest one is ${form}.`)];
  },
  same: (left, right) =>
    typeof left === "string" && typeof right === "string" && canonicalPrincipal(left) === canonicalPrincipal(right),
};

/** Several of them, in any order. Naming one twice is no mistake: two variables may hold the same account. */
export const principalsKind: Kind = {
  describe: "a list of principals, such as user:EMAIL or serviceAccount:EMAIL",
  form: { list: "text" },
  item: principalKind,
  canonical: (value) => distinctMembers(value as string[]),
  same: (left, right) => isTexts(left) && isTexts(right) && sameMembers(left, right),
  problems(value, property, context) {
    if (!Array.isArray(value)) return mustBe(property, principalsKind.describe, value);
    return value.flatMap((item, index) => findProblems(principalKind, item, `${property}[${String(index)}]`, context));
  },
};

/** When a grant holds. All of it tells one grant from another. */
export const conditionKind: Kind = requiring(
  objectKind({
    expression: textKind("an expression in the Common Expression Language"),
    title: textKind(),
    description: textKind(),
    location: textKind(),
  }),
  "expression",
);

/** The same kind, with members that have to be there and say something. */
function requiring(kind: Kind, ...members: readonly string[]): Kind {
  return {
    ...kind,
    problems(value, property, context) {
      const empty = isValues(value) ? members.filter((member) => isEmpty(value[member])) : [];
      const missing = empty.map((member) => {
        const at = `${property}.${member}`;
        return { property: at, reason: `${at} is required: ${kind.member?.(member)?.describe ?? "a value"}.` };
      });
      const others = kind.problems(value, property, context);
      return [...missing, ...others.filter((other) => !missing.some((one) => one.property === other.property))];
    },
  };
}

/** An entry of a list that says nothing while a member of it is empty: it is dropped then, and needs no other member. */
function emptyWithout(member: string, kind: Kind, required: string): Kind {
  const whole = requiring(kind, required);
  return {
    ...kind,
    problems: (value, ...place) => (isValues(value) && isEmpty(value[member]) ? kind : whole).problems(value, ...place),
  };
}

const policyKind = objectKind(
  {
    bindings: setKind(
      emptyWithout(
        "members",
        objectKind({ role: roleKind, members: principalsKind, condition: conditionKind }),
        "role",
      ),
    ),
    auditConfigs: setKind(
      emptyWithout(
        "auditLogConfigs",
        objectKind({
          service: textKind("a service, such as compute.googleapis.com or allServices"),
          auditLogConfigs: setKind(
            requiring(
              objectKind({
                logType: wordKind("ADMIN_READ", "DATA_READ", "DATA_WRITE"),
                exemptedMembers: principalsKind,
              }),
              "logType",
            ),
          ),
        }),
        "service",
      ),
    ),
    version: integerKind(0, 3),
    etag: textKind(),
  },
  { auditConfig: "auditConfigs", binding: "bindings" },
);

/**
 * A whole policy, as an object or as the JSON of one: compared by what it says. The version follows from its conditions
 * and the etag is the current one, so those of a policy that was read elsewhere mean nothing. Neither does a binding without
 * members, or a service without types of log.
 */
export const policyDataKind: Kind = {
  describe: "a policy: an object with bindings and auditConfigs, or the JSON of one",
  form: policyKind.form,
  isNothing: (value) => saysTheSame(readPolicy(value), {}),
  canonical(value, context) {
    const { bindings, auditConfigs } = policyKind.canonical(readPolicy(value), context) as PolicyData;
    return withoutAbsent({
      bindings: bindings?.filter(({ members }) => !isEmpty(members)),
      auditConfigs: auditConfigs?.filter(({ auditLogConfigs }) => !isEmpty(auditLogConfigs)),
    });
  },
  same: (left, right) => saysTheSame(readPolicy(left), readPolicy(right)),
  doubts: (value, property) => findDoubts(policyKind, readPolicy(value), property),
  problems(value, property, context) {
    const policy = readPolicy(value);
    return isValues(policy)
      ? policyKind.problems(policy, property, context)
      : mustBe(property, policyDataKind.describe, value);
  },
};

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function readPolicy(value: unknown): unknown {
  return typeof value !== "string" || isUnknown(value) ? value : withoutAbsent(parsed(value));
}

function saysTheSame(left: unknown, right: unknown): boolean {
  if (!isValues(left) || !isValues(right) || containsUnknown([left, right])) return false;
  return computeFingerprint(left) === computeFingerprint(right);
}
