import { readRate } from "./families";
import { getInstances } from "./service/instances";
import { groupPath } from "./service/parts";
import { getRefusedReads } from "./service/refusedReads";
import type { Service } from "./service/service";
import type { SimulatedProgram } from "./program";
import type { Tape } from "./tape";

/** As many have a hand in one command. */
const mostHands = 4;

const delaysMs = {
  "after 2 s": 2_000,
  "after 15 s": 15_000,
  "after 40 s": 40_000,
  "after 70 s": 70_000,
  "after 100 s": 100_000,
  "after 4 minutes": 240_000,
};

/** Others that have a hand in what a step waits for: each at its own moment of a command, in every order. */
export class Hands {
  private readonly rate: number;

  constructor(
    private readonly tape: Tape,
    private readonly service: Service,
    private readonly program: SimulatedProgram,
  ) {
    this.rate = this.list().length === 0 ? 0 : readRate(tape, "hands");
    const turns = tape.choose(
      "the instances of a rollout get ready",
      ["all at the same time", "one after the other"],
      this.rate,
    );
    getInstances(service, groupPath).areInTurns = service.hasHands = turns === "one after the other";
  }

  /** A command begins. */
  actDuring(label: string): void {
    const { tape, service } = this;
    getRefusedReads(service).end();
    const names = this.list().map(({ name }) => name);
    for (let number = 1; number <= mostHands; number++) {
      const hand = `hand ${String(number)} of ${label}`;
      const name = tape.choose(hand, ["does nothing", ...names], this.rate);
      if (name === "does nothing") continue;
      service.hasHands = true;
      setTimeout(
        () => {
          this.act(name);
        },
        tape.pick(`${hand} comes`, delaysMs),
      );
    }
  }

  private act(name: string): void {
    const hand = this.list().find((one) => one.name === name);
    if (this.service.isCalm || hand?.isPossible() !== true) return;
    this.service.say(`HAND ${name}`);
    hand.make();
  }

  private list() {
    const { declared, characters } = this.program;
    const inputs = declared.map((one) => one.inputs);
    const [kind] = characters.map((one) => one.kind).filter(({ hands }) => hands !== undefined);
    return kind?.hands?.(this.service, inputs) ?? [];
  }
}
