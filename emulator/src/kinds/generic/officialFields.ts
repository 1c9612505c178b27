import type { Field, Fields } from "../../basics/schema";
import { MessageFields, ownFields } from "./fields";
import { readModelledMessages } from "./serviceDescription";

const modelled = new MessageFields(readModelledMessages());

/**
 * Where a modelled kind is other than the official description of its message: by the path of a field, such as
 * `versions.targetSize`, what else is said of it; `leftOut` where the kind has no such field.
 */
export type Deviations = Readonly<Record<string, Deviation>>;

type Deviation = PartialField<Field> | typeof leftOut;

/** Each kind of field with any of its members; one that is undefined is taken away. */
type PartialField<F extends Field> = F extends Field ? { readonly [Member in keyof F]?: F[Member] | undefined } : never;

/** A field that is in the description, and not in the specification. */
export const leftOut = "leftOut";

/** The fields of a message from the official description. Throws for a deviation of a field that is not in it. */
export function officialFields(message: string, deviations: Deviations = {}): Fields {
  return applyDeviations(modelled.read(message), message, deviations);
}

/** The fields of a message with what else is said of them. */
export function applyDeviations(described: Fields, message: string, deviations: Deviations): Fields {
  return Object.entries(deviations).reduce<Fields>(
    (fields, [path, deviation]) => applyDeviation(fields, path.split("."), deviation, `${message}.${path}`),
    described,
  );
}

/** The same for a described collection, which adds the fields that all of them have. */
export function officialOwnFields(message: string, deviations: Deviations = {}): Fields {
  return ownFields(officialFields(message, deviations));
}

function applyDeviation(
  fields: Fields,
  [name = "", ...rest]: readonly string[],
  deviation: Deviation,
  at: string,
): Fields {
  const field = fields[name];
  if (field === undefined) throw new Error(`There is no ${at} in the description.`);
  if (rest.length > 0)
    return { ...fields, [name]: changeMembers(field, (members) => applyDeviation(members, rest, deviation, at)) };
  if (deviation === leftOut) return Object.fromEntries(Object.entries(fields).filter(([other]) => other !== name));
  return { ...fields, [name]: { ...field, ...deviation } as Field };
}

/** The field with other members of the object that it holds, in a list or a map or itself. */
function changeMembers(field: Field, change: (members: Fields) => Fields): Field {
  switch (field.type) {
    case "list":
      return { ...field, items: changeMembers(field.items, change) };
    case "map":
      return { ...field, values: changeMembers(field.values, change) };
    case "object":
      return { ...field, fields: change(field.fields) };
    default:
      throw new Error(`A field of the type ${field.type} has no members.`);
  }
}
