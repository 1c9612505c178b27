import { textParameter, type Call } from "./endpoint";
import { invalidField, required } from "./errors";

/** Whose an object or an operation of no project is. */
export const PARENT = /^(?:organizations|folders)\/[0-9]+$/;

/**
 * The parameter `parentId` of a call. The public reference says of a list without one neither what it is for, nor what is
 * listed. Here it is wanted: a caller that leaves it out is more likely to have forgotten it than to mean anything.
 */
export function parentIdOf(call: Call): string {
  const parentId = textParameter(call, "parentId") ?? "";
  if (parentId === "") {
    throw required("parentId");
  }
  if (!PARENT.test(parentId)) {
    throw invalidField("parentId", parentId, `Must be a match of regex '${PARENT.source}'`);
  }
  return parentId;
}
