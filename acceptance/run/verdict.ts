import { kindNames, type SubjectName } from "../plan/names";

/** The steps of a resource's life, in order. */
export const steps = ["create", "second up", "refresh", "change", "drift", "destroy"] as const;

export type StepName = (typeof steps)[number] | "call";

/** The steps of a subject: a function is called, and no more. */
export function listSteps(subject: SubjectName): readonly StepName[] {
  return (kindNames as readonly string[]).includes(subject) ? steps : ["call"];
}

/** What became of a step: it was not run if an earlier one failed, or if nobody came to it. */
export type Verdict = "passed" | "failed" | "not run";

/** The verdicts of a run, by subject and step. */
export class Verdicts {
  readonly #passed = new Set<string>();
  readonly #failures = new Map<SubjectName, { readonly step: StepName; readonly why: string }>();

  /** Passed, or failed for a reason. Nothing follows a failure. */
  judge(subject: SubjectName, step: StepName, why: string | undefined): void {
    if (why === undefined) this.#passed.add(`${subject} ${step}`);
    else this.#failures.set(subject, { step, why });
  }

  find(subject: SubjectName, step: StepName): Verdict {
    if (this.findFailure(subject)?.step === step) return "failed";
    return this.#passed.has(`${subject} ${step}`) ? "passed" : "not run";
  }

  findFailure(subject: SubjectName): { readonly step: StepName; readonly why: string } | undefined {
    return this.#failures.get(subject);
  }
}
