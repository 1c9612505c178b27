import { ComputeError, type ComputeErrorOptions } from "../../http/errors/computeError";
import { adviceOn as settledAdviceOn, type Remedies } from "../../settings/advice";
import { oneLine } from "../../messages/text";

/** An error of the lifecycle or of a resource, which knows by itself what helps. */
export class AdvisedError extends ComputeError {
  /** The remedy, in sentences. */
  readonly hint: string | undefined;

  constructor({ hint, ...options }: ComputeErrorOptions & { readonly hint?: string | undefined }) {
    super(options);
    this.hint = hint === undefined ? undefined : oneLine(hint);
  }
}

/** The remedy where an object exists because the state has it as another resource: renamed, imported, or of the other face. */
export const aliasesHint = "If the state has this object under another name, type or provider, set the option aliases.";

/** The remedy where a new resource finds what it is to make. The engine shows what a targeted run leaves out to nobody, so no delete knows of it. */
export const olderNameAdvice =
  "If the stack manages it under an older name too, a run with --target or --exclude can remove it: rename with the option aliases, or run a plain `pulumi up` next.";

/** The remedy where an object exists because its replacement is made before it is deleted. */
export const deleteFirstAdvice = "If this run replaces the resource, set the option deleteBeforeReplace: true.";

/** The remedy where the name of an object is to go from one resource of a program to another. */
export const exchangeAdvice =
  "Make the change in two runs: first give these resources names that nobody has, and then the final ones. If only the names in the program have changed places, set adoptExisting: true in each instead, and they take over the objects as they are.";

/** The remedy where the name of a replacement is in use, and what it replaces has another name. */
export const takenNameAdvice =
  "If a run of this stack has replaced that object and failed before it deleted it, choose another name for now: a run that succeeds deletes it.";

/** The remedy for a replacement that is made first and has no record of its own. */
export const oldRecordAdvice =
  "If this run replaces the resource, only the old one has the record: with the option deleteBeforeReplace: true, the replacement goes on with it.";

/** A resource's steps: it is managed by `pulumi up`, and given time by `customTimeouts`. */
export const resourceSteps: Remedies = {
  again: "run `pulumi up` again",
  deadlinePassed: "Raise `customTimeouts`.",
  waitTooLong:
    "Wait that long and run it again, with fewer resources at the same time (`--parallel`), or raise `customTimeouts` beyond it.",
};

/** The remedies for the failure of a resource, in sentences; callers of functions have others. */
export function adviceOn(error: ComputeError, steps: Remedies = resourceSteps): string | undefined {
  return error instanceof AdvisedError ? error.hint : settledAdviceOn(error, steps);
}
