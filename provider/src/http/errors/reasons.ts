import type { Fault } from "./fault";

/** Faults that say nothing more than their kind. */
type PlainKind = {
  [One in Fault as One["kind"]]: { kind: One["kind"] } extends One ? One["kind"] : never;
}[Fault["kind"]];

/**
 * The faults that the service gives a reason for: Compute Engine's own, and those of `google.api.ErrorReason`, which every
 * API of Google has.
 */
const reasonsByFault: Readonly<Partial<Record<PlainKind, readonly string[]>>> = {
  quotaExceeded: ["QUOTA_EXCEEDED", "quotaExceeded", "RESOURCE_QUOTA_EXCEEDED"],
  scopeMissing: ["ACCESS_TOKEN_SCOPE_INSUFFICIENT"],
  apiDisabled: ["accessNotConfigured", "SERVICE_DISABLED"],
  billingDisabled: ["BILLING_DISABLED"],
  projectUnknown: ["CONSUMER_INVALID", "RESOURCE_PROJECT_INVALID"],
  projectSuspended: ["CONSUMER_SUSPENDED", "GCP_SUSPENDED"],
  quotaProjectDenied: ["USER_PROJECT_DENIED"],
  outsidePerimeter: ["SECURITY_POLICY_VIOLATED"],
  notReady: ["resourceNotReady", "operationInProgress"],
};

const faultByReason = new Map(
  Object.entries(reasonsByFault).flatMap(([kind, reasons]) =>
    reasons.map((reason) => [reason, { kind: kind as PlainKind } as Fault]),
  ),
);

/** Reasons that say no more than that a permission is missing; those of no API of Google are in small letters. */
const permissionReasons = new Set(["PERMISSION_DENIED", "IAM_PERMISSION_DENIED"]);

/** The fault that the reasons stand for; the last ones are of details, and more exact. */
export function findFault(reasons: readonly string[], message: string): Fault | undefined {
  // The reason is that of an API which is not enabled: in the project of the tool that has made the login, which is Google's.
  if (/\brequires a quota project\b/i.test(message)) return { kind: "quotaProjectMissing" };
  // Compute Engine itself gives the reason of a permission here, and says the rest in words.
  if (/\binsufficient authentication scopes\b/i.test(message)) return { kind: "scopeMissing" };
  const known = reasons.findLast((reason) => faultByReason.has(reason));
  if (known !== undefined) return faultByReason.get(known);
  // Compute Engine can say it in words alone.
  return message.includes("vpcServiceControlsUniqueIdentifier") ? { kind: "outsidePerimeter" } : undefined;
}

/** Whether nothing in the reasons says that it is anything but a permission. */
export function mayBePermission(reasons: readonly string[]): boolean {
  return reasons.every((reason) => !/^[A-Z][A-Z0-9_]+$/.test(reason) || permissionReasons.has(reason));
}

/** The ways in which "not found" is said of what holds objects: its path ends where theirs go on. */
const holderNotFound = [
  /['"](?:[\w.:/-]+\/)?(?:projects|folders|organizations)\/[^/'"\s]+(?:\/(?:regions|zones)\/[^/'"\s]+)?['"] (?:was )?not found/i,
  /(?:^|[.:] )(?:the )?(?:project|folder|organization) \S+ (?:was |is )?not found/i,
  /^failed to find (?:project|folder|organization) /i,
];

/**
 * Whether "not found" is said of the project, folder or organization, or of a region or zone. It then says nothing of what is in there: all of that
 * answers so while a deleted project can still be restored.
 */
export function saysHolderNotFound(message: string): boolean {
  return holderNotFound.some((words) => words.test(message));
}
