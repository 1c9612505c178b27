/**
 * A known fault that a person can mend. It is a fact and no advice: what helps is said by whoever speaks to the user,
 * because a resource, a function and a command have different means. An error without one says all there is.
 */
export type Fault =
  /** The answer is none that the service gives: something on the way may answer in its place. */
  | { readonly kind: "interposed" }
  | { readonly kind: "redirected" }
  /** The service is to be on this machine, and nothing listens there. */
  | { readonly kind: "nothingListens"; readonly origin: string }
  /** A library that this package stands on is missing or damaged. */
  | { readonly kind: "notLoaded" }
  /** `way` is the origin, and the proxy in between. */
  | { readonly kind: "unreachable"; readonly way: string; readonly isProxied: boolean }
  | { readonly kind: "untrustedCertificate" }
  | { readonly kind: "notTls" }
  | { readonly kind: "refusedByProxy"; readonly wantsLogin: boolean }
  /** A header has characters that none may have. */
  | { readonly kind: "unsendable" }
  /** No access token came in time. */
  | { readonly kind: "lateToken" }
  | { readonly kind: "credentialsRefused" }
  /** The login of a user is over, so that it gives no more tokens. */
  | { readonly kind: "loginExpired" }
  /** The key of a service account is taken for none. */
  | { readonly kind: "keyRefused" }
  /** The virtual machine has no service account whose tokens it could give. */
  | { readonly kind: "accountMissing" }
  /** The token lacks an OAuth scope. */
  | { readonly kind: "scopeMissing" }
  | { readonly kind: "permissionMissing"; readonly permissions: readonly string[] }
  | { readonly kind: "apiDisabled" }
  | { readonly kind: "billingDisabled" }
  /** The project, folder or organization, or a region or zone, is deleted, does not exist, or is none that the caller may see. */
  | { readonly kind: "projectUnknown" }
  | { readonly kind: "projectSuspended" }
  /** The credentials are of a user, and nothing names a project that pays for their requests. */
  | { readonly kind: "quotaProjectMissing" }
  /** The project that pays for the request is none that the caller may charge. */
  | { readonly kind: "quotaProjectDenied" }
  /** VPC Service Controls. */
  | { readonly kind: "outsidePerimeter" }
  /** `constraint` is the name of the constraint where the refusal says it: `gcp.resourceLocations`. */
  | { readonly kind: "organizationPolicy"; readonly constraint?: string | undefined }
  | { readonly kind: "quotaExceeded" }
  /** Operations of one kind came too often on one object. */
  | { readonly kind: "operationsTooOften" }
  | { readonly kind: "notFound" }
  /** Another change of the object, or of one that it refers to, went on for all the time that there was. */
  | { readonly kind: "notReady" }
  /** 404, and not in the form of the service. */
  | { readonly kind: "notFoundByOther" }
  /** A list that is kept went beyond the bound. */
  | { readonly kind: "listTooLarge" }
  /** A result is more than the engine takes. Arguments that narrow it, and the form that keeps one page of it, where there are any. */
  | {
      readonly kind: "resultTooLarge";
      readonly narrowing: readonly string[];
      readonly iterator: string | undefined;
    }
  | { readonly kind: "deadlinePassed" }
  | { readonly kind: "waitTooLong" };
