import { pick, type Values } from "../../provider/src/fields/values";
import { toUrn, type DeclaredResource, type Program } from "./engine/program";
import type { State } from "./engine/snapshot";
import { readRate } from "./families";
import type { SimulatedKind } from "./kinds/kind";
import { ignorable, withoutIgnored } from "./kinds/ignored";
import { spelled, listSpellings, type ProgramSpelling } from "./kinds/spelled";
import { componentsAround, logicalNames, type Component } from "../support/whatPeopleWrite/names";
import { rotated } from "../support/whatPeopleWrite/orders";
import type { Service } from "./service/service";
import type { Tape } from "./tape";

/** A resource of the program of a life. */
export interface Character {
  readonly number: number;
  /** The part that it declares, where several resources are of one object: the number of the resource that declared it first. */
  part: number;
  readonly kind: SimulatedKind;
  name: string;
  readonly components: readonly Component[];
  isDeclared: boolean;
  inputs: Values;
  /** How the program writes them. */
  spelling: ProgramSpelling | undefined;
  options: NonNullable<DeclaredResource["options"]>;
  provider: string | undefined;
  /** How the process of one provider is spared what only that of another one knows: a resource has aliases, or does not move. */
  moves: "may" | "has" | "must not";
  readonly formerNames: string[];
}

const timeouts = {
  "no custom timeouts": undefined,
  "timeouts of 2 minutes": "2m",
  "timeouts of 40 s": "40s",
  "timeouts of 5 s": "5s",
};

/** The program of a life, which changes between its commands. */
export class SimulatedProgram {
  readonly characters: readonly Character[];
  /** True if a resource got another name, or another provider, without an alias. */
  wasRenamed = false;
  /** True if any resource has moved to another provider. */
  hasMoved = false;
  private version = 0;
  private readonly swapRate: number;
  private readonly ignoreRate: number;

  constructor(
    private readonly tape: Tape,
    private readonly service: Service,
    kinds: readonly SimulatedKind[],
  ) {
    this.swapRate = readRate(tape, "swap");
    this.ignoreRate = readRate(tape, "ignores");
    const timeout = tape.pick<string | undefined>("the resources have", timeouts, 0.4);
    const customTimeouts = timeout === undefined ? undefined : { create: timeout, update: timeout, delete: timeout };
    this.characters = kinds.map((kind, number) => {
      const named = this.declare(kind, number);
      const inputs = kind.isOwned && this.leavesOutName(number) ? withoutName(named) : named;
      return {
        number,
        part: number,
        kind,
        ...this.named(number),
        isDeclared: true,
        inputs,
        spelling: this.spelling(number, inputs),
        options: {
          ...(customTimeouts === undefined ? {} : { customTimeouts }),
          ignoreChanges: this.ignored("the program", kind, number, inputs),
          replacementTrigger: "1",
        },
        provider: undefined,
        moves: "may",
        formerNames: [],
      };
    });
  }

  get declared(): readonly Character[] {
    return this.characters.filter(({ isDeclared }) => isDeclared);
  }

  /** The state that the service has to come to: the option `ignoreChanges` leaves open what it names. The state has the names that were made. */
  goalsIn({ resources }: State): readonly { readonly kind: SimulatedKind; readonly inputs: Values }[] {
    const made = new Map(resources.map(({ urn, inputs }) => [urn, inputs.name]));
    return this.declared.map((one) => {
      const { kind, inputs, options } = one;
      const named = isUnnamed(one) ? { ...inputs, name: made.get(makeUrn(one)) } : inputs;
      return { kind, inputs: withoutIgnored(named, options.ignoreChanges ?? []) };
    });
  }

  /** As the engine takes it. */
  get source(): Program {
    return { resources: this.declared.map(toDeclaration) };
  }

  /** @returns true if any resource is another one than before */
  change(label: string): boolean {
    const { tape } = this;
    const [first, second] = this.characters;
    if (first?.kind.swap !== undefined && first.kind === second?.kind) {
      const swaps = tape.choose(`${label}: the two resources`, ["stay apart", "swap what they manage"], this.swapRate);
      if (swaps !== "stay apart") {
        [first.inputs, second.inputs] = first.kind.swap(first.inputs, second.inputs);
        [first.part, second.part] = [second.part, first.part];
        // With the option, each would keep what the other one has by now.
        for (const one of [first, second]) one.options = { ...one.options, ignoreChanges: undefined };
        return true;
      }
    }
    return this.characters.map((character) => this.changeOne(label, character)).includes(true);
  }

  /**
   * Says in which order the resources are replaced by force.
   *
   * @param isDisturbed true if the command can end early: then a new object that takes the name of an old one would be in its own way
   * @returns those of which the new one comes first, under the name of the old one
   */
  orderReplacements(label: string, isDisturbed: boolean): readonly Character[] {
    return this.declared.filter((character) => {
      const { kind, number, inputs, options } = character;
      const orders = ["deletes first", "creates first"] as const;
      const order = this.tape.choose(`${label}: the replacement of resource ${String(number)}`, orders);
      // An object that the new one adopts is the old one.
      const isFirst =
        order === "creates first" && inputs.adoptExisting !== true && !(kind.holdings !== undefined && isDisturbed);
      character.options = { ...options, deleteBeforeReplace: isFirst ? undefined : true };
      return isFirst;
    });
  }

  /** Every resource has another `replacementTrigger`. */
  triggerReplacements(): void {
    const replacementTrigger = String(this.nextVersion());
    for (const character of this.declared) character.options = { ...character.options, replacementTrigger };
  }

  /** An object, or an association, has to go before another one can have its name, or its network. */
  freeNames(): void {
    for (const character of this.characters) {
      if (character.kind.holdings !== undefined)
        character.options = { ...character.options, deleteBeforeReplace: true };
    }
  }

  /**
   * An argument that is required cannot be ignored where nothing is there that it could be kept as, and a policy that is ignored can be
   * one under which no instance is ever updated.
   */
  declaresRequired(): void {
    for (const character of this.characters) {
      const { kind, inputs, options } = character;
      const [member, ...others] = kind.members ?? [];
      const isRequired = member !== undefined && others.length === 0 && kind.isOwned !== true;
      const isMissing = isRequired && this.service.objects.get(kind.toPath(inputs))?.[member] === undefined;
      if (isMissing || inputs.waitForInstances === "UPDATED")
        character.options = { ...options, ignoreChanges: undefined };
    }
  }

  private declare(kind: SimulatedKind, part: number, previous?: Values): Values {
    const inputs = kind.declare(this.tape, part, this.nextVersion(), previous);
    if (previous !== undefined && isUnnamed({ kind, inputs: previous })) return withoutName(inputs);
    return this.service.people.changeInPlace ? { ...kind.replaceable, ...inputs } : inputs;
  }

  /** Each of the objects gets the name of the next one. */
  rotateNames(): void {
    const { characters } = this;
    // A resource without a name goes on with the one that was made for it, and a part of somebody else's object has none.
    if (characters.some((one) => isUnnamed(one) || one.inputs.name === undefined)) return;
    const names = rotated(characters.map(({ inputs }) => inputs.name));
    for (const [index, one] of characters.entries()) one.inputs = { ...one.inputs, name: names[index] };
  }

  /** The program says what is there by now, or something else. */
  follow(label: string): void {
    for (const one of this.declared) {
      const { kind, number, inputs, part } = one;
      const actual = pick(this.service.objects.get(kind.toPath(inputs)) ?? {}, Object.keys(kind.replaceable ?? {}));
      const ways = ["is written as it is by now", "is as it was", "has other arguments"] as const;
      const way = this.tape.choose(`${label}: resource ${String(number)}`, ways, 0.4);
      if (way === "is written as it is by now") one.inputs = { ...inputs, ...actual };
      if (way === "has other arguments") one.inputs = this.declare(kind, part, inputs);
    }
  }

  private leavesOutName(number: number): boolean {
    const { nameOddly } = this.service.people;
    return nameOddly && this.tape.choose(`resource ${String(number)} has`, ["a name", "no name"]) === "no name";
  }

  /** True if an object that the program wants is recorded as that of another resource of the program. */
  hasSwappedNames({ resources }: State): boolean {
    const urns = this.declared.map(makeUrn);
    const recorded = new Map(resources.map(({ urn, inputs }) => [String(inputs.name), urn]));
    return (
      this.service.people.rotateNames &&
      this.declared.some((one) => {
        const holder = recorded.get(String(one.inputs.name));
        return holder !== undefined && holder !== makeUrn(one) && urns.includes(holder);
      })
    );
  }

  /** Every object gets a name that none has had. What comes back gives them theirs again. */
  takeOtherNames(): () => void {
    const names = this.declared.map((one) => [one, one.inputs.name] as const);
    for (const [one, name] of names) one.inputs = { ...one.inputs, name: `${String(name)}t` };
    return () => {
      for (const [one, name] of names) one.inputs = { ...one.inputs, name };
    };
  }

  /** The name and the components of a resource. */
  private named(number: number): Pick<Character, "name" | "components"> {
    const plain = `r${String(number)}`;
    if (!this.service.people.nameOddly) return { name: plain, components: [] };
    const { tape } = this;
    const odd = tape.choose(`the name of resource ${String(number)} begins with`, ["", ...logicalNames], 0.8);
    return { name: `${odd}${plain}`, components: tape.pick(`resource ${String(number)} is in`, placed, 0.8) };
  }

  /** Gives one resource another name, and no alias, so that two resources are of one thing for as long as runs are of one of them. */
  renameForTargets(
    label: string,
  ): { readonly one: Character; readonly before: string; readonly after: string } | undefined {
    const { declared, tape } = this;
    const names = declared.map(({ number }) => String(number));
    const chosen = tape.choose(`${label}: the one with a new name is resource`, ["0", ...names], 0.8);
    const one = declared.find(({ number }) => String(number) === chosen);
    if (one === undefined || one.moves === "has" || one.provider !== undefined) return undefined;
    const before = makeUrn(one);
    this.wasRenamed = true;
    one.formerNames.push(one.name);
    Object.assign(one, { name: `${one.name}n`, moves: "must not", options: { ...one.options, aliases: undefined } });
    if (one.kind.adopts && !isUnnamed(one)) one.inputs = { ...one.inputs, adoptExisting: true };
    return { one, before, after: makeUrn(one) };
  }

  private changeOne(label: string, character: Character): boolean {
    const { kind, number, name, options, provider } = character;
    const change = this.tape.choose(`${label}: the resource ${kind.definition.kind} ${String(number)}`, [
      "has other arguments",
      "stays as it is",
      "is no longer declared",
      "has another name",
      "has another name and an alias",
      "moves to another provider",
      "is written in another way",
    ]);
    const others = { ...options, aliases: undefined };
    character.isDeclared = change !== "is no longer declared";
    switch (change) {
      case "has another name": {
        this.wasRenamed = true;
        character.formerNames.push(name);
        if (character.moves === "may") character.moves = "must not";
        const aliases = character.moves === "has" ? { aliases: [...character.formerNames] } : {};
        Object.assign(character, { name: `${name}n`, options: { ...others, ...aliases } });
        // A resource that is not the same needs an object of its own.
        if (kind.isOwned && !isUnnamed(character)) {
          character.inputs = {
            ...character.inputs,
            name: `x${String(number)}${"n".repeat(character.formerNames.length)}`,
          };
        }
        break;
      }
      case "has another name and an alias":
        character.formerNames.push(name);
        Object.assign(character, {
          name: `${name}n`,
          options: { ...others, aliases: [...(options.aliases ?? []), name] },
        });
        break;
      case "moves to another provider":
        if (character.moves === "must not") break;
        this.wasRenamed = true;
        this.hasMoved = true;
        character.moves = "has";
        character.provider = provider === undefined ? "second" : undefined;
        character.options = { ...options, aliases: [...character.formerNames] };
        break;
      case "is written in another way":
        character.spelling = this.spelling(number, character.inputs);
        break;
      case "has other arguments":
        character.inputs = this.declare(kind, character.part, character.inputs);
        break;
    }
    character.options = { ...character.options, ignoreChanges: this.ignored(label, kind, number, character.inputs) };
    return change !== "stays as it is" && change !== "is written in another way";
  }

  /** The option `ignoreChanges`. */
  private ignored(label: string, kind: SimulatedKind, number: number, inputs: Values): readonly string[] | undefined {
    const paths = ignorable(inputs, kind.members ?? []);
    if (paths.length === 0) return undefined;
    const ignores = `${label}: resource ${String(number)} ignores changes of`;
    const path = this.tape.choose(ignores, ["nothing", ...paths], this.ignoreRate);
    return path === "nothing" ? undefined : [path];
  }

  private spelling(number: number, inputs: Values): ProgramSpelling | undefined {
    return this.service.meets(`the program writes resource ${String(number)}`, listSpellings(inputs));
  }

  private nextVersion(): number {
    return (this.version += 1);
  }
}

const placed = Object.fromEntries(
  componentsAround.map((components) => [components.map(({ type, name }) => `${type} ${name}`).join(" / "), components]),
);

export function toDeclaration(character: Character): DeclaredResource {
  const { name, components, kind, inputs, spelling, options, provider } = character;
  return {
    name,
    components,
    kind: kind.definition.kind,
    inputs: spelled(inputs, spelling),
    options,
    ...(provider === undefined ? {} : { provider }),
  };
}

/** True if the package makes the name of its object. */
export function isUnnamed({ kind, inputs }: Pick<Character, "kind" | "inputs">): boolean {
  return kind.isOwned === true && inputs.name === undefined;
}

/** There is nothing to be adopted under a name that is still to be made. */
function withoutName(inputs: Values): Values {
  return { ...inputs, name: undefined, adoptExisting: undefined };
}

function makeUrn({ kind, name, components }: Character): string {
  return toUrn(kind.definition.kind, name, components);
}
