import { objectKind } from "./collections";
import { durationKind } from "./scalars";

/** What the option `customTimeouts` may be: for each step, how long it may take. */
export const timeoutsKind = objectKind({ create: durationKind, update: durationKind, delete: durationKind });
