/**
 * The same as `many.ts`, in a backend to which the CLI sends only what each step has changed, as in Pulumi Cloud. There the time of
 * one stack grows with its size.
 */
import { compareMany } from "./support/manyStacks";

await compareMany("journal", "Routes in a backend with a journal, beside resources that only sleep", {
  cases: "1000x1,3000x1,10000x1,10000x20",
  hasJournal: true,
});
