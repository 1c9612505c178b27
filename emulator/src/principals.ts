import { invalid } from "./errors";

const EMAIL = /^[^\s@:/?]+@[^\s@:/?]+$/;
const KUBERNETES = /^[a-z0-9.:-]+\.svc\.id\.goog\[[^\s/[\]]+\/[^\s/[\]]+\]$/i;
const DOMAIN = /^(?:[a-z0-9](?:[-a-z0-9]*[a-z0-9])?\.)+[a-z][-a-z0-9]*$/i;
const RESOURCE = /^\/\/[a-z0-9.-]+\/\S+$/;
const DELETED = /^(?:user|group|serviceAccount):[^\s@:?]+@[^\s@:?]+\?uid=[0-9]+$/;

/** Kinds whose rest is the name of an account or domain; the service shows these in lower case. */
const NAMED: Readonly<Record<string, (rest: string) => boolean>> = {
  user: (rest) => EMAIL.test(rest),
  group: (rest) => EMAIL.test(rest),
  serviceAccount: (rest) => EMAIL.test(rest) || KUBERNETES.test(rest),
  domain: (rest) => DOMAIN.test(rest),
};

/** Kinds in which letter case counts. */
const EXACT: Readonly<Record<string, (rest: string) => boolean>> = {
  principal: (rest) => RESOURCE.test(rest),
  principalSet: (rest) => RESOURCE.test(rest),
  principalHierarchy: (rest) => RESOURCE.test(rest),
  deleted: (rest) => DELETED.test(rest) || (rest.startsWith("principal:") && RESOURCE.test(rest.slice(10))),
};

/** A principal in the form in which the service shows it. */
export function canonicalPrincipal(member: string, field: string): string {
  if (member === "allUsers" || member === "allAuthenticatedUsers") {
    return member;
  }
  const colon = member.indexOf(":");
  const [kind, rest] = colon === -1 ? ["", member] : [member.slice(0, colon), member.slice(colon + 1)];
  const isKnown = Object.hasOwn(NAMED, kind) || Object.hasOwn(EXACT, kind);
  if (!isKnown) {
    throw invalid(
      `The member ${member} in '${field}' is of an unknown type. It has to start with the type of a principal.`,
    );
  }
  if (NAMED[kind]?.(rest) !== true && EXACT[kind]?.(rest) !== true) {
    throw invalid(`The member ${member} in '${field}' is not of the form that ${kind}: has.`);
  }
  return Object.hasOwn(NAMED, kind) ? `${kind}:${rest.toLowerCase()}` : member;
}

/** Each principal once, in order. */
export function canonicalPrincipals(members: readonly string[], field: string): string[] {
  return [...new Set(members.map((member, index) => canonicalPrincipal(member, `${field}[${String(index)}]`)))].sort();
}
