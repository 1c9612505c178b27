import { isLarger, sizeInWords, measureSize, sum, type Size } from "../../fields/size";
import { ComputeError } from "../../http/errors/computeError";
import type { Fault } from "../../http/errors/fault";

/** The result is larger than whoever asks can take. */
class ResultTooLargeError extends ComputeError {}

/** Adds up what a result is going to be, and ends the call where that is too much. */
export class ResultBound {
  private size: Size = { bytes: 0, values: 0 };

  /**
   * @param most left out where the result stays in this process
   * @param fault what a person can mend
   */
  constructor(
    private readonly most: Size | undefined,
    private readonly fault: Fault,
  ) {}

  /** @throws ResultTooLargeError */
  add(part: unknown, action: string): void {
    if (this.most === undefined) return;
    this.size = sum(this.size, measureSize(part));
    if (!isLarger(this.size, this.most)) return;
    throw new ResultTooLargeError({
      action,
      summary: `the result has ${sizeInWords(this.size)}, and the plugin gives Pulumi's engine at most ${sizeInWords(this.most)}`,
      fault: this.fault,
      effect: "none",
    });
  }
}
