/** The wall clock with a fraction, so that a few milliseconds can be told apart. */
export function preciseNow(): number {
  return performance.timeOrigin + performance.now();
}

const PACIFIC_OFFSET_MS = 7 * 60 * 60 * 1000;

/**
 * RFC 3339 as the service writes it: with the offset of its home, not in UTC. Clients must compare instants, not texts.
 */
export function timestamp(now: number): string {
  return new Date(now - PACIFIC_OFFSET_MS).toISOString().replace("Z", "-07:00");
}
