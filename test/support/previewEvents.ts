/** The events of a preview as the CLI prints them, one on each line. */
export function printEvents(events: readonly object[]): string {
  return events.map((event, sequence) => JSON.stringify({ sequence, ...event })).join("\n");
}
