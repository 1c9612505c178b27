import type { NetworksClient } from "@google-cloud/compute/build/src/v1/networks_client.js";
import { GoogleAuth, OAuth2Client } from "google-auth-library";
import { createRequire } from "node:module";

type Settings = NonNullable<ConstructorParameters<typeof NetworksClient>[0]>;
type Gax = NonNullable<ConstructorParameters<typeof NetworksClient>[1]>;

/** One client of the official library, such as that of networks. */
type ClientOf<T> = new (settings: Settings, gax: Gax) => T;

/** The clients of the official library that send to one address. Each begins to exist when it is first needed. */
export class Clients {
  readonly #settings: Settings;
  readonly #made = new Map<ClientOf<object>, object>();

  constructor(address: URL, token: string) {
    this.#settings = settingsFor(address, token);
  }

  of<T extends object>(client: ClientOf<T>): T {
    const made = this.#made.get(client) ?? sendingOnce(new client(this.#settings, gax()));
    this.#made.set(client, made);
    return made as T;
  }
}

/** How the official client reaches a server over REST, here the one that records. */
function settingsFor(address: URL, token: string): Settings {
  const credentials = new OAuth2Client();
  credentials.setCredentials({ access_token: token, expiry_date: Date.now() + 86_400_000 });
  return {
    apiEndpoint: address.hostname,
    port: Number(address.port),
    protocol: "http",
    fallback: "rest",
    // The client has a copy of the library of its own, whose class is another type with the same members.
    auth: new GoogleAuth({ authClient: credentials }) as unknown as NonNullable<Settings["auth"]>,
  };
}

/** Without the client's own repeats, which go on for ten minutes and are not counted by anybody. */
const noRepeats = { retry: { retryCodes: [], backoffSettings: {} } };

function sendingOnce<T extends object>(client: T): T {
  return new Proxy(client, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (request: unknown, options: object = {}) =>
        Reflect.apply(member, target, [request, { ...noRepeats, ...options }]) as unknown;
    },
  });
}

/** What the library has of use here; its types say nothing of it. */
interface Library {
  readonly fallback: { readonly GrpcClient: new (options?: object) => { loadProtoJSON(json: object): unknown } };
}

let known: Library | undefined;

/**
 * The library below the clients. It knows a description of the service by its hash, and each client has it hash the same
 * 12 MB. Here all of them share one description, without a hash.
 */
function gax(): Gax {
  return (known ??= withOneDescription()) as unknown as Gax;
}

function withOneDescription(): Library {
  const compute = createRequire(import.meta.url).resolve("@google-cloud/compute/package.json");
  const { fallback } = createRequire(compute)("google-gax") as Library;
  let description: unknown;
  class GrpcClient extends fallback.GrpcClient {
    override loadProtoJSON(json: object) {
      return (description ??= super.loadProtoJSON(json));
    }
  }
  return { fallback: { ...fallback, GrpcClient } };
}
