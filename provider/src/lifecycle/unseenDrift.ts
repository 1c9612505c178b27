import type { Values } from "../fields/values";
import type { Job } from "./job";

/** A member that somebody else has changed since the state recorded it, and its value now, for a message. */
export interface DriftedMember {
  readonly name: string;
  readonly shown: string;
}

/**
 * Keeps the recorded values of members that drifted unseen: no preview has shown them, so this update has not sent them. A
 * refresh finds the difference, and the preview after it shows what `pulumi up` does about it.
 */
export function keepUnseenDrift(job: Job, recorded: Values, members: readonly DriftedMember[]): void {
  job.record.unseenDrift = recorded;
  const found = members.map(({ name, shown }) => `${name} (now ${shown})`).join(", ");
  job.notice(
    `somebody else has changed ${found} since the state recorded it. This update changes only what its preview showed, so that stays as it is. ` +
      "`pulumi refresh` shows it, and the next `pulumi up` then sets what the program says.",
  );
}
