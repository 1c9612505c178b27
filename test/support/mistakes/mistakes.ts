import { argumentMistakes } from "./arguments";
import { configurationMistakes } from "./configuration";
import { serviceMistakes } from "./service";
import type { MistakeLane } from "./lane";

/** Something that people get wrong, and what it has to say. */
export interface Mistake {
  readonly title: string;
  /** Gives the message. */
  make(lane: MistakeLane): Promise<string>;
  /** What the message names: the resource, the function or the setting, and the property. */
  readonly names: readonly string[];
  /** What is wrong, what is allowed, and what to type, as parts of the message. */
  readonly says: readonly string[];
  /** What the message has no room for: why it is so, and where to look. */
  readonly note?: string;
}

/** The likeliest mistakes, by what they are about. */
export const mistakes: Readonly<Record<string, readonly Mistake[]>> = {
  "Arguments of resources and functions": argumentMistakes,
  Configuration: configurationMistakes,
  "Credentials, refusals and deadlines": serviceMistakes,
};
