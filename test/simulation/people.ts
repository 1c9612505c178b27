import { disturbances, readRate } from "./families";
import type { Tape } from "./tape";

/** Whatever people write and do in a life, beyond what its program needs: decided once, so that a life that is played again has it. */
export interface People {
  /** Resources have odd names, and are in components. Under the classes, the first request of a process brings no URN. */
  readonly nameOddly: boolean;
  /** The names of three objects go round. */
  readonly rotateNames: boolean;
  /** Somebody sets an argument of an object that no request of ours can change, and the program may then say the same. */
  readonly changeInPlace: boolean;
  /** A resource gets another name in two runs, of which each has one name as its target. */
  readonly stageRuns: boolean;
}

export function meetPeople(tape: Tape): People {
  const does = (rate: Parameters<typeof readRate>[1]) =>
    tape.choose(`people have ${rate}`, ["no", "yes"], readRate(tape, rate)) === "yes";
  const people = {
    nameOddly: does("odd names"),
    rotateNames: does("rotated names"),
    changeInPlace: does("changes in place"),
    stageRuns: does("staged runs"),
  };
  if (Object.values(people).includes(true)) {
    tape.raise(["next program", "rival"]);
    // Few lives would come to what people do where each request can be the last one.
    if (tape.draw("people are in peace", [true, true, false]) === true)
      tape.fix(Object.fromEntries(disturbances.map((name) => [name, 0])));
  }
  return people;
}
