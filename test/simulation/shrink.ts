import { toDecisions, type Decision, type Decisions } from "./tape";

/**
 * The fewest decisions that still break the same promise: halves are made ordinary, then quarters, down to one after the other.
 *
 * @param breaks true if a life of these decisions breaks it; gives the decisions of that life
 */
export async function shrink(
  decided: readonly Decision[],
  breaks: (decisions: Decisions) => Promise<readonly Decision[] | undefined>,
): Promise<readonly Decision[]> {
  let left = decided;
  for (let size = Math.ceil(left.length / 2); ; size = Math.ceil(size / 2)) {
    let hasShrunk = false;
    for (let start = 0; start < left.length;) {
      const fewer = [...left.slice(0, start), ...left.slice(start + size)];
      // A shorter life asks less: what it never decided goes, too.
      const still = await breaks(toDecisions(fewer));
      if (still === undefined) start += size;
      else {
        left = still;
        hasShrunk = true;
      }
    }
    if (size === 1 && !hasShrunk) return left;
  }
}
