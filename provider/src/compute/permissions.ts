/** For a message: permissions of which a caller needs one at least, as the specification has it for an endpoint. */
export function oneOf(...permissions: readonly [string, string, ...string[]]): string {
  return `at least one of ${permissions.slice(0, -1).join(", ")} and ${permissions.at(-1) ?? ""}`;
}
