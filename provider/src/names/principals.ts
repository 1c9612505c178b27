import { findNearest } from "./nearestName";

const email = /^[^\s@:/?]+@[^\s@:/?]+$/;
/** Also a Kubernetes service account: `PROJECT.svc.id.goog[NAMESPACE/ACCOUNT]`. */
const serviceAccount =
  /^(?:[^\s@:/?]+@[^\s@:/?]+|[^\s@:/?[\]]+(:[^\s@:/?[\]]+)?\.svc\.id\.goog\[[^\s/[\]]+\/[^\s/[\]]+\])$/i;
const domain = /^([a-z0-9]([-a-z0-9]*[a-z0-9])?\.)+[a-z][-a-z0-9]*$/i;
/** A full resource name: `//iam.googleapis.com/…`. */
const resourceName = /^\/\/[a-z0-9.-]+\/\S+$/;
/** Every workload of the workload identity pool of a project or a fleet. */
const workloads = /^[^\s@:/?[\]]+(:[^\s@:/?[\]]+)?\.svc\.id\.goog:\/allAuthenticatedUsers\/$/;
const deletedAccount = /^(?:user|group|serviceAccount):[^\s@:?]+@[^\s@:?]+\?uid=\d+$/;
const deletedPrincipal = /^principal:\/\/[a-z0-9.-]+\/\S+$/;

interface PrincipalForm {
  /** The form, for messages. */
  readonly form: string;
  readonly fits: RegExp;
  /** True if letter case says nothing behind the type. */
  readonly anyCase?: true;
}

/**
 * The forms of each type of principals: those of the specification first, then those that the public reference adds. Google adds
 * further ones.
 */
const types: Readonly<Record<string, readonly PrincipalForm[]>> = {
  user: [{ form: "user:EMAIL", fits: email, anyCase: true }],
  serviceAccount: [{ form: "serviceAccount:EMAIL", fits: serviceAccount, anyCase: true }],
  group: [
    { form: "group:EMAIL", fits: email, anyCase: true },
    { form: "group:PROJECT.svc.id.goog:/allAuthenticatedUsers/", fits: workloads },
  ],
  domain: [{ form: "domain:DOMAIN", fits: domain, anyCase: true }],
  principal: [{ form: "principal://iam.googleapis.com/…", fits: resourceName }],
  principalSet: [{ form: "principalSet://iam.googleapis.com/…", fits: resourceName }],
  principalHierarchy: [{ form: "principalHierarchy://…", fits: resourceName }],
  deleted: [
    { form: "deleted:user:EMAIL?uid=NUMBER", fits: deletedAccount, anyCase: true },
    { form: "deleted:principal://iam.googleapis.com/…", fits: deletedPrincipal },
  ],
};

/** Principals that are everybody. */
const everybody = ["allUsers", "allAuthenticatedUsers"];

const allForms = Object.values(types).flatMap((forms) => forms.map(({ form }) => form));
const firstForms = Object.values(types).flatMap(([first]) => (first === undefined ? [] : [first.form]));

/** The description of a principal, for messages. */
export const principalDescription = `a principal: ${[...firstForms, ...everybody].join(", ")}`;

/**
 * Why a text is no principal, as the end of the sentence "must be …"; `undefined` when it may be one. That it has a type is
 * enough: the service knows forms and types that nobody knows here.
 */
export function principalProblem(member: string): string | undefined {
  if (isKnownPrincipal(member)) return undefined;
  const suggestion = respelt(member);
  if (suggestion !== member && isKnownPrincipal(suggestion))
    return `written ${suggestion}; the type has exactly these letters`;
  const { type, rest } = split(member);
  const form = findForms(split(suggestion).type)[0]?.form;
  if (form !== undefined) return suggestion === member && isWhole(rest) ? undefined : `of the form ${form}`;
  if (email.test(member)) return `prefixed with its type: user:${member}, group:${member} or serviceAccount:${member}`;
  if (!newType.test(type) || otherTypes.test(type) || !isWhole(rest)) return principalDescription;
  const nearest = findNearest(type, Object.keys(types));
  if (nearest === undefined) return undefined;
  return `of the form ${findForms(nearest)[0]?.form ?? nearest}; did you mean ${nearest}:${rest}?`;
}

/** The known form that is nearest to that of a principal; `undefined` where its own is known. */
export function findNearestForm(member: string): string | undefined {
  if (isKnownPrincipal(member)) return undefined;
  const own = findForms(split(member).type).map(({ form }) => form);
  const forms = own.length > 0 ? own : allForms;
  return findNearest(member, forms, Infinity) ?? forms[0];
}

/** A principal in the form by which it is compared: lower case where its form is known, and the service takes any case. */
export function canonicalPrincipal(member: string): string {
  if (findForm(member)?.anyCase !== true) return member;
  // A deleted principal has the type that it had.
  const [types = ""] = /^(?:deleted:)?[A-Za-z]+:/.exec(member) ?? [];
  return types + member.slice(types.length).toLowerCase();
}

/** The account that a deleted principal was, as it is compared; `undefined` of any other principal. */
export function findDeletedAccount(member: string): string | undefined {
  const { type, rest } = split(member);
  if (type !== "deleted" || findForm(member)?.anyCase !== true) return undefined;
  return canonicalPrincipal(rest.slice(0, rest.indexOf("?")));
}

/** The look of a type that Google has added. */
const newType = /^[a-z][A-Za-z]{2,40}$/;

/** Members that only the policies of other services have, and the beginning of a URL. */
const otherTypes = /^(?:project(?:Owner|Editor|Viewer)|https?)$/;

function isKnownPrincipal(member: string): boolean {
  return everybody.includes(member) || findForm(member) !== undefined;
}

/** True if something is there, and no line break or blank of a file is around it. */
function isWhole(rest: string): boolean {
  return rest !== "" && rest.trim() === rest;
}

/** The same principal with its type in the letters that the service knows. */
function respelt(member: string): string {
  const { type, rest } = split(member);
  const suggestion = [...Object.keys(types), ...everybody].find((name) => name.toLowerCase() === type.toLowerCase());
  if (suggestion === undefined) return member;
  const behind = member.slice(type.length);
  return suggestion === "deleted" ? `${suggestion}:${respelt(rest)}` : suggestion + behind;
}

function findForm(member: string): PrincipalForm | undefined {
  const { type, rest } = split(member);
  return findForms(type).find(({ fits }) => fits.test(rest));
}

function findForms(type: string): readonly PrincipalForm[] {
  return (Object.hasOwn(types, type) ? types[type] : undefined) ?? [];
}

function split(member: string): { type: string; rest: string } {
  const [type = ""] = member.split(":", 1);
  return { type, rest: member.slice(type.length + 1) };
}

/** A role: a predefined one, or a custom one of a project or an organization. Its name is the service's matter. */
const wholeRole = /^(?:roles|projects\/[^\s/]+\/roles|organizations\/\d+\/roles)\/[^\s/]+$/;

/** The description of a role, for messages. */
export const roleDescription = "a role: roles/NAME, projects/PROJECT/roles/NAME or organizations/NUMBER/roles/NAME";

/** Why a text is no role, as the end of the sentence "must be …"; `undefined` when it is one. */
export function roleProblem(text: string): string | undefined {
  if (text.includes("_withcond_"))
    return "a role in its granted form; _withcond_ is the form for readers without conditions";
  return wholeRole.test(text) ? undefined : roleDescription;
}

/** True if the name of a role has characters that no known one has. */
export function isUnusualRole(text: string): boolean {
  return /[^A-Za-z0-9_.]/.test(text.slice(text.lastIndexOf("/") + 1));
}
