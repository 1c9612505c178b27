/**
 * Makes a request path of literal text and values: ``path`projects/${project}/global/routes/${route}` ``.
 *
 * Every value becomes exactly one segment: it is encoded, and refused when it is empty or would be resolved away
 * (`.` and `..`), so that no name can reach another resource.
 */
export function path(literals: TemplateStringsArray, ...values: string[]): string {
  return literals.reduce((made, literal, index) => made + segment(values[index - 1] ?? "") + literal);
}

function segment(value: string): string {
  if (value === "" || value === "." || value === ".." || !value.isWellFormed())
    throw new Error(`${JSON.stringify(value)} cannot be part of a request path.`);
  return encodeURIComponent(value);
}
