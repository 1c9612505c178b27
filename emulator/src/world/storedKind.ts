import type { JsonObject, Resource } from "../basics/json";
import type { PathTemplate } from "../basics/links";
import type { QuotaMetric } from "./settings/quotas";
import type { Fields } from "../basics/schema";

/** An object that a project has from its first moment. */
export interface Seed {
  /** Variables of the path besides the project, the object's own name among them. */
  readonly variables: Readonly<Record<string, string>>;
  readonly fields: JsonObject;
}

/** The kinds of objects that one emulator stores. */
export interface StoredKinds {
  /** Those that are modelled by hand. A project may have some of their objects from its first moment. */
  readonly modelled: readonly StoredKind[];
  /** These and those that are served by their description. Reads it. */
  all(): readonly StoredKind[];
  /** The kind of the object at a path. */
  find(path: string): StoredKind | undefined;
}

/** The properties of a kind of object that storing such objects needs. */
export interface StoredKind {
  /** Path of one object: `projects/{project}/global/routes/{route}`. */
  readonly path: string;
  readonly template: PathTemplate;
  /** Kind of one object: `compute#route`. */
  readonly kind: string;
  /** All fields of an object, those of a body and those that the server sets. */
  readonly fields: Fields;
  readonly quota?: QuotaMetric;
  readonly seed?: (project: string) => readonly Seed[];
  /** Links to objects that cannot be deleted while this one is there, where no field's `holdsTarget` says it. */
  readonly holds?: (resource: Resource) => readonly string[];
  /** True if there is no other way to such an object than its insert. */
  readonly isInsertedOnly?: boolean;
  /** True if objects are only parts of another one: they have neither a kind nor a link, and no list shows them. */
  readonly isPart?: true;
}
