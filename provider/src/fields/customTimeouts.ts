import { objectKind } from "./collections";
import { durationKind } from "./scalars";

/** The values of the option `customTimeouts`: for each step, how long it may take. */
export const timeoutsKind = objectKind({ create: durationKind, update: durationKind, delete: durationKind });
