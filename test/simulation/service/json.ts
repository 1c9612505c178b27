import type { Data } from "./objects";

export function isData(value: unknown): value is Data {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What becomes of the parts of a value, the innermost first. */
interface Change {
  text?(text: string, member: string): unknown;
  list?(items: readonly unknown[]): readonly unknown[];
  object?(object: Data): Data;
}

export function mapDeep<Value>(value: Value, change: Change, member = ""): Value {
  const applyChange = (): unknown => {
    if (typeof value === "string") return change.text?.(value, member) ?? value;
    if (Array.isArray(value)) {
      const items = value.map((item: unknown) => mapDeep(item, change, member));
      return change.list?.(items) ?? items;
    }
    if (!isData(value)) return value;
    const members = Object.entries(value).map(([name, one]) => [name, mapDeep(one, change, name)] as const);
    const object = Object.fromEntries(members);
    return change.object?.(object) ?? object;
  };
  return applyChange() as Value;
}

/** The same without some members. */
export function without<Value>(value: Value, isLeftOut: (member: unknown, name: string) => boolean): Value {
  return mapDeep(value, {
    object: (object) => Object.fromEntries(Object.entries(object).filter(([name, one]) => !isLeftOut(one, name))),
  });
}

export function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return isData(value) ? Object.keys(value).length === 0 : value === "" || value === false;
}

/** Whether a member is one of a later version. */
export function isSurplus(_member: unknown, name: string): boolean {
  return name.startsWith("surplus");
}
