/** On a busy machine, a short deadline is over before a step has met what its test is about. */
const deadlinesMs = [1_000, 4_000, 16_000, 64_000];

/**
 * Tries a step that ends at its deadline with ever longer ones, until it ends as the test says. Each attempt begins anew.
 *
 * @throws what was wrong with the longest
 */
export async function withLongEnoughDeadline<T>(attempt: (deadlineMs: number) => Promise<T>): Promise<T> {
  let wrong: unknown;
  for (const deadlineMs of deadlinesMs) {
    try {
      return await attempt(deadlineMs);
    } catch (error) {
      wrong = error;
    }
  }
  throw wrong;
}
