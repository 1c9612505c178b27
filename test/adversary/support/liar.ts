import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Json, JsonObject } from "../../support/json";

/** What a read was answered with, as JSON has it. */
export interface Shown {
  readonly id: unknown;
  readonly name: unknown;
}

/** What the service has done for one resource, whatever it answers: the truth that lies are held against. */
export interface Truth {
  /** Changes that it has accepted: it answered them with a success. */
  accepted: number;
  /** Whether an answer has said that an operation failed. */
  saidFailed: boolean;
  /** Paths that changes were sent to. */
  readonly changed: string[];
  /** The numeric id and name in the newest answer to a read. */
  shown: Shown | undefined;
  /** What the object was shown as when it was last deleted. */
  deletedAs: Shown | undefined;
}

/** An answer that a case gives: a status, and the JSON as it is written. */
export interface LiedAnswer {
  readonly status: number;
  readonly text: string;
}

/** Makes the next answer of a case to a request. */
export type Lying = (request: { method: string; path: string }) => LiedAnswer;

const version = "/compute/v1/";

/**
 * A server that is asked for many objects at once, each of which belongs to a case with lies of its own: the number of the
 * case is a part of every path.
 */
export class Liar {
  readonly endpoint: string;
  /** Answers that were given. */
  answers = 0;
  private readonly cases = new Map<string, { lying: Lying; truth: Truth }>();

  private constructor(private readonly server: Server) {
    this.endpoint = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/compute/v1`;
  }

  static async start(): Promise<Liar> {
    const server = createServer({ noDelay: true });
    server.keepAliveTimeout = 600_000;
    await new Promise<void>((resolve) => server.listen({ port: 0, host: "127.0.0.1" }, resolve));
    const liar = new Liar(server);
    server.on("request", (request, response) => {
      liar.serve(request, response);
    });
    return liar;
  }

  /** From now on, what is asked for the project of this case is answered so. */
  begin(project: string, lying: Lying): Truth {
    const truth: Truth = { accepted: 0, saidFailed: false, changed: [], shown: undefined, deletedAs: undefined };
    this.cases.set(project, { lying, truth });
    return truth;
  }

  end(project: string): void {
    this.cases.delete(project);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private serve(request: IncomingMessage, response: ServerResponse): void {
    request.resume();
    request.on("end", () => {
      const { method = "GET", url = "/" } = request;
      const path = decodeURIComponent(new URL(url, "http://service").pathname.slice(version.length));
      const [, found] = [...this.cases].find(([key]) => path.includes(key)) ?? [];
      const { status, text } = found?.lying({ method, path }) ?? { status: 404, text: "{}" };
      this.answers += 1;
      if (found !== undefined) note(found.truth, { method, path, status, text });
      response.writeHead(status, {
        "content-type": "application/json; charset=UTF-8",
        "content-length": Buffer.byteLength(text),
      });
      response.end(text);
    });
  }
}

function note(truth: Truth, said: { method: string; path: string; status: number; text: string }): void {
  const { method, path, status, text } = said;
  const isQuestion = method === "GET" || /\/(wait|listManagedInstances)$/.test(path);
  if (!isQuestion) truth.changed.push(path);
  if (!isQuestion && status < 400) truth.accepted += 1;
  if (method === "DELETE") truth.deletedAs = truth.shown;
  const body = parsed(text);
  if ((body?.error ?? null) !== null || Number(body?.httpErrorStatusCode) >= 400) truth.saidFailed = true;
  if (method === "GET" && !path.includes("/operations")) truth.shown = { id: body?.id, name: body?.name };
}

function parsed(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}
