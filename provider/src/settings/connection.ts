import { FixedToken } from "./auth/fixedToken";
import { makeClient as makeLibraryClient } from "./auth/libraryClient";
import { RenewedToken } from "./auth/renewedToken";
import type { TokenSource } from "../http/client";
import { requestRepeats } from "../compute/repeats";
import { ComputeClient, type ComputeClientOptions, type QuotaProject } from "../http/client";
import type { LinkContext } from "../names/links";
import { plainData } from "../fields/plainData";
import { proxyFor } from "./proxy";
import type { Settings } from "./settings";
import { providerNameKey } from "./settingKeys";
import { version } from "../version";

/** Longest time for one attempt of an ordinary request. */
const defaultRequestTimeoutMs = 60_000;

/** A client of its own, with what the settings say. Requests go over the network, or over what is opened in its place. */
export function makeClient(settings: Settings, open?: ComputeClientOptions["open"]): ComputeClient {
  return new ComputeClient({
    endpoint: settings.endpoint(),
    tokens: tokenSource(settings),
    requestTimeoutMs: settings.durationMs("gcp:requestTimeout") ?? defaultRequestTimeoutMs,
    userAgent: `pulumi-gce/${version}`,
    rules: requestRepeats.plain,
    quotaProject: quotaProject(settings),
    requestReason: settings.text("gcp:requestReason"),
    proxy: proxyFor(settings.endpoint().origin, settings.environment),
    translation: plainData,
    open,
  });
}

/** `undefined` where the settings forbid to charge anybody, also whom the credentials name. */
function quotaProject(settings: Settings): QuotaProject | undefined {
  const key = "gcp:billingProject";
  const isOverride = settings.flag("gcp:userProjectOverride");
  if (!isOverride && settings.text("gcp:userProjectOverride") !== undefined) return undefined;
  const named = settings.quotaProject();
  // The variable is for every program of the machine; the override is for this one.
  const isForThis = named !== undefined && settings.setBy(key) !== "GOOGLE_CLOUD_QUOTA_PROJECT";
  return { fromRequest: isOverride && !isForThis, named };
}

/**
 * The source of bearer tokens that the settings ask for: a token, a key, workload identity, or application default
 * credentials; with impersonation on top of any.
 *
 * A plain access token needs no credential library, so that is loaded only for the others.
 */
export function tokenSource(settings: Settings): TokenSource {
  const credential = settings.credentials();
  const impersonated = settings.text("gcp:impersonateServiceAccount");
  if (credential.from === "accessToken" && impersonated === undefined)
    return new FixedToken(credential, { mayBeFile: !settings.endpoint().isExposed });
  const setBy = credential.from === "applicationDefault" ? "application default credentials" : credential.setBy;
  return new RenewedToken(setBy, (asks) => makeLibraryClient(settings, credential, impersonated, asks));
}

/** The values that complete links which leave parts out. */
export function linkContext(settings: Settings): LinkContext {
  return {
    project: settings.text("gcp:project"),
    region: settings.text("gcp:region"),
    zone: settings.text("gcp:zone"),
    provider: settings.text(providerNameKey),
    universe: settings.text("gcp:universeDomain"),
    hosts: listHosts(settings.text("gcp:computeCustomEndpoint"), settings.text("gcp:universeDomain")),
  };
}

/** Hosts whose URLs are links of the service, beside the public ones. */
function listHosts(custom: string | undefined, universe: string | undefined): string[] {
  const hosts = universe === undefined ? [] : [`compute.${universe}`, `www.${universe}`];
  if (custom !== undefined && URL.canParse(custom)) hosts.push(new URL(custom).host);
  return hosts;
}
