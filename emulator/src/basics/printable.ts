import { inspect } from "node:util";

/**
 * A text of somebody else as a terminal may show it: characters that control the terminal, hide, or turn a line around are
 * escaped. Lines stay lines.
 */
export function toPrintable(text: string): string {
  return text.replace(/[^\P{C}\n]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** The text of anything that was thrown. */
export function messageFrom(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : inspect(thrown);
}
