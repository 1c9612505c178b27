import { OperationFailedError } from "../compute/errors/operationError";
import type { ComputeError } from "../http/errors/computeError";
import { NotFoundError, ResponseError } from "../http/errors/responseError";
import { isValues } from "../fields/values";

/*
 * Earlier values that cannot come back, because something that they name is gone: the instance template of a group, for example. Nobody
 * can make the service take them, so they are left out, and the others go back.
 */

/** An earlier value that a request puts back. */
export interface EarlierValue {
  /** Of the member, for messages. */
  readonly name: string;
  readonly value: unknown;
}

/** The earlier values of one change that are known to be gone. */
export class GoneLinks {
  /** By the name of the member. */
  private readonly links = new Map<string, string>();
  /** Those that the newest request puts back. */
  sent: readonly EarlierValue[] = [];

  has(name: string): boolean {
    return this.links.has(name);
  }

  /** The members, each with what is gone: `versions (projects/p/global/instanceTemplates/a)`. */
  list(): string[] {
    return [...this.links].map(([name, link]) => `${name} (${link})`);
  }

  /** Learns from a refusal. @returns true if something is gone that an earlier value of the newest request names */
  learn(error: unknown): boolean {
    if (!saysGone(error)) return false;
    const text = [error.summary, ...error.details].join("\n");
    const found = this.sent.flatMap(({ name, value }) =>
      listLinks(value).flatMap((link) => (names(text, link) ? [[name, link] as const] : [])),
    );
    for (const [name, link] of found) this.links.set(name, link);
    return found.length > 0;
  }
}

/** True if a refusal may be about something that the request names. */
function saysGone(error: unknown): error is ComputeError {
  if (error instanceof OperationFailedError) return error.saysNotFound;
  if (error instanceof NotFoundError) return true;
  return (
    error instanceof ResponseError && error.status === 400 && /not (?:be )?found|does not exist/i.test(error.message)
  );
}

/** The links in a value, from the project on. */
function listLinks(value: unknown): string[] {
  if (typeof value === "string") return /projects\/[^?#]+/.exec(value)?.slice(0, 1) ?? [];
  if (Array.isArray(value)) return value.flatMap(listLinks);
  return isValues(value) ? Object.values(value).flatMap(listLinks) : [];
}

/** True if a text has a link, and not only the beginning of a longer one. */
function names(text: string, link: string): boolean {
  return text
    .split(link)
    .slice(1)
    .some((after) => !/^[\w/-]/.test(after));
}
