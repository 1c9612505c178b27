import type { CollectionDefinition, ObjectChange } from "../collection";
import type { Endpoint } from "../endpoint";
import type { DeleteRules } from "./deleteObject";
import type { InsertRules } from "./insertObject";
import type { Resource } from "../../basics/json";

/** Where the objects of a project can be. */
export type Scope = "global" | "region" | "zone";

/** The methods that a described collection can have. */
export type DescribedMethod =
  | "insert"
  | "list"
  | "aggregatedList"
  | "get"
  | "delete"
  | "patch"
  | "update"
  | "setLabels";

/**
 * A kind of object that belongs to a project, as data. Only the name, the scope, the kind and the fields have no
 * default. With these alone, inserts, reads, lists and deletes work as they do at the service.
 */
export interface CollectionDescription extends Omit<CollectionDefinition, "path" | "listKind" | "isPart"> {
  /** Name in paths: `addresses`. */
  readonly collection: string;
  readonly scope: Scope;
  /** True if an object shows the link of its region or zone. Default: it does. */
  readonly showsPlace?: boolean;
  /** Kind of one object, `compute#address`. */
  readonly kind: string;
  /** The variable of its path. Default: what follows `#` in the kind. */
  readonly variable?: string;
  /** Kind of a page. Default: the kind with `List` behind it. */
  readonly listKind?: string;
  /** Kind of a page of the aggregated list, and where it has the objects of a scope. Default: `…AggregatedList`, and the name. */
  readonly aggregated?: { readonly kind: string; readonly items: string };
  /**
   * Its own fields. Those of all objects need not be here: kind, id, creationTimestamp, selfLink, name, the link of the
   * region or zone, and with `hasLabels` the labels and their fingerprint. A field that you describe here takes precedence.
   */
  readonly fields: CollectionDefinition["fields"];
  readonly hasLabels?: boolean;
  /** True if a patch or an update has to carry the `fingerprint` that the object has. */
  readonly hasFingerprint?: boolean;
  /** Default: all that its scope and its labels allow, but for patch and update. */
  readonly methods?: readonly DescribedMethod[];
  /** Methods with another path or verb than those of most collections. */
  readonly routes?: Readonly<Partial<Record<DescribedMethod, Partial<Pick<Endpoint, "method" | "path" | "query">>>>>;
  /** The permissions that a caller needs. Default: `compute.addresses.create` for insert, and so on. */
  readonly permissions?: Readonly<Partial<Record<DescribedMethod, readonly string[]>>>;
  /**
   * Adds the fields that the service adds to an object. It works on a patch, an update, a put from outside the API, and an
   * insert without `insert.complete`. The emulator itself adds links of places and fingerprints of labels.
   */
  readonly complete?: NonNullable<CollectionDefinition["complete"]>;
  /** Throws if an object cannot become what a client asks for. Whoever is outside the API may put anything. */
  readonly check?: (after: Resource, change: ObjectChange) => void;
  /** Fields that keep what the insert has set, whatever a patch or an update says. */
  readonly fixed?: readonly string[];
  readonly insert?: InsertRules;
  readonly delete?: DeleteRules;
}
