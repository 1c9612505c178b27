import type { ListItem } from "../../compute/paging";

/** Items as results have them: the API's `id` would collide with Pulumi's. */
export function withNumericIds<Item>(items: readonly ListItem[] = []): Item[] {
  return items.map(withNumericId) as Item[];
}

/** An object as results have it. One copy, because lists are long. */
export function withNumericId({ id, ...rest }: ListItem & { numericId?: string }): object {
  if (id !== undefined) rest.numericId = id;
  return rest;
}
