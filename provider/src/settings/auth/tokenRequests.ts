import type { Agent } from "node:https";
import type { AuthClient, gaxios } from "google-auth-library";
import { toValues } from "../../fields/values";
import { isLoopback } from "../../http/endpoint";
import { parsed } from "../../http/json";
import { StructureMeter } from "../../http/structure";
import { inspectToken, longestToken } from "../../http/tokenForm";
import { knownSecrets } from "../../messages/secrets";
import { SettingError } from "../settingError";
import { metadataOrigins, nameServer } from "./metadataServer";
import { longestAnswerMs, tokenFailure } from "./tokenFailure";

type GaxiosOptionsPrepared = gaxios.GaxiosOptionsPrepared;

/** Members of a request for a token whose values are secrets. */
const secretMembers = ["assertion", "subject_token", "actor_token", "refresh_token", "client_secret"];

/** The members of an answer whose values are tokens, of all the servers that give some out. */
const tokenMembers = ["access_token", "accessToken", "id_token", "token"];

/** A token with all that stands around it has some kilobytes. */
const mostAnswerBytes = 1024 * 1024;

/** Told whom a request asks: a host, or what else gives tokens. */
export type Asks = (whom: string) => void;

/** The certificate with which a client proves who it is, of the library's client of workload identity. */
export interface Certified {
  readonly agent?: Agent | undefined;
}

/**
 * The client, whose requests for tokens keep the rules of the others from now on: no redirect is followed, nothing travels
 * over plain http to another machine, and no answer goes on for ever or costs more than it should. A credentials file says by
 * itself where its requests go, and those carry what tokens are made of.
 */
export function guardClient<Client extends AuthClient>(client: Client, asks: Asks): Client {
  for (const { transporter, certified } of listClients(client)) {
    transporter.interceptors.request.add({
      resolved: (request) => {
        refuseClear(request.url);
        refuseLongHeaders(request);
        asks(nameServer(request.url));
        request.redirect = "error";
        if (certified?.agent !== undefined) request.agent = certified.agent;
        // The library's own is an ES module, which jest's sandbox cannot load. It alone knows an agent.
        if (request.agent === undefined) request.fetchImplementation = (input, init) => fetch(input, init);
        // Whoever asks for the token asks again, within its own deadline.
        request.retry = false;
        delete request.retryConfig;
        request.adapter = carry;
        request.signal = AbortSignal.timeout(request.timeout ?? longestAnswerMs);
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
function listClients(
  client: AuthClient,
): { transporter: AuthClient["transporter"]; certified: Certified | undefined }[] {
  const { stsCredential, sourceClient, subjectTokenSupplier } = client as unknown as {
    readonly stsCredential?: AuthClient;
    readonly sourceClient?: AuthClient;
    readonly subjectTokenSupplier?: Certified;
  };
  return [
    ...[client, ...(stsCredential === undefined ? [] : [stsCredential])].map(({ transporter }) => ({
      transporter,
      certified: subjectTokenSupplier,
    })),
    ...(sourceClient === undefined ? [] : listClients(sourceClient)),
  ];
}

function remember(data: unknown, authorization: string | null): void {
  const form = data instanceof URLSearchParams ? data : new URLSearchParams();
  const secrets = secretMembers.map((member) => form.get(member));
  for (const secret of [...secrets, authorization?.replace(/^(Bearer|Basic) /i, "")])
    if (secret) knownSecrets.add(secret, "token");
}

/**
 * The answer, of which no more is read than a token server has to say, and nothing is parsed that costs more than its size
 * lets expect. Both are counted while it arrives, unpacked.
 */
const carry: NonNullable<GaxiosOptionsPrepared["adapter"]> = async (request, send) => {
  const answer = await send({ ...request, responseType: "stream" });
  const text = await readBounded((answer.data ?? []) as unknown as AsyncIterable<Uint8Array>);
  const data = request.responseType === "text" ? text : (parsed(text) ?? text);
  return Object.assign(answer, { config: request, data: data as typeof answer.data });
};

async function readBounded(body: AsyncIterable<Uint8Array>): Promise<string> {
  // In one piece: a million pieces of one byte would take a hundred times as much.
  const [buffer, meter] = [Buffer.allocUnsafe(mostAnswerBytes), new StructureMeter()];
  let bytes = 0;
  for await (const chunk of body) {
    const excess = bytes + chunk.length > buffer.length ? "more than 1 MiB" : meter.take(chunk);
    if (excess !== undefined) throw new Error(`the token server's answer has ${excess}, the limit`);
    buffer.set(chunk, bytes);
    bytes += chunk.length;
  }
  return buffer.toString("utf8", 0, bytes);
}

/** Remembers the tokens of an answer; one that no header can have would be printed by whatever sends it. */
function refuseUnsendable(answer: unknown): void {
  for (const [name, token] of Object.entries(toValues(answer))) {
    if (!tokenMembers.includes(name) || typeof token !== "string" || token === "") continue;
    const part = inspectToken(token);
    if (part !== undefined) throw new SettingError(`The token server gave a token with ${part}, so it was not sent.`);
  }
}

/** An answer or a file gives tokens that are in the headers of the next request: a session of AWS, or one that impersonates. */
function refuseLongHeaders({ headers, url }: GaxiosOptionsPrepared): void {
  const tokens = [...headers.values()].map((value) => value.replace(/^(Bearer|Basic) /i, ""));
  if (tokens.every(({ length }) => length <= longestToken)) return;
  throw new SettingError(
    `What was to be sent to ${url.host} as a token has more than ${longestToken.toLocaleString("en-US")} characters, and no real token has so many. It was not sent.`,
  );
}

function refuseClear({ protocol, hostname, origin }: URL): void {
  if (protocol === "https:" || isLoopback(hostname) || isMetadataServer(hostname)) return;
  throw new SettingError(
    `The credentials ask for a token over ${protocol.replace(":", "")} at ${origin}: it would travel as plain text. Use an https address in the credentials file.`,
  );
}

/** The servers that a virtual machine has for itself, which have no https and never leave it. */
function isMetadataServer(hostname: string): boolean {
  const usual = ["metadata.google.internal", "169.254.169.254", "[fd00:ec2::254]"];
  return usual.includes(hostname) || metadataOrigins().some((origin) => origin.hostname === hostname);
}
