import { ApiError, forbidden, unauthorized } from "../../basics/errors";

/** The rights of one bearer token. */
export interface TokenGrant {
  /** Projects it may be used on; without it, any. */
  readonly projects?: readonly string[];
  /** True if it has the read-only scope, with which nothing can be changed. */
  readonly readOnly?: boolean;
  /** Permissions it lacks, such as `compute.routes.create`. */
  readonly deniedPermissions?: readonly string[];
  /** The identity that operations show in `user`. */
  readonly user?: string;
}

const DEFAULT_USER = "developer@example.com";

/** Which tokens are accepted. Until a list is set, every token is. */
export class Tokens {
  #grants: ReadonlyMap<string, TokenGrant> | undefined;

  clear(): void {
    this.set(undefined);
  }

  /** Replaces the list; undefined accepts every token again. */
  set(tokens: Readonly<Record<string, TokenGrant>> | undefined): void {
    this.#grants = tokens === undefined ? undefined : new Map(Object.entries(tokens));
  }

  /** The caller, found by its token. */
  authenticate(authorization: string | undefined): TokenGrant & { readonly user: string } {
    const token = /^Bearer +([^\s]+)$/i.exec(authorization ?? "")?.[1];
    if (token === undefined)
      throw unauthorized("Request is missing required authentication credential: an OAuth 2 access token.");
    const grant = this.#grants === undefined ? {} : this.#grants.get(token);
    if (grant === undefined) throw unauthorized("Request had invalid authentication credentials.");
    return { user: DEFAULT_USER, ...grant };
  }
}

/** Throws unless the caller has all of the permissions on the path. */
export function authorize(
  grant: TokenGrant,
  request: { readonly project: string | undefined; readonly path: string; readonly changes: boolean },
  permissions: readonly string[],
): void {
  if (grant.readOnly === true && request.changes)
    throw new ApiError(403, "insufficientPermissions", "Request had insufficient authentication scopes.");
  const barred =
    grant.projects !== undefined && (request.project === undefined || !grant.projects.includes(request.project));
  const missing = permissions.find((permission) => barred || grant.deniedPermissions?.includes(permission) === true);
  if (missing !== undefined) throw forbidden(missing, request.path);
}
