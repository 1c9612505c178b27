/** The parts of `customTimeouts`. */
export type TimedAction = "create" | "update" | "delete";

/** Default deadlines, in milliseconds; `customTimeouts` overrides them. */
export type Timeouts = Readonly<Record<TimedAction, number>>;
