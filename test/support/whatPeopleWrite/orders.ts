/** The first one goes to the end. */
export function rotated<T>(items: readonly T[]): T[] {
  return [...items.slice(1), ...items.slice(0, 1)];
}

/** The same items as people list them another time: backwards, and from another one on. */
export function otherOrders<T>(items: readonly T[]): T[][] {
  return items.length < 2 ? [] : [[...items].reverse(), rotated(items)];
}
