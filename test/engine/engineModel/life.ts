import type { EngineRequest } from "../../simulation/engine/plugins";
import type { Program } from "../../simulation/engine/program";

/** The event at a call such as `create a`. */
export type Outcome =
  | "fails"
  | "fails in part"
  | "is refused"
  | "finds nothing"
  | "finds another size"
  | "hangs"
  | "dies"
  | "succeeds after a failure";

/** One command of a life. */
export interface Step {
  readonly about: string;
  readonly command: "up" | "up --refresh" | "preview" | "refresh" | "refresh --clear-pending-creates" | "destroy";
  readonly program: Program;
  /** URNs of the option `--target`. */
  readonly targets?: readonly string[];
  readonly outcomes?: Readonly<Record<string, Outcome>>;
  /** How many creates, updates and deletes have to have begun before those with an outcome go on. */
  readonly together?: number;
  /** True if the CLI is killed when all of those that hang have begun. */
  readonly isKilled?: boolean;
}

/** A call of a provider, or the end of one. */
export interface Entry {
  readonly at: "begin" | "end";
  readonly method: string;
  readonly name: string;
  readonly provider?: string;
  readonly args?: readonly unknown[];
  readonly request?: EngineRequest;
}

/** The outcomes of a step. */
export interface Outcomes {
  /** `undefined`: it was killed. */
  readonly ok: boolean | undefined;
  readonly entries: readonly Entry[];
  readonly resources: readonly object[];
  readonly pending: readonly object[];
}

/** Whatever plays a life. */
export interface Player {
  play(step: Step): Promise<Outcomes>;
}

/** True if all of the calls that hang have begun. */
export function haveBegun({ outcomes = {} }: Step, entries: readonly Entry[]): boolean {
  const hanging = Object.keys(outcomes).filter((call) => outcomes[call] === "hangs");
  const begun = new Set(entries.map(({ method, name }) => `${method} ${name}`));
  return hanging.every((call) => begun.has(call));
}
