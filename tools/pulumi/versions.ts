/** The oldest Pulumi CLI the package is tested with, and so the oldest one that is taken from PATH. */
export const minimumCliVersion = "3.245.0";

/** What is built with Go: the version of the CLI and of the launcher of dynamic providers. */
export const builtCliVersion = "3.245.0";

/** The last Node language host that is part of a module one can get; it works with the CLI above. */
export const builtLanguageHostVersion = "3.68.0";

/** What the CLI's module asks of the Go compiler. */
export const minimumGoVersion = "1.25.8";

interface ParsedVersion {
  readonly numbers: readonly [number, number, number];
  readonly isPrerelease: boolean;
}

function parseVersion(text: string): ParsedVersion | undefined {
  const match = /(\d+)\.(\d+)(?:\.(\d+))?(-[0-9A-Za-z])?/.exec(text);
  if (match === null) {
    return undefined;
  }
  return {
    numbers: [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)],
    isPrerelease: match[4] !== undefined,
  };
}

/**
 * Whether the version somewhere in `text` ("v3.250.1", "go version go1.26.8 linux/amd64") is at least `minimum`.
 * `undefined` when there is no version in it.
 */
export function isAtLeast(text: string, minimum: string): boolean | undefined {
  const found = parseVersion(text);
  const wanted = parseVersion(minimum);
  if (found === undefined || wanted === undefined) {
    return undefined;
  }
  for (const [index, number] of wanted.numbers.entries()) {
    const difference = (found.numbers[index] ?? 0) - number;
    if (difference !== 0) {
      return difference > 0;
    }
  }
  return !found.isPrerelease;
}
