import type { AuthClient } from "google-auth-library";
import { isLoopback } from "../../http/endpoint";
import { isSendable } from "../../http/tokenForm";
import { knownSecrets } from "../../messages/secrets";
import { SettingError } from "../settingError";
import { longestAnswerMs, tokenFailure } from "./tokenFailure";

/** Members of a request for a token whose values are secrets. */
const secretMembers = ["assertion", "subject_token", "actor_token", "refresh_token", "client_secret"];

/** The members of an answer whose values are tokens, of all the servers that give some out. */
const tokenMembers = ["access_token", "accessToken", "id_token", "token"];

/** A token with all that stands around it has some kilobytes. */
const mostAnswerBytes = 1024 * 1024;

/**
 * The client, whose requests for tokens keep the rules of the others from now on: no redirect is followed, nothing travels
 * over plain http to another machine, and no answer goes on for ever. A credentials file says by itself where its requests
 * go, and those carry what tokens are made of.
 */
export function guardClient(client: AuthClient): AuthClient {
  for (const { transporter } of listClients(client)) {
    transporter.interceptors.request.add({
      resolved: (request) => {
        refuseClear(request.url);
        request.redirect = "error";
        // The library's own is an ES module, which jest's sandbox cannot load. It alone knows the agent of a proxy.
        if (request.agent === undefined) request.fetchImplementation = boundedFetch;
        // Whoever asks for the token asks again, within its own deadline.
        request.retry = false;
        delete request.retryConfig;
        // Only the library's own knows this; the library's `maxContentLength` believes what the answer says of itself.
        request.size = mostAnswerBytes;
        // The library's `timeout` has been read before this.
        request.signal = AbortSignal.timeout(longestAnswerMs);
        remember(request.data, request.headers.get("authorization"));
        return Promise.resolve(request);
      },
    });
    transporter.interceptors.response.add({
      resolved: (response) => {
        refuseUnsendable(response.data);
        return Promise.resolve(response);
      },
      // Before the library reads an answer of another form than it knows.
      rejected: (error) => {
        throw tokenFailure(error);
      },
    });
  }
  return client;
}

/** The clients that have a transport of their own: the library shows the exchange of workload identity to its subclasses only. */
function listClients(client: AuthClient): Pick<AuthClient, "transporter">[] {
  const { stsCredential, sourceClient } = client as unknown as Readonly<Record<string, AuthClient | undefined>>;
  return [client, stsCredential, ...(sourceClient === undefined ? [] : listClients(sourceClient))].filter(
    (one) => one !== undefined,
  );
}

function remember(data: unknown, authorization: string | null): void {
  const form = data instanceof URLSearchParams ? data : new URLSearchParams();
  const secrets = secretMembers.map((member) => form.get(member));
  for (const secret of [...secrets, authorization?.replace(/^(Bearer|Basic) /i, "")]) {
    if (secret) knownSecrets.add(secret, "token");
  }
}

/** `fetch`, which reads no more than a token server has to say. */
const boundedFetch: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init);
  let bytes = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (bytes <= mostAnswerBytes) controller.enqueue(chunk);
      else controller.error(new Error("the token server's answer has more than 1 MiB, the limit"));
    },
  });
  return new Response(answer.body?.pipeThrough(counter) ?? null, answer);
};

/** Remembers the tokens of an answer; one that no header can have would be printed by whatever sends it. */
function refuseUnsendable(answer: unknown): void {
  const members = Object.entries(typeof answer === "object" && answer !== null ? answer : {});
  for (const [name, token] of members) {
    if (!tokenMembers.includes(name) || typeof token !== "string" || token === "") continue;
    knownSecrets.add(token, "token");
    if (isSendable(token)) continue;
    throw new SettingError(
      "The token server gave a token with characters that no HTTP header can have, such as a line break, so it was not sent.",
    );
  }
}

function refuseClear({ protocol, hostname, origin }: URL): void {
  if (protocol === "https:" || isLoopback(hostname) || isMetadataServer(hostname)) return;
  throw new SettingError(
    `The credentials ask for a token over ${protocol.replace(":", "")} at ${origin}: it would travel as plain text. Use an https address in the credentials file.`,
  );
}

/** The servers that a virtual machine has for itself, which have no https and never leave it. */
function isMetadataServer(hostname: string): boolean {
  return hostname === "metadata.google.internal" || hostname === "169.254.169.254" || hostname === "[fd00:ec2::254]";
}
