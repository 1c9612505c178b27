import type { AuthClient } from "google-auth-library";
import { isLoopback } from "../compute/endpoint";
import { SettingError } from "../settings";

/**
 * Holds the requests for tokens to the rules of the others: no redirect is followed, and nothing travels over plain http
 * to another machine. A credentials file says by itself where its requests go, and those carry what tokens are made of.
 */
export function guardTokenRequests(client: AuthClient): AuthClient {
  // The exchange of workload identity has a transport of its own, which the library shows to its subclasses only.
  const { stsCredential } = client as unknown as { stsCredential?: Pick<AuthClient, "transporter"> };
  for (const { transporter } of [client, stsCredential].filter((one) => one !== undefined)) guard(transporter);
  return client;
}

function guard(transporter: AuthClient["transporter"]): void {
  transporter.interceptors.request.add({
    resolved: (request) => {
      const { protocol, hostname, origin } = request.url;
      if (protocol !== "https:" && !isLoopback(hostname) && !isMetadataServer(hostname)) {
        throw new SettingError(
          `The credentials ask for a token over ${protocol.replace(":", "")} at ${origin}: it would travel in clear. Use an https address in the credentials file.`,
        );
      }
      request.redirect = "error";
      return Promise.resolve(request);
    },
  });
}

/** The servers that a virtual machine has for itself, which have no https and never leave it. */
function isMetadataServer(hostname: string): boolean {
  return hostname === "metadata.google.internal" || hostname === "169.254.169.254" || hostname === "[fd00:ec2::254]";
}
