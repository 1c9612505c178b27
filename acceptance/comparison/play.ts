import { startEmulator, type Emulator, type SeedPart } from "../../emulator/src/index";
import { isObject, type Exchange, type Json } from "../recording/exchange";
import { recordedProject } from "../recording/replacement";
import { findDifferences, type Difference } from "./differences";
import { toPathForm } from "./forms";
import { Identities } from "./identities";

/** A difference, and where in the recording it was seen. */
export interface Finding extends Difference {
  /** With the form of the path. */
  readonly method: string;
  /** Line of the recording, from 1. */
  readonly line: number;
}

/** The result of playing a recording. */
export interface Comparison {
  readonly findings: readonly Finding[];
  /** How many answers were compared. */
  readonly compared: number;
  /** How many were not, by what the answer did. */
  readonly passedOver: Readonly<Record<string, number>>;
}

/** Operations of the emulator end when the recording shows their end, and never by themselves. */
const neverMs = 2 ** 31 - 1;

/** Plays the requests of a recording to a fresh emulator, and compares what it answers with what the service has answered. */
export async function compareRecording(exchanges: readonly Exchange[]): Promise<Comparison> {
  const emulator = await startEmulator({
    latency: { defaultMs: neverMs },
    waitDeadlineMs: 20,
    seed: { project: recordedProject, parts: listSeededParts(exchanges) },
  });
  try {
    return await new Player(emulator, exchanges).play();
  } finally {
    await emulator.close();
  }
}

/** Google's catalogues are compared where the recording has something of them. */
function listSeededParts(exchanges: readonly Exchange[]): SeedPart[] {
  const hasCatalogues = exchanges.some(
    ({ path, answer }) =>
      /\/(networkProfiles|interconnectRemoteLocations)$/.test(path) && isObject(answer) && answer.items !== undefined,
  );
  return ["references", "groups", ...(hasCatalogues ? (["catalogs"] as const) : [])];
}

class Player {
  readonly #identities = new Identities();
  readonly #findings: Finding[] = [];
  readonly #passedOver: Record<string, number> = {};
  /** Paths of objects whose change the service took and the emulator refused: what follows from it is no news. */
  readonly #diverged = new Set<string>();
  readonly #running = new Set<string>();
  readonly #observedEnds: ReadonlySet<string>;
  #compared = 0;

  constructor(
    private readonly emulator: Emulator,
    private readonly exchanges: readonly Exchange[],
  ) {
    this.#observedEnds = new Set(exchanges.flatMap(({ answer }) => doneOperations(answer)));
  }

  async play(): Promise<Comparison> {
    for (const [index, exchange] of this.exchanges.entries()) {
      const reason = this.#reasonToPassOver(exchange, index);
      if (reason === "failed, and was sent again") this.#passOver(reason);
      else await this.#step(exchange, index, reason);
    }
    return { findings: this.#findings, compared: this.#compared, passedOver: this.#passedOver };
  }

  async #step(exchange: Exchange, index: number, reason: string | undefined): Promise<void> {
    for (const name of doneOperations(exchange.answer)) this.#finish(this.#identities.text(name));
    const { status, answer } = await this.#send(this.#identities.translate(exchange));
    if (reason === undefined) this.#compare(exchange, index, { status, answer });
    else this.#passOver(reason);
    this.#identities.learn(exchange.answer, answer);
    // An operation whose end the recording does not show ends at once, for its change to be seen.
    if (isMutation(exchange) && isObject(answer) && answer.kind === "compute#operation") {
      this.#running.add(String(answer.name));
      const isFollowed = isObject(exchange.answer) && this.#observedEnds.has(String(exchange.answer.name));
      const wasDone = doneOperations(exchange.answer).length > 0;
      if (!isFollowed || wasDone) this.#finish(String(answer.name));
    }
  }

  #compare(exchange: Exchange, index: number, played: { status: number; answer: Json | undefined }): void {
    const { method, path, status = 0, answer } = exchange;
    const place = { method: `${method} ${toPathForm(path)}`, line: index + 1 };
    if ([...this.#diverged].some((object) => path === object || path.startsWith(`${object}/`))) {
      this.#passOver("follows from a refusal of the emulator");
      return;
    }
    this.#compared += 1;
    if (played.status !== status) {
      const emulator = `${String(played.status)} ${readMessage(played.answer)}`.trim();
      this.#findings.push({
        ...place,
        what: "status",
        at: "",
        service: `${String(status)} ${readMessage(answer)}`.trim(),
        emulator,
      });
      if (isMutation(exchange) && status < 300 && played.status >= 300) this.#diverged.add(findObject(exchange));
    } else if (answer !== undefined) {
      for (const difference of findDifferences(answer, played.answer ?? null))
        this.#findings.push({ ...place, ...difference });
    }
  }

  /** Ends an operation of the emulator, once. */
  #finish(name: string): void {
    if (this.#running.delete(name)) this.emulator.finishOperations(name);
  }

  #passOver(reason: string): void {
    this.#passedOver[reason] = (this.#passedOver[reason] ?? 0) + 1;
  }

  /** Why the answer is not compared; the request is played all the same, unless it was sent again. */
  #reasonToPassOver(exchange: Exchange, index: number): string | undefined {
    const { status, contentType } = exchange;
    const later = () => this.exchanges.slice(index + 1);
    if (status === undefined || status === 429 || status >= 500 || isRateLimited(exchange)) {
      const key = toKey(exchange);
      const isRepeated = later().some((other) => toKey(other) === key && (other.status ?? 500) < 400);
      return isRepeated || !isMutation(exchange) ? "failed, and was sent again" : "failed, and was not sent again";
    }
    if (contentType !== undefined && contentType !== "") return "is no JSON";
    return !isMutation(exchange) && isAskedAgain(exchange, later()) ? "was asked again until it changed" : undefined;
  }

  async #send({ method, path, query, body }: Exchange): Promise<{ status: number; answer: Json | undefined }> {
    const url = new URL(`${this.emulator.endpoint}/${path.split("/").map(encodeURIComponent).join("/")}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const response = await fetch(url, {
      method,
      headers: {
        authorization: "Bearer comparison",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
    return { status: response.status, answer: isJson ? (JSON.parse(text) as Json) : undefined };
  }
}

/** Waits and lists of instances are sent by POST, and change nothing. */
function isMutation({ method, path }: Exchange): boolean {
  return method !== "GET" && !/\/(?:wait|listManagedInstances)$/.test(path);
}

function isRateLimited({ status, answer }: Exchange): boolean {
  return status === 403 && /rateLimitExceeded|RATE_LIMIT/i.test(JSON.stringify(answer ?? ""));
}

/** A client that waits for a change asks the same until it sees it: only its last answer is worth a comparison. */
function isAskedAgain(exchange: Exchange, later: readonly Exchange[]): boolean {
  const key = toKey(exchange);
  for (const other of later) {
    if (toKey(other) === key) return (other.status ?? 500) < 500;
    if (isMutation(other) && touches(other.path, exchange.path)) return false;
  }
  return false;
}

function touches(changed: string, read: string): boolean {
  return changed === read || changed.startsWith(`${read}/`) || read.startsWith(`${changed}/`);
}

function toKey({ method, path, query, body }: Exchange): string {
  return JSON.stringify([method, path, Object.entries(query).sort(), body ?? null]);
}

/** The object that a mutation makes or changes: an insert names it in its body. */
function findObject({ method, path, body }: Exchange): string {
  const name = isObject(body) && typeof body.name === "string" ? body.name : undefined;
  return method === "POST" && name !== undefined && path.split("/").length % 2 === 0 && path.startsWith("projects/")
    ? `${path}/${name}`
    : path;
}

/** Names of the operations that an answer shows as DONE. */
function doneOperations(answer: Json | undefined): string[] {
  if (!isObject(answer)) return [];
  if (Array.isArray(answer.items)) return (answer.items as readonly Json[]).flatMap(doneOperations);
  return answer.kind === "compute#operation" && answer.status === "DONE" ? [String(answer.name)] : [];
}

function readMessage(answer: Json | undefined): string {
  const error = isObject(answer) && isObject(answer.error) ? answer.error : {};
  return typeof error.message === "string" ? error.message : "";
}
