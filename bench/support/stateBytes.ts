import type { Bench } from "./programs";

/** Bytes that one more resource adds to the state file, the mean of so many. */
export async function measureBytesPerResource(
  { stack, measureTime: timed }: Bench,
  program: (many: number) => string,
  count: number,
): Promise<number> {
  const bytes = async (many: number) => {
    stack.program(program(many));
    await timed(() => stack.up());
    // The state keeps the way from the program to each file of the stack trace; a user's program has node_modules beside it.
    return Buffer.byteLength(stack.stateText().replaceAll("../", ""));
  };
  const one = await bytes(1);
  return ((await bytes(count + 1)) - one) / count;
}
