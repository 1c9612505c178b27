import type { Deadline } from "../deadline";

/** One HTTP request, with everything but the address of the service. */
export interface WireRequest {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Path and query. */
  target: string;
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>;
  body: string | null;
  /** Longest time from the sending to the last byte of the answer, in milliseconds. */
  timeoutMs: number;
  /** The end of all of it, the time before the sending included. */
  deadline: Deadline;
  /** The service keeps the request until something has happened: it must not stand in the way of short ones. */
  held: boolean;
}

/** A complete HTTP answer. */
export interface Answer {
  status: number;
  /** Lower-case names. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
}

/** Carries requests to one service and complete answers back. Failures are those of the network, as they come. */
export interface Transport {
  send(request: WireRequest): Promise<Answer>;
  /** Waits for what is under way, then closes every connection. */
  close(): Promise<void>;
}

export interface TransportOptions {
  /** `https://compute.googleapis.com`. */
  origin: string;
  /** Certificates to trust in place of the well-known ones, as PEM. */
  trusted?: string | undefined;
  proxy: URL | undefined;
}

/** How long one connection may take to be made, in milliseconds. */
export const connectTimeoutMs = 10_000;

/** How long a connection without work is kept, in milliseconds. */
export const keepIdleMs = 30_000;

/** The service speaks HTTP/1 only; nothing was done. */
export class NotHttp2Error extends Error {}
