/** How texts are spelled on this side where the service spells them otherwise. What one half does the other undoes. */
export interface Translation {
  /**
   * An answer as this side has it.
   *
   * @param body what it was parsed from
   */
  received(answer: unknown, body: string): unknown;
  /** A path with its query, or JSON, as the service has it. */
  sent(text: string): string;
}
