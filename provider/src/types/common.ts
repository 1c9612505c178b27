/** Known values are completed by the editor; values that the service adds later are accepted too. */
export type Open<Known extends string> = Known | (string & {});

/** What happens to an object when its resource is deleted from the program. */
export type DeletionPolicy = "DELETE" | "ABANDON" | "PREVENT";

/** What happens to settings of an object that somebody else made when their resource is deleted from the program. */
export type RestorePolicy = "RESTORE" | "RETAIN" | "PREVENT";
