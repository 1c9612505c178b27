/** Known values are completed by the editor; values that the service adds later are accepted too. */
export type Open<Known extends string> = Known | (string & {});

/** What happens to an object when its resource is deleted from the program. */
export type DeletionPolicy = "DELETE" | "ABANDON" | "PREVENT";
