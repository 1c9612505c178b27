import { text } from "node:stream/consumers";
import { inject } from "vitest";
import { loopbackServer, type LoopbackServer } from "./loopbackServer";

/** What a stack's secrets provider is called where {@link startKeyService} keeps its key. */
export const secretsProvider = "hashivault://pulumi-gce";

declare module "vitest" {
  export interface ProvidedContext {
    keyService: string;
  }
}

/** What leads the CLI to the key service of this run of the tests. */
export function keyServiceEnvironment(): NodeJS.ProcessEnv {
  return { VAULT_SERVER_URL: inject("keyService"), VAULT_SERVER_TOKEN: "any" };
}

/** The same for commands that make a stack by themselves: `pulumi stack init` takes its options from there, too. */
export function keyServiceOption(): NodeJS.ProcessEnv {
  return { ...keyServiceEnvironment(), PULUMI_OPTION_SECRETS_PROVIDER: secretsProvider };
}

/**
 * Wraps the keys of stacks as the transit engine of HashiCorp Vault does; it keeps nothing, so it serves any number of
 * stacks.
 *
 * The CLI makes the key of a passphrase anew in each run, with a million rounds of SHA-256: a third of the processor time
 * of a short run. A stack with a key service asks for its key instead, and encrypts its secrets with it in the same way.
 */
export function startKeyService(): Promise<LoopbackServer> {
  return loopbackServer((request, response) => {
    void text(request).then((body) => {
      const data = answerTo(request.url ?? "", JSON.parse(body) as Record<string, string>);
      response.writeHead(data === undefined ? 404 : 200, { "content-type": "application/json" });
      response.end(JSON.stringify(data === undefined ? { errors: ["no such path"] } : { data }));
    });
  });
}

const mark = "vault:v1:";

function answerTo(path: string, asked: Record<string, string>): Record<string, string> | undefined {
  if (path.startsWith("/v1/transit/encrypt/")) return { ciphertext: `${mark}${asked.plaintext ?? ""}` };
  if (path.startsWith("/v1/transit/decrypt/")) return { plaintext: (asked.ciphertext ?? "").replace(mark, "") };
  return undefined;
}
