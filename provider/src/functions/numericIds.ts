import type { ListItem } from "../compute/paging";

/** Items as results have them: the API's `id` would collide with Pulumi's. */
export function withNumericIds<Item>(items: readonly ListItem[] = []): Item[] {
  return items.map(withNumericId) as Item[];
}

/** An object as results have it. */
export function withNumericId(object: ListItem): object {
  const { id, ...rest } = object;
  return id === undefined ? rest : { numericId: id, ...rest };
}
