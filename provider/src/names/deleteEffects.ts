/*
 * The effect of a delete, by deletion policy. A person who reads a plan sees another team's group beside the word "delete", so
 * each says what happens to it. The step itself and the summary of a plan say it in these words.
 */

/**
 * The effect on the object when the resource is deleted from the program. `RETAIN` is `ABANDON` by the name that fits
 * settings of an object that somebody else made; `RESTORE` puts back what was there.
 */
export type DeletionPolicy = "DELETE" | "ABANDON" | "PREVENT" | "RETAIN" | "RESTORE";

/** The effect of one deletion policy. */
export interface DeleteEffect {
  /** In one or two words: `delete`, `stop managing`. */
  readonly word: string;
  /** As the end of a sentence that begins with the resource; empty where the word says all. */
  readonly says: string;
}

/** The effects of the policies that a kind offers; the first is its default. */
export type DeleteEffects = Readonly<Partial<Record<DeletionPolicy, DeleteEffect>>>;

/** The effect of a policy that leaves the object. */
export function leaves(object: string): DeleteEffect {
  return { word: "stop managing", says: `${object} stays as it is` };
}

/** The effect of a policy that puts a value back. */
export function restores(value: string, otherwise: string): DeleteEffect {
  return { word: "put back", says: `puts ${value} back, and leaves ${otherwise}` };
}

/** The effect of a policy that refuses a delete. */
export const isPrevented: DeleteEffect = {
  word: "delete (fails)",
  says: "the deletionPolicy PREVENT makes a delete an error",
};

/** The effects of a kind that owns its objects. */
export function ownedEffects(object: string): DeleteEffects {
  return { DELETE: { word: "delete", says: "" }, ABANDON: leaves(object), PREVENT: isPrevented };
}

/** The effect of `retainOnDelete`, whatever the resource. */
export const retainedEffect = leaves("the object");
