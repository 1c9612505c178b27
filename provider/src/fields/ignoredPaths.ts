import type { Path } from "./leaves";
import { parsePropertyPath } from "./propertyPath";
import { toValues, isValues, readMember, type Values } from "./values";

/**
 * The paths of a program's option `ignoreChanges`. The engine gives their values of the last run, whoever has set them: they
 * are compared with nothing, sent by no update, and nobody's by this.
 */
export class IgnoredPaths {
  private readonly patterns: readonly Path[];

  constructor(texts: readonly string[] = []) {
    this.patterns = texts.map(parsePropertyPath);
  }

  /** True if everything at a path is ignored. */
  covers(path: Path): boolean {
    return this.patterns.some((pattern) => pattern.length <= path.length && agree(pattern, path));
  }

  /** A path that is below one of these fields, and not the field itself. */
  findBelow(fields: readonly string[]): Path | undefined {
    return this.patterns.find(([field = "", ...rest]) => rest.length > 0 && fields.includes(field));
  }

  /** The declared value at a path, with what is ignored of it as it is there. */
  replaced(path: Path, declared: unknown, actual: unknown): unknown {
    if (this.covers(path)) return actual;
    if (!this.patterns.some((pattern) => agree(pattern, path))) return declared;
    if (Array.isArray(declared)) {
      const items: readonly unknown[] = Array.isArray(actual) ? actual : [];
      return declared.map((item: unknown, index) =>
        index < items.length ? this.replaced([...path, String(index)], item, items[index]) : item,
      );
    }
    if (!isValues(declared)) return declared;
    const present: Values = toValues(actual);
    const members = Object.keys({ ...declared, ...present }).map((key): [string, unknown] => [
      key,
      this.replaced([...path, key], readMember(declared, key), readMember(present, key)),
    ]);
    return Object.fromEntries(members.filter(([, value]) => value !== undefined));
  }

  /** The inputs of a program, with what is ignored of them as it is recorded. */
  inputs(declared: Values, recorded: Values): Values {
    return this.replaced([], declared, recorded) as Values;
  }
}

/** Those of a program without the option. */
export const nothingIgnored = new IgnoredPaths();

/** True if a pattern and a path name the same as far as both go. */
function agree(pattern: Path, path: Path): boolean {
  return pattern.every((key, index) => index >= path.length || key === "*" || key === path[index]);
}
