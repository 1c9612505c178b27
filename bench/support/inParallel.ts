/** Does the work for each number below `count`, so many at a time. */
export async function inParallel(
  count: number,
  atOnce: number,
  work: (number: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const number = next;
      next += 1;
      await work(number);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, worker));
}
