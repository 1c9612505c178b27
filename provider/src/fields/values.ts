/** The properties of a resource as the engine hands them over: plain JSON. */
export type Values = Record<string, unknown>;

/** True if a value is a JSON object, not a list and not null. */
export function isValues(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value where it is a JSON object, and else one without members. */
export function toValues(value: unknown): Values {
  return isValues(value) ? value : {};
}

/** The texts in a list; none where the value is no list. */
export function listTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** The objects in a list; none where the value is no list. */
export function listObjects(value: unknown): Values[] {
  return Array.isArray(value) ? value.filter(isValues) : [];
}

/** The same properties without absent ones, at every depth: the engine's wire format cannot carry `undefined`. */
export function withoutAbsent<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutAbsent) as T;
  if (!isValues(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined && member !== null)
      .map(([key, member]) => [key, withoutAbsent(member)]),
  ) as T;
}

/** Absent, or empty in a way that the service does not tell from absent. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === "" || value === false) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isValues(value) && Object.keys(value).length === 0;
}

/** A member of an object or a list of JSON. Every object of the language seems to have a `constructor` and a `toString`. */
export function readMember(value: unknown, key: string | number): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string | number, unknown>>)[key]
    : undefined;
}

/** Makes a member, also for a key such as `__proto__`, which an assignment would not make one. */
export function define(values: Values, key: string, value: unknown): void {
  Object.defineProperty(values, key, { value, writable: true, enumerable: true, configurable: true });
}

/** A text property, or `undefined` when it is absent or something else. */
export function text(values: Values, key: string): string | undefined {
  const value = readMember(values, key);
  return typeof value === "string" ? value : undefined;
}

/** A text property that check has made sure of. */
export function requiredText(values: Values, key: string): string {
  const value = text(values, key);
  if (value === undefined) throw new Error(`${key} is missing from the recorded properties`);
  return value;
}

/** Those of the properties that are there. */
export function pick(values: Values, keys: readonly string[]): Values {
  const members = keys.map((key) => [key, readMember(values, key)] as const);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

/** The object after a JSON merge patch (RFC 7396). */
export function applyMergePatch(target: unknown, patch: unknown): unknown {
  if (!isValues(patch)) return patch;
  const result = new Map(isValues(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) result.delete(key);
    else result.set(key, applyMergePatch(result.get(key), value));
  }
  return Object.fromEntries(result);
}
