/** Configuration that cannot be used; the message says which value, why, and how to mend it. */
export class SettingError extends Error {
  override readonly name = "SettingError";
  /** The same, one sentence or two for each thing that is wrong. */
  readonly reasons: readonly string[];

  constructor(...reasons: string[]) {
    super(reasons.join(" "));
    this.reasons = reasons;
  }
}
