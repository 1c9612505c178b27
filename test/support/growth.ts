/** A measurement at a moment. */
export interface Point {
  /** What grows steadily by itself: seconds, or work done. */
  at: number;
  value: number;
}

/**
 * By how much a value grows from the first point to the last, as the median of the slopes between all pairs
 * (Theil–Sen): up to a quarter of the points may be far off without moving it.
 */
export function growthOf(points: readonly Point[]): number {
  const slopes = points.flatMap((left, index) =>
    points.slice(index + 1).map((right) => (right.value - left.value) / (right.at - left.at)),
  );
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || slopes.length === 0) throw new Error("Growth needs two points.");
  return median(slopes) * (last.at - first.at);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  const [low = Number.NaN, high = Number.NaN] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]];
  return (low + high) / 2;
}
