/** The editor completes known values. You can also give values that the service adds later. */
export type Open<Known extends string> = Known | (string & {});

/**
 * The effect on an object when its resource leaves the program.
 *
 * @values `DELETE` deletes it. `ABANDON` keeps it, and removes it from the state. `PREVENT` makes the delete an error.
 */
export type DeletionPolicy = "DELETE" | "ABANDON" | "PREVENT";

/**
 * The effect on settings of a foreign object when their resource leaves the program.
 *
 * @values `RESTORE` restores the earlier ones. `RETAIN` keeps them. `PREVENT` makes the delete an error.
 */
export type RestorePolicy = "RESTORE" | "RETAIN" | "PREVENT";
