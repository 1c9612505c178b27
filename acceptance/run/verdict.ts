import type { SubjectName } from "../plan/names";

/** The steps of a resource's life, in order. */
export const steps = ["create", "second up", "refresh", "change", "drift", "destroy"] as const;

export type StepName = (typeof steps)[number] | "call";

/** What came of one step. */
export type Verdict =
  | { readonly outcome: "passed" }
  | { readonly outcome: "failed"; readonly why: string }
  /** An earlier failure stands before it. */
  | { readonly outcome: "not run"; readonly why: string };

/** The verdicts of a run, by subject and step. */
export class Verdicts {
  readonly #all = new Map<SubjectName, Map<StepName, Verdict>>();

  set(subject: SubjectName, step: StepName, verdict: Verdict): void {
    const own = this.#all.get(subject) ?? new Map<StepName, Verdict>();
    this.#all.set(subject, own.set(step, verdict));
  }

  /** Passed, or failed for a reason. */
  judge(subject: SubjectName, step: StepName, why: string | undefined): void {
    this.set(subject, step, why === undefined ? { outcome: "passed" } : { outcome: "failed", why });
  }

  /** A step that nobody came to was not run. */
  complete(subject: SubjectName, step: StepName): void {
    if (!this.of(subject).has(step)) this.set(subject, step, { outcome: "not run", why: "an earlier step failed" });
  }

  of(subject: SubjectName): ReadonlyMap<StepName, Verdict> {
    return this.#all.get(subject) ?? new Map<StepName, Verdict>();
  }

  hasFailed(subject: SubjectName): boolean {
    return [...this.of(subject).values()].some(({ outcome }) => outcome !== "passed");
  }
}
