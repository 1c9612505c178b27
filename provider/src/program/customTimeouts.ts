import { objectKind } from "../fields/collections";
import { durationKind } from "../fields/scalars";

/** What the option `customTimeouts` may be: for each step, how long it may take. */
export const timeoutsKind = objectKind({ create: durationKind, update: durationKind, delete: durationKind });
