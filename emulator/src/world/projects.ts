import { createHash } from "node:crypto";
import { ApiError } from "../basics/errors";

const NUMBER = /^[0-9]+$/;

/**
 * The number that a project has beside its id: the same for an id in every emulator, so that a test knows it beforehand.
 * Twelve digits, as the service's own have.
 */
export function projectNumber(id: string): string {
  const hash = createHash("sha256").update(`project ${id}`).digest();
  return String(100_000_000_000n + (hash.readBigUInt64BE() % 900_000_000_000n));
}

/** Projects by their numbers: the service takes either, and answers the id. */
export class Projects {
  readonly #ids = new Map<string, string>();
  /** Each request enters its project, and a number costs more than a look. */
  readonly #entered = new Set<string>();

  /** From now on its number leads to the project. */
  enter(id: string): boolean {
    if (this.#entered.has(id)) return false;
    this.#entered.add(id);
    this.#ids.set(projectNumber(id), id);
    return true;
  }

  /** The id that a segment of a path means. A number belongs to a project that somebody has named by its id before. */
  requireId(idOrNumber: string): string {
    const id = this.find(idOrNumber);
    if (id === undefined) throw new ApiError(404, "notFound", `The resource 'projects/${idOrNumber}' was not found`);
    return id;
  }

  find(idOrNumber: string): string | undefined {
    return NUMBER.test(idOrNumber) ? this.#ids.get(idOrNumber) : idOrNumber;
  }

  /** The ids of the projects that were entered. */
  list(): string[] {
    return [...this.#entered];
  }

  clear(): void {
    this.#ids.clear();
    this.#entered.clear();
  }
}
