import { readRate } from "./families";
import type { SimulatedProgram } from "./program";
import type { Service } from "./service/service";
import type { Tape } from "./tape";

const delaysMs = {
  "after a second": 1_000,
  "after 15 ms": 15,
  "after 0.1 s": 100,
  "after 4 s": 4_000,
  "after 30 s": 30_000,
  "after 3 minutes": 180_000,
};

/** Somebody else, with objects and changes of their own under the same names, at any moment. */
export class Rival {
  /** True if an object of theirs was made that is just as one of the stack. */
  hasRemade = false;
  private hasActed = false;
  private isDone = false;
  private readonly rate: number;
  private readonly returnRate: number;

  constructor(
    private readonly tape: Tape,
    private readonly service: Service,
    private readonly program: SimulatedProgram,
  ) {
    this.rate = readRate(tape, "rival");
    this.returnRate = readRate(tape, "rival returns");
  }

  moves(label: string, rate = this.rate): void {
    if (this.isDone) return;
    const moves = this.program.characters.flatMap(({ kind, number, inputs }) =>
      kind.rival(this.service, number, inputs),
    );
    const name = this.tape.choose(label, ["does nothing", ...moves.map((move) => move.name)], rate);
    const move = moves.find((one) => one.name === name);
    if (move === undefined || !move.isPossible()) return;
    this.hasActed = true;
    if (label.startsWith("just before")) this.service.meet("rivalJustBefore");
    this.hasRemade ||= /again|declares|as the program/.test(name);
    this.service.say(`RIVAL ${name}`);
    move.make();
  }

  /** Something of theirs was made that is just as one of the stack. */
  remakes(): void {
    this.hasActed = true;
    this.hasRemade = true;
  }

  movesDuring(label: string): void {
    const delayMs = this.tape.pick(`the rival of ${label} comes`, delaysMs);
    setTimeout(() => {
      this.moves(`during ${label}, a rival`);
      setTimeout(() => {
        this.moves(`still during ${label}, a rival`, this.returnRate);
      }, delayMs / 2);
    }, delayMs);
  }

  /** A change of ours has not seen what the rival does now. */
  movesJustBefore(label: string): void {
    const { service } = this;
    if (service.isCalm || this.isDone) return;
    this.moves(`just before ${label}, a rival`, service.rate("rivalJustBefore"));
  }

  /** Does nothing more. Objects and associations that stand in the way of the program go. */
  letsGo(): void {
    this.isDone = true;
    const { objects } = this.service;
    for (const { kind, inputs } of this.hasActed ? this.program.characters : []) {
      for (const path of kind.holdings === undefined ? [] : (kind.places ?? [kind.toPath(inputs)])) {
        const existing = objects.get(path);
        const isTheirs =
          objects.findMaker(path) === "rival" || objects.findAuthor(path, "name", existing?.name) === "rival";
        if (existing === undefined || !isTheirs) continue;
        objects.put(path, undefined, "rival");
        this.service.say(`RIVAL lets go of ${path}`);
      }
    }
  }
}
