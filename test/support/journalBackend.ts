import type { IncomingMessage } from "node:http";
import { gunzipSync } from "node:zlib";
import { loopbackServer } from "./loopbackServer";
import type { StateResource } from "./stack";

/**
 * A backend to which the CLI sends only what each step has changed, as Pulumi Cloud lets it. A file or a bucket gets the
 * whole state at each step instead.
 */
export interface JournalBackend {
  /** The environment that the CLI needs. */
  readonly environment: Readonly<Record<string, string>>;
  /** The resources of its one stack, by what the journal says. */
  state(): readonly StateResource[];
  /** How many entries the run has, and the bytes of those of all runs. */
  entries(): number;
  bytes(): number;
  close(): Promise<void>;
}

/** Serves one stack. It answers what the CLI asks during `stack init`, `config`, `preview`, `up` and `destroy`. */
export async function startJournalBackend(): Promise<JournalBackend> {
  const journal = new Journal();
  let updates = 0;
  const answers: readonly [request: RegExp, answer: (body: string) => object][] = [
    [/^GET \/api\/user$/, () => ({ githubLogin: owner, organizations: [{ githubLogin: owner }] })],
    [/^GET \/api\/capabilities$/, () => ({ capabilities: [] })],
    [/^POST \/api\/stacks\/[^/]+\/[^/]+$/, () => ({})],
    [/^GET \/api\/stacks(\/[^/]+){3}$/, () => ({ orgName: owner, projectName: "test-project", stackName: "dev" })],
    [/^GET \/api\/stacks(\/[^/]+){3}\/export$/, () => ({ version: 3, deployment: journal.deployment() })],
    // Keys are not the subject: what it gives back is what it was given.
    [/\/encrypt$/, (body) => ({ ciphertext: (JSON.parse(body) as { plaintext: string }).plaintext })],
    [/\/decrypt$/, (body) => ({ plaintext: (JSON.parse(body) as { ciphertext: string }).ciphertext })],
    [/\/batch-encrypt$/, (body) => ({ ciphertexts: (JSON.parse(body) as { plaintexts: string[] }).plaintexts })],
    [/\/batch-decrypt$/, (body) => ({ plaintexts: indexByThemselves(JSON.parse(body) as Batch) })],
    [/^POST .*\/(update|preview|destroy)$/, () => ({ updateID: `update-${String((updates += 1))}` })],
    [/^POST .*\/update\/[^/]+$/, () => journal.begun(updates)],
    [/^PATCH .*\/journalentries$/, (body) => journal.take(body)],
    [/^POST .*\/renew_lease$/, () => ({ token: "lease" })],
    [/^POST .*\/(events\/batch|complete)$/, () => ({})],
  ];
  const { origin, close } = await loopbackServer((request, response) => {
    void readBody(request).then((body) => {
      const asked = `${String(request.method)} ${String(request.url).split("?", 1)[0] ?? ""}`;
      const found = answers.find(([pattern]) => pattern.test(asked));
      response.writeHead(found === undefined ? 404 : 200, { "content-type": "application/json" });
      response.end(JSON.stringify(found?.[1](body) ?? { code: 404, message: `There is no answer to ${asked}.` }));
    });
  });
  return {
    environment: { PULUMI_BACKEND_URL: origin, PULUMI_ACCESS_TOKEN: "any" },
    state: () => journal.state().resources,
    entries: () => journal.entries().length,
    bytes: () => journal.bytes,
    close,
  };
}

const owner = "organization";

interface Batch {
  readonly ciphertexts: readonly string[];
}

function indexByThemselves({ ciphertexts }: Batch): Record<string, string> {
  return Object.fromEntries(ciphertexts.map((text) => [text, text]));
}

/** The change of one step (`apitype.JournalEntry` of Pulumi's Go SDK). */
interface Entry {
  readonly kind: number;
  readonly operationID: number;
  readonly state?: StateResource;
  /** The operation that begins. */
  readonly operation?: object;
  /** The place of a resource in the state before this run. */
  readonly removeOld?: number | null;
  /** The operation that has made the resource. */
  readonly removeNew?: number | null;
  readonly newSnapshot?: { resources?: StateResource[] };
  readonly secretsProvider?: object;
}

const kinds = { begin: 0, success: 1, failure: 2, outputs: 4, write: 5, secretsManager: 6 };

/** A state, as far as a journal changes it. */
interface State {
  readonly resources: readonly StateResource[];
  /** Operations that have begun and not ended: a killed run leaves some. */
  readonly pending_operations: readonly object[];
  readonly secrets_providers?: object | undefined;
}

/** The entries of the run that is under way, on top of the state before it. */
class Journal {
  bytes = 0;
  private base: State = { resources: [], pending_operations: [] };
  /** Entries are read when somebody asks for the state: until then they cost a measurement next to nothing. */
  private bodies: string[] = [];

  begun(version: number): object {
    this.base = this.state();
    this.bodies = [];
    return { version, token: "lease", journalVersion: 1 };
  }

  take(body: string): object {
    this.bodies.push(body);
    this.bytes += body.length;
    return {};
  }

  deployment(): object {
    return { manifest: { time: new Date(0).toISOString(), magic: "", version: "" }, ...this.state() };
  }

  entries(): readonly Entry[] {
    return this.bodies.flatMap((body) => (JSON.parse(body) as { entries?: Entry[] }).entries ?? []);
  }

  /** The pending operations of earlier runs stay pending until the first entry: the engine has decided about them by then. */
  state(): State {
    const entries = this.entries();
    if (entries.length === 0) return this.base;
    const old: (StateResource | undefined)[] = [...this.base.resources];
    const made = new Map<number, StateResource>();
    const pending = new Map<number, object>();
    let secretsProvider = this.base.secrets_providers;
    for (const entry of entries) {
      const { kind, operationID, state, operation, removeOld, removeNew } = entry;
      pending.delete(operationID);
      if (kind === kinds.begin) {
        if (operation !== undefined) pending.set(operationID, operation);
      } else if (kind === kinds.success) {
        if (typeof removeOld === "number") old[removeOld] = undefined;
        if (typeof removeNew === "number") made.delete(removeNew);
        if (state !== undefined) made.set(operationID, state);
      } else if (kind === kinds.outputs) {
        if (typeof removeOld === "number") old[removeOld] = state;
        if (typeof removeNew === "number" && state !== undefined) made.set(removeNew, state);
      } else if (kind === kinds.write) old.splice(0, old.length, ...(entry.newSnapshot?.resources ?? []));
      else if (kind === kinds.secretsManager) secretsProvider = entry.secretsProvider;
      else if (kind !== kinds.failure)
        throw new Error(`The journal has an entry of the kind ${String(kind)}, which only a refresh makes.`);
    }
    return {
      resources: [...made.values(), ...old.filter((resource) => resource !== undefined)],
      pending_operations: [...pending.values()],
      secrets_providers: secretsProvider,
    };
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const bytes = Buffer.concat(parts);
  return (request.headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes).toString();
}
