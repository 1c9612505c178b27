import { invalid, type ApiError } from "../errors";
import type { Resource } from "../json";

/** Whether an object belongs in the list. */
export type Predicate = (resource: Resource) => boolean;

/** The error of any filter that cannot be evaluated. */
export function invalidFilter(text: string, why: string): ApiError {
  return invalid(`Invalid value for field 'filter': '${text}'. Invalid list filter expression: ${why}`, "filter");
}
