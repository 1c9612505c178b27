/** A member that somebody else has changed since the state recorded it, and its value now, for a message. */
export interface DriftedMember {
  readonly name: string;
  readonly shown: string;
}

/**
 * Says what drifted unseen: no preview has shown it, so this update has not sent it, and the record keeps its values. A refresh
 * finds the difference, and the preview after it shows what `pulumi up` does about it.
 */
export function describeUnseenDrift(members: readonly DriftedMember[]): string {
  const found = members.map(({ name, shown }) => `${name} (now ${shown})`).join(", ");
  return (
    `somebody else has changed ${found} since the state recorded it. This update changes only what its preview showed, so that stays as it is. ` +
    "`pulumi refresh` shows it, and the next `pulumi up` then sets what the program says."
  );
}
