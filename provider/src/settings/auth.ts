import { FixedToken } from "./auth/fixedToken";
import { makeClient } from "./auth/libraryClient";
import { RenewedToken } from "./auth/renewedToken";
import type { TokenSource } from "../http/tokenSource";
import type { Settings } from "./settings";

/**
 * The source of bearer tokens that the settings ask for: a token, a key, workload identity, or application default
 * credentials; with impersonation on top of any.
 *
 * A plain access token needs no credential library, so that is loaded only for the others.
 */
export function tokenSource(settings: Settings): TokenSource {
  const credential = settings.credentials();
  const impersonated = settings.text("gcp:impersonateServiceAccount");
  if (credential.from === "accessToken" && impersonated === undefined) {
    return new FixedToken(credential);
  }
  const setBy = credential.from === "applicationDefault" ? "application default credentials" : credential.setBy;
  return new RenewedToken(setBy, (requests) => makeClient(settings, credential, impersonated, requests));
}
