import type { Plan } from "./plan";
import type { Held, Stacks } from "./stacks";

/** Resources that the state of one stack has, and that the plan gives to another. */
export interface Move {
  readonly source: string;
  readonly target: string;
  readonly held: readonly Held[];
  /** Names that the state of the target has, too: a run that was interrupted left them in both. */
  readonly known: ReadonlySet<string>;
}

/** A command line takes so many URNs. */
const urnsOfOneCommand = 500;

/** Finds the resources that are in another stack than the plan says. */
export async function misplaced(plan: Plan, stacks: Stacks): Promise<Move[]> {
  const states = new Map<string, readonly Held[]>();
  for (const name of await stacks.existing()) states.set(name, await stacks.held(name));
  return [...states].flatMap(([source, resources]) => {
    const leaving = new Map<string, Held[]>();
    for (const resource of resources) {
      const target = plan.stackOf(resource.name);
      if (target === undefined || target === source) continue;
      const held = leaving.get(target) ?? [];
      leaving.set(target, held);
      held.push(resource);
    }
    return [...leaving].map(([target, held]) => {
      const known = new Set(states.get(target)?.map(({ name }) => name));
      return { source, target, held, known };
    });
  });
}

/** Moves resources between states, as the plan says, one move after another. The stack of the plan keeps what is in both. */
export async function makeMoves(moves: readonly Move[], stacks: Stacks, tell: (line: string) => void): Promise<void> {
  for (const move of moves) {
    const { source, target, held, known } = move;
    const twice = held.filter(({ name }) => known.has(name));
    const once = held.filter(({ name }) => !known.has(name));
    for (const { urn } of twice) await stacks.forget(source, urn);
    for (let start = 0; start < once.length; start += urnsOfOneCommand) {
      const urns = once.slice(start, start + urnsOfOneCommand).map(({ urn }) => urn);
      await stacks.move(source, target, urns);
    }
    tell(renderMove(move));
  }
}

/** `north → east: 3 resources (acorn-1, acorn-2, acorn-3)`. */
export function renderMove({ source, target, held }: Move): string {
  const names = held.map(({ name }) => name).sort();
  const more = names.length > 3 ? ", …" : "";
  return `${source} → ${target}: ${String(held.length)} resources (${names.slice(0, 3).join(", ")}${more})`;
}
