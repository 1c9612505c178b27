/**
 * Bytes that one more resource of each kind adds to the state file, beside a resource without any properties.
 *
 * Options: `--quick`, `--sizes 100` (resources of each kind).
 */
import { nameOf, registeredKinds } from "../test/kinds/every";
import type { PlainCase } from "../test/kinds/kind";
import { options, publish, type Figure } from "./support/measure";
import { sleepers, startBench } from "./support/programs";

const [count = 100] = options().numbers("sizes", [100], [10]);

const floor = [await bytesEach((many) => sleepers(many, 0))];
const figures: Figure[] = [];
for (const described of registeredKinds.filter(({ plain }) => plain.isSingle === undefined)) {
  const [name, { args, arrange }] = [nameOf(described), described.plain];
  const declared = (number: number) => `new gce.${name}("x${String(number)}", ${JSON.stringify(args(number))});`;
  const each = await bytesEach(
    (many) => Array.from({ length: many }, (_, number) => declared(number)).join("\n"),
    arrange,
  );
  const figure = { name, unit: "B", ours: [each], floor };
  figures.push(name === "Route" ? { ...figure, goal: "≤ 2,000 B", reached: each <= 2000 } : figure);
}
publish("size", `State of one more resource, mean of ${String(count)}, beside one without properties`, figures);

async function bytesEach(program: (many: number) => string, arrange?: PlainCase["arrange"]): Promise<number> {
  const { stack, emulator, timed, close } = await startBench();
  try {
    arrange?.(emulator, "bench-project", count + 1);
    const bytes = async (many: number) => {
      stack.program(program(many));
      await timed(() => stack.up());
      // The state keeps the way from the program to each file of the stack trace; a user's program has node_modules beside it.
      return Buffer.byteLength(stack.stateText().replaceAll("../", ""));
    };
    const one = await bytes(1);
    return ((await bytes(count + 1)) - one) / count;
  } finally {
    await close();
  }
}
