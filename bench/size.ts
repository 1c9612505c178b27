/**
 * `npm run bench:size`: bytes that one more resource of each kind adds to the state file, beside a resource without any
 * properties, and what of it is ours and not the API's.
 *
 * Options: `--quick`, `--sizes 100` (resources of each kind).
 */
import { nameOf, registeredKinds } from "../test/kinds/every";
import type { PlainCase } from "../test/kinds/kind";
import { options, publish, type Figure } from "./support/measure";
import { sleepers, startBench } from "./support/programs";

const { numbers } = options();
const [count = 100] = numbers("sizes", [100], [10]);

const figures: Figure[] = [];
const floor = await bytesEach((many) => sleepers(many, [0]));
for (const described of registeredKinds.filter(({ plain }) => plain.isSingle === undefined)) {
  const [kind, example] = [nameOf(described), described.plain];
  let own = 0;
  const each = await bytesEach(
    (many) =>
      Array.from(
        { length: many },
        (_, number) => `new gce.${kind}("x${String(number)}", ${JSON.stringify(example.args(number))});`,
      ).join("\n"),
    example,
    (outputs) => {
      own = ownBytes(outputs);
    },
  );
  const figure = { name: kind, unit: "B", ours: [each], floor: [floor] };
  figures.push(kind === "Route" ? { ...figure, goal: "≤ 2,000 B", reached: each <= 2000 } : figure);
  figures.push({ name: `${kind}: ours, beside the API's own fields`, unit: "B", ours: [own] });
}
publish("size", `State of one more resource, mean of ${String(count)}, beside one without properties`, figures);

async function bytesEach(
  program: (many: number) => string,
  example?: PlainCase,
  look?: (outputs: Record<string, unknown>) => void,
): Promise<number> {
  const { stack, emulator, timed, close } = await startBench();
  try {
    example?.arrange?.(emulator, "bench-project", count + 1);
    const bytes = async (many: number) => {
      stack.program(program(many));
      await timed(() => stack.up());
      // The state keeps the way from the program to each file of the stack trace; a user's program has node_modules beside it.
      return Buffer.byteLength(stack.stateText().replaceAll("../", ""));
    };
    const one = await bytes(1);
    const all = await bytes(count + 1);
    look?.(stack.managed()[0]?.outputs ?? {});
    return (all - one) / count;
  } finally {
    await close();
  }
}

/** Outputs that begin with two underscores are ours. The loader stands in the inputs and in the outputs. */
function ownBytes(outputs: Record<string, unknown>): number {
  const own = Object.entries(outputs).filter(([name]) => name.startsWith("__"));
  return own.reduce(
    (sum, [name, value]) => sum + JSON.stringify({ [name]: value }).length * (name === "__provider" ? 2 : 1),
    0,
  );
}
