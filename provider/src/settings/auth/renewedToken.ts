import type { AuthClient } from "google-auth-library";
import type { TokenSource } from "../../http/client";
import { TokenError } from "../../http/errors/tokenError";
import { SettingError } from "../settingError";
import { tokenFailure } from "./tokenFailure";
import type { Asks } from "./tokenRequests";

/** A token that a client of the credential library gets and renews. Concurrent callers share one request for it. */
export class RenewedToken implements TokenSource {
  readonly renewable = true;
  private client: Promise<AuthClient> | undefined;
  private pending: Promise<string> | undefined;
  private refused: string | undefined;
  private named: string | undefined;
  private isRenewed = false;
  asked: string | undefined;

  constructor(
    /** For messages: where the credentials were set. */
    private readonly setBy: string,
    private readonly makeClient: (asks: Asks) => Promise<AuthClient>,
  ) {}

  token(): Promise<string> {
    this.pending ??= this.fetch().finally(() => {
      this.pending = undefined;
    });
    return this.pending;
  }

  invalidate(refused: string): void {
    this.refused = refused;
  }

  get quotaProject(): string | undefined {
    return this.named;
  }

  private async fetch(): Promise<string> {
    this.client ??= this.makeClient((whom) => {
      this.asked = whom;
      this.isRenewed = true;
    });
    const client = await this.client.catch((error: unknown) => {
      this.client = undefined;
      throw this.failure(error);
    });
    if (this.refused !== undefined && client.credentials.access_token === this.refused) {
      // By the method: some clients keep their token in a second place, too.
      client.setCredentials({ ...client.credentials, access_token: null, expiry_date: 1 });
    }
    this.refused = undefined;
    this.named = readQuotaProject(client);
    this.isRenewed = false;
    let token: string | undefined;
    try {
      // Not `getAccessToken`: in other universes a key signs its tokens itself, and only the headers have those.
      // Headers have no space at their end, where an empty token would follow.
      token = (await client.getRequestHeaders()).get("authorization")?.replace(/^Bearer\s*/i, "");
    } catch (error) {
      throw this.failure(error);
    }
    if (this.isRenewed) keepForHalf(client);
    // The library makes a text of whatever is in the place of a token.
    if (!token || token === "undefined" || token === "null")
      throw this.failure("the credentials returned an empty token");
    return token;
  }

  /** Without the library's error as its cause: that one carries the request, with the assertion or the token in it. */
  private failure(error: unknown): SettingError | TokenError {
    const failure = tokenFailure(error);
    // Of its reasons: the library puts its own words before the message of any error.
    if (failure instanceof SettingError) return new SettingError(...failure.reasons);
    return new TokenError(`Could not get an access token with ${this.setBy}: ${failure.stated}`, failure.facts);
  }
}

/** How long before its end a token is renewed. */
const renewedBeforeMs = 300_000;

/** A token that lasts no longer than that would be renewed at each use: such a one is renewed after half of its time. */
function keepForHalf(client: AuthClient): void {
  const { expiry_date: endsMs } = client.credentials;
  const lastsMs = typeof endsMs === "number" ? Math.max(0, endsMs - Date.now()) : Infinity;
  client.eagerRefreshThresholdMillis = Math.min(renewedBeforeMs, lastsMs / 2);
}

/** A file may have anything in its place. */
function readQuotaProject({ quotaProjectId }: { readonly quotaProjectId?: unknown }): string | undefined {
  return typeof quotaProjectId === "string" && quotaProjectId !== "" ? quotaProjectId : undefined;
}
