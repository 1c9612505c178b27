/** Some members of an object. */
export function pick(object: object, names: readonly string[]): Record<string, unknown> {
  const members = object as Readonly<Record<string, unknown>>;
  return Object.fromEntries(names.map((name) => [name, members[name]]));
}
