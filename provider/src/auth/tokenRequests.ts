import { setTimeout as sleep } from "node:timers/promises";
import type { AuthClient } from "google-auth-library";
import { Bucket } from "../compute/bucket";
import { isLoopback } from "../compute/endpoint";
import { SettingError } from "../settings";
import { boundedAnswer } from "./tokenAnswer";

/** Members of a request for a token whose values are secrets. */
const secretMembers = ["assertion", "subject_token", "actor_token", "refresh_token", "client_secret"];

/** So many of the newest secrets are enough for the message of the newest request, with its repeats. */
const mostSecrets = 16;

/** A token is good for an hour: only a server that gives expired ones is asked more often. */
const mostPerSecond = 5;

/**
 * Holds the requests for tokens to the rules of the others: no redirect is followed, nothing travels over plain http to
 * another machine, and no answer fills the memory. A credentials file says by itself where its requests go, and those
 * carry what tokens are made of.
 */
export class TokenRequests {
  private readonly sent = new Set<string>();
  private readonly bucket = new Bucket(mostPerSecond);

  /** The client, whose requests are guarded from now on. */
  guarded(client: AuthClient): AuthClient {
    // The exchange of workload identity has a transport of its own, which the library shows to its subclasses only.
    const { stsCredential } = client as unknown as { stsCredential?: Pick<AuthClient, "transporter"> };
    for (const { transporter } of [client, stsCredential].filter((one) => one !== undefined)) {
      transporter.interceptors.request.add({
        resolved: (request) => {
          refuseClear(request.url);
          request.redirect = "error";
          request.adapter = async (options, send) => {
            await sleep(this.bucket.take());
            return boundedAnswer(options, send);
          };
          this.remember(request.data, request.headers.get("authorization"));
          return Promise.resolve(request);
        },
      });
    }
    return client;
  }

  /** A text without what was sent, and without what is a token by its form: a server may repeat what it refuses. */
  redact(text: string): string {
    return [...this.sent]
      .reduce((redacted, secret) => redacted.replaceAll(secret, "[token]"), text)
      .replace(/\b(?:eyJ[\w-]+(?:\.[\w-]+){0,4}|ya29\.[\w./+-]+)/g, "[token]");
  }

  private remember(data: unknown, authorization: string | null): void {
    const form = data instanceof URLSearchParams ? data : new URLSearchParams();
    const secrets = secretMembers.map((member) => form.get(member));
    for (const secret of [...secrets, authorization?.replace(/^(Bearer|Basic) /i, "")]) {
      if (secret) this.sent.add(secret);
    }
    for (const oldest of [...this.sent].slice(0, -mostSecrets)) this.sent.delete(oldest);
  }
}

function refuseClear({ protocol, hostname, origin }: URL): void {
  if (protocol === "https:" || isLoopback(hostname) || isMetadataServer(hostname)) return;
  throw new SettingError(
    `The credentials ask for a token over ${protocol.replace(":", "")} at ${origin}: it would travel in clear. Use an https address in the credentials file.`,
  );
}

/** The servers that a virtual machine has for itself, which have no https and never leave it. */
function isMetadataServer(hostname: string): boolean {
  return hostname === "metadata.google.internal" || hostname === "169.254.169.254" || hostname === "[fd00:ec2::254]";
}
