/** Texts that mean to every shell what they say. */
const plain = /^[A-Za-z0-9_/.][A-Za-z0-9_/.:@%+,=-]*$/;

/** Characters that single quotes keep, and that a person does not see as they are. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}\p{NChar}\u2800]/u;

const invisibleOrQuoting = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}\p{NChar}\u2800\\']/gu;

/** One argument of a command that is suggested: whatever is in it, the shell takes it for this argument and for nothing else. */
export function quote(argument: string): string {
  if (plain.test(argument)) return argument;
  if (!invisible.test(argument)) return `'${argument.replaceAll("'", `'\\''`)}'`;
  // The form for characters that single quotes would hide: bash, zsh and ksh read it, in bytes.
  return `$'${argument.replace(invisibleOrQuoting, (character) => {
    if (character === "\\" || character === "'") return `\\${character}`;
    return [...Buffer.from(character)].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("");
  })}'`;
}

/** A command that is suggested: its words are ours, and every argument is quoted. */
export function command(words: string, ...args: readonly string[]): string {
  return [words, ...args.map(quote)].join(" ");
}
