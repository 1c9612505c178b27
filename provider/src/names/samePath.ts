/*
 * A program may give a project by its id or by its number, and the service answers with the id. Which number is whose only
 * the service knows, so a number and an id count as one project where all else is the same.
 */

const numericId = /^\d{1,20}$/;

/** True if a link ends in the numeric id of an object. */
export function endsInNumber(path: string): boolean {
  return numericId.test(path.slice(path.lastIndexOf("/") + 1));
}

/** True if two texts name one project, as far as they tell. */
export function isSameProject(one: string, other: string): boolean {
  return one === other || numericId.test(one) !== numericId.test(other);
}

/** True if two paths are of one object, as far as they tell. */
export function isSamePath(one: string, other: string): boolean {
  if (one === other) return true;
  const [left, right] = [readProject(one), readProject(other)];
  return (
    left !== undefined &&
    right !== undefined &&
    isSameProject(left, right) &&
    withoutProject(one) === withoutProject(other)
  );
}

/** The path with its project left out, which all spellings of one path have in common. */
export function withoutProject(path: string): string {
  return path.replace(/^projects\/[^/]+/, "projects");
}

function readProject(path: string): string | undefined {
  return /^projects\/([^/]+)/.exec(path)?.[1];
}
