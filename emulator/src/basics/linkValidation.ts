import { invalidField, notFound, notReady } from "./errors";
import { completePath, fullUrl, parseProject, PathTemplate, resolveLink } from "./links";
import type { Reference, StringField } from "./schema";

/** The knowledge of the rest of the service that validation needs. */
export interface ValidationContext {
  /** Project of the request, for links that leave it out. */
  readonly project: string | undefined;
  /**
   * Insert fills in defaults and drops what answers leave out; patch keeps null, which removes, and makes it of what
   * answers leave out; exact keeps every value and wants what is required.
   */
  readonly mode: "insert" | "patch" | "exact";
  /** The name of the whole body in messages. Default `resource`. */
  readonly name?: string;
  /** True if an object is there. Without it, nobody looks. */
  exists?(path: string): boolean;
  /** The path by which an object is stored that a link may name by numbers; undefined when nothing has the number. */
  canonicalPath?(path: string): string | undefined;
  /** The kind of object that a path leads to, where that kind is served. */
  findTarget?(path: string): LinkTarget | undefined;
  /** True if the object is being deleted, so that nothing may start to refer to it. */
  isLeaving?(path: string): boolean;
}

/** The properties of a kind that a link points at. */
export interface LinkTarget {
  /** True if there is no other way to such an object than its insert, so that one which is not there is a mistake. */
  readonly isInsertedOnly?: boolean;
}

/** The check of one body, which notes what the body refers to. */
export interface Walk extends ValidationContext {
  readonly references: string[];
}

/** The URL of an object of a kind that the field names. */
export function validateReference(reference: Reference, value: string, where: string, walk: Walk): string {
  const forms = typeof reference.to === "string" ? [reference.to] : reference.to;
  const [named] = forms.flatMap((form) => resolveLink(value, new PathTemplate(form), walk.project) ?? []);
  if (named === undefined) {
    throw invalidField(
      where,
      value,
      `The URL is malformed: it has to be a full or partial URL of ${forms.join(" or ")}.`,
    );
  }
  return refer(named, value, where, { ...reference, mustExist: () => reference.mustExist }, walk);
}

/** A link that may point at anything: only one to a kind that is served is looked at. */
export function validateLink(field: StringField, value: string, where: string, walk: Walk): string {
  const named = completePath(value, walk.project);
  const target = named === undefined ? undefined : walk.findTarget?.(named);
  if (named === undefined || target === undefined) return value;
  // An emulator of this project cannot know the objects of other projects.
  const mustExist = (path: string) => target.isInsertedOnly === true && parseProject(path) === walk.project;
  return refer(named, value, where, { ...field, mustExist }, walk);
}

/** The path becomes one that the body refers to. Gives its URL. */
function refer(
  named: string,
  value: string,
  where: string,
  { ownProject, mustExist }: Pick<Reference, "ownProject"> & { mustExist(path: string): boolean },
  walk: Walk,
): string {
  const path = walk.canonicalPath === undefined ? named : walk.canonicalPath(named);
  if (ownProject === true && path !== undefined && parseProject(path) !== walk.project)
    throw invalidField(where, value, "Cross project referencing is not allowed for this resource.");
  if (path === undefined || (mustExist(path) && walk.exists?.(path) === false)) throw notFound(path ?? named);
  if (mustExist(path) && walk.isLeaving?.(path) === true) throw notReady(path);
  walk.references.push(path);
  return fullUrl(path);
}
