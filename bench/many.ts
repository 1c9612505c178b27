/**
 * Routes in many stacks, beside resources that only sleep in the same number of stacks. Both run on this machine, several stacks at
 * a time. Pulumi writes the whole state at each step, so the time of one stack grows with the square of its size, and that of many
 * stacks of one size with their number. A second floor sleeps, and records as much in its state as a route does.
 *
 * Options, also of `journal.ts`: `--quick`, `--cases 1000x1,10000x20` (routes × stacks), `--keep`.
 */
import { compareMany } from "./support/manyStacks";

await compareMany("many", "Routes in many stacks, beside resources that only sleep in as many", {
  cases: "1000x1,3000x1,1000x2,3000x6,10000x4,10000x10,10000x20",
  hasJournal: false,
});
