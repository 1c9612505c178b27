import { ApiError, badRequest } from "../../basics/errors";
import { mergeObject, toText, type JsonObject } from "../../basics/json";
import { parseProject, stripRoot } from "../../basics/links";
import { checkStored } from "../../basics/storedForm";
import type { StoredKind } from "../../world/storedKind";
import { validateBody } from "../../basics/validation";

/** Objects by their paths: `{ "projects/my-project/global/networks/web": {} }`. */
export type SeedObjects = Readonly<Record<string, Readonly<JsonObject>>>;

/** How many mistakes are told at once. */
const MAX_LISTED = 10;

/** Where objects are put. */
export interface Garden {
  /** Throws for a path that is none of an object. */
  findKind(path: string): StoredKind;
  /** The kind that a link leads to, where there is one. */
  findTarget(path: string): StoredKind | undefined;
  put(path: string, object: JsonObject): unknown;
}

/** Checks all objects, and then puts them: either all of them or none. Throws an error that names each mistake. */
export function plantObjects(objects: SeedObjects, garden: Garden): void {
  const mistakes: string[] = [];
  let open: [string, JsonObject][] = [];
  for (const [path, object] of Object.entries(objects)) {
    try {
      open.push([path, checkObject(path, object, garden)]);
    } catch (error) {
      mistakes.push(toMessage(path, error));
    }
  }
  // A group that finds its instances makes no others.
  open.sort(([a], [b]) => Number(isPart(b, garden)) - Number(isPart(a, garden)));
  // An object may need others that come after it: what cannot be put yet is put after the rest.
  while (mistakes.length === 0 && open.length > 0) {
    const refused = open.flatMap(([path, object]) => {
      try {
        garden.put(path, object);
        return [];
      } catch (error) {
        return [{ path, object, error }];
      }
    });
    if (refused.length === open.length) mistakes.push(...refused.map(({ path, error }) => toMessage(path, error)));
    open = refused.map(({ path, object }) => [path, object]);
  }
  if (mistakes.length > 0) {
    const more = mistakes.length > MAX_LISTED ? [`and ${String(mistakes.length - MAX_LISTED)} more`] : [];
    throw badRequest(["These objects cannot be put:", ...mistakes.slice(0, MAX_LISTED), ...more].join("\n  "));
  }
}

function isPart(path: string, { findKind }: Garden): boolean {
  return findKind(path).isPart === true;
}

/** The object, as far as a client could have sent it; what the service sets is taken as it is. */
function checkObject(path: string, object: unknown, { findKind, findTarget }: Garden): JsonObject {
  checkStored(object);
  const name = stripRoot(path).slice(stripRoot(path).lastIndexOf("/") + 1);
  if (object.name !== undefined && object.name !== name)
    throw badRequest(`Its name has to be '${name}', as in its path, not '${toText(object.name)}'.`);
  const body = Object.fromEntries(Object.entries(object).filter(([field]) => field !== "name"));
  const known = { ...EXTRA_FIELDS, ...findKind(path).fields };
  const project = parseProject(stripRoot(path));
  validateBody(known, body, { findTarget, project, mode: "patch", name: "object" });
  return mergeObject({}, body);
}

/** Fields of some objects that the service stores elsewhere. */
const EXTRA_FIELDS = {
  iamPolicy: { type: "any" },
  parentId: { type: "string" },
  appliedConfig: { type: "string" },
  failedAttempts: { type: "integer" },
} as const;

function toMessage(path: string, error: unknown): string {
  if (!(error instanceof ApiError)) throw error;
  return error.message.includes(`'${path}'`) ? error.message : `${path}: ${error.message}`;
}
