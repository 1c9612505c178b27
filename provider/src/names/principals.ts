const email = /^[^\s@:/?]+@[^\s@:/?]+$/;
/** Also a Kubernetes service account: `PROJECT.svc.id.goog[NAMESPACE/ACCOUNT]`. */
const serviceAccount =
  /^(?:[^\s@:/?]+@[^\s@:/?]+|[^\s@:/?[\]]+(:[^\s@:/?[\]]+)?\.svc\.id\.goog\[[^\s/[\]]+\/[^\s/[\]]+\])$/i;
const domain = /^([a-z0-9]([-a-z0-9]*[a-z0-9])?\.)+[a-z][-a-z0-9]*$/i;
/** A full resource name: `//iam.googleapis.com/…`. */
const resourceName = /^\/\/[a-z0-9.-]+\/\S+$/;
const deleted = /^((user|group|serviceAccount):[^\s@:?]+@[^\s@:?]+\?uid=\d+|principal:\/\/[a-z0-9.-]+\/\S+)$/;

interface PrincipalType {
  /** The form, for messages. */
  readonly form: string;
  readonly fits: RegExp;
  /** True if the service shows it in lower case, so that letter case says nothing. */
  readonly anyCase?: true;
}

/** The types of principals: those of the specification first, then those that the public reference adds. */
const types: Readonly<Record<string, PrincipalType>> = {
  user: { form: "user:EMAIL", fits: email, anyCase: true },
  serviceAccount: { form: "serviceAccount:EMAIL", fits: serviceAccount, anyCase: true },
  group: { form: "group:EMAIL", fits: email, anyCase: true },
  domain: { form: "domain:DOMAIN", fits: domain, anyCase: true },
  principal: { form: "principal://iam.googleapis.com/…", fits: resourceName },
  principalSet: { form: "principalSet://iam.googleapis.com/…", fits: resourceName },
  principalHierarchy: { form: "principalHierarchy://…", fits: resourceName },
  deleted: { form: "deleted:user:EMAIL?uid=NUMBER", fits: deleted },
};

/** Principals that are everybody. */
const everybody = ["allUsers", "allAuthenticatedUsers"];

/** The description of a principal, for messages. */
export const principalDescription = `a principal: ${[...Object.values(types).map(({ form }) => form), ...everybody].join(", ")}`;

/** Why a text is no principal, as the end of the sentence "must be …"; `undefined` when it is one. */
export function principalProblem(member: string): string | undefined {
  if (everybody.includes(member)) return undefined;
  const { type, rest } = split(member);
  const known = findType(type);
  if (known?.fits.test(rest)) return undefined;
  const suggestion = respelt(member);
  if (suggestion !== member && principalProblem(suggestion) === undefined)
    return `written ${suggestion}; the type has exactly these letters`;
  const form = (known ?? findType(split(suggestion).type))?.form;
  if (form !== undefined) return `of the form ${form}`;
  if (email.test(member)) return `prefixed with its type: user:${member}, group:${member} or serviceAccount:${member}`;
  return principalDescription;
}

/** A principal in the form by which it is compared: lower case where the service shows it so. */
export function canonicalPrincipal(member: string): string {
  const { type, rest } = split(member);
  // A deleted principal is of the type that it had, and is compared as that is.
  if (type === "deleted") return `${type}:${canonicalPrincipal(rest)}`;
  return findType(type)?.anyCase ? `${type}:${rest.toLowerCase()}` : member;
}

/** The same principal with its type in the letters that the service knows. */
function respelt(member: string): string {
  const { type, rest } = split(member);
  const suggestion = [...Object.keys(types), ...everybody].find((name) => name.toLowerCase() === type.toLowerCase());
  if (suggestion === undefined) return member;
  const behind = member.slice(type.length);
  return suggestion === "deleted" ? `${suggestion}:${respelt(rest)}` : suggestion + behind;
}

function findType(type: string): PrincipalType | undefined {
  return Object.hasOwn(types, type) ? types[type] : undefined;
}

function split(member: string): { type: string; rest: string } {
  const [type = ""] = member.split(":", 1);
  return { type, rest: member.slice(type.length + 1) };
}

/** A role: a predefined one, or a custom one of a project or an organization. */
const wholeRole = /^(?:roles|projects\/[^\s/]+\/roles|organizations\/\d+\/roles)\/[A-Za-z0-9_.]+$/;

/** The description of a role, for messages. */
export const roleDescription = "a role: roles/NAME, projects/PROJECT/roles/NAME or organizations/NUMBER/roles/NAME";

/** Why a text is no role, as the end of the sentence "must be …"; `undefined` when it is one. */
export function roleProblem(text: string): string | undefined {
  if (text.includes("_withcond_"))
    return "a role in its granted form; _withcond_ is the form for readers without conditions";
  return wholeRole.test(text) ? undefined : roleDescription;
}
