import type { CommonTrait, Subject, Trait } from "../kinds/kind";
import type { Properties } from "../support/providerProcess";
import type { Json } from "./json";
import type { Answered, Asked, Hooks } from "./proxy";

/** What a cell gives to its liberty. */
export interface Scene {
  readonly subject: Subject;
  /** Asks the emulator, whatever the liberty. */
  ask(asked: Asked): Promise<Answered>;
  /** The service forgets which request id started which operation, as it does after an hour. */
  forgetRequestIds(): void;
  /** From now on, operations take so long. */
  operationsTake(milliseconds: number): void;
}

/** Something that the real service may do, or understand, and that a client has no right to be surprised by. */
export interface Liberty {
  readonly name: string;
  /** Settings of the stack, in place of the usual ones. */
  readonly config?: Readonly<Record<string, string>>;
  /** The program as it is spelled under it. */
  program?(args: Properties): Properties;
  /** How the service takes it; state of a cell is kept between these. */
  hooks?(scene: Scene): Hooks;
  /** Why it cannot be taken with this resource. */
  impossible?(subject: Subject): string | undefined;
  /** How long a cell waits for real, so that the longest go first. */
  readonly waitsMs?: number;
}

/** Liberties of one kind. */
export interface Family {
  readonly name: string;
  readonly liberties: readonly Liberty[];
}

/** Impossible with kinds that have not what few have. */
export const onlyWith =
  (trait: Trait, why: string): NonNullable<Liberty["impossible"]> =>
  ({ has = [] }) =>
    has.includes(trait) ? undefined : why;

/** Impossible with kinds that lack what most have. */
export const unlessLacking =
  (trait: CommonTrait): NonNullable<Liberty["impossible"]> =>
  ({ lacks = {} }) =>
    lacks[trait];

/** A liberty in the answers alone: every answer with a body is given in another form. */
export function inAnswers(
  name: string,
  change: (body: Json, asked: Asked) => Json,
  more: Pick<Liberty, "impossible"> = {},
): Liberty {
  const answer = (answered: Answered, asked: Asked) =>
    answered.body === undefined || answered.status >= 400
      ? answered
      : { ...answered, body: change(answered.body, asked) };
  return { name, hooks: () => ({ answer }), ...more };
}

/** A liberty in what a program may write, and the service understands. */
export function inPrograms(
  name: string,
  program: (args: Properties) => Properties,
  more: Pick<Liberty, "impossible" | "hooks" | "config"> = {},
): Liberty {
  return { name, program, ...more };
}
