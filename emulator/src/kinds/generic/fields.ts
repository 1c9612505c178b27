import { customerKeyField } from "./customerKeys";
import type { Field, FieldBase, Fields, StringField } from "../../basics/schema";
import type { FieldDescription, ServiceDescription } from "./serviceDescription";

/** Reads messages as fields. What several messages hold is read once. */
export class MessageFields {
  readonly #messages: ServiceDescription["messages"];
  readonly #read = new Map<string, Fields>();

  constructor(messages: ServiceDescription["messages"]) {
    this.#messages = messages;
  }

  read(message: string): Fields {
    const known = this.#read.get(message);
    if (known !== undefined) return known;
    const described = Object.entries(this.#messages[message] ?? {});
    const fields = Object.fromEntries(described.map(([name, field]) => [name, this.#field(field)]));
    this.#read.set(message, fields);
    return fields;
  }

  #field(description: FieldDescription | string): Field {
    const field = typeof description === "string" ? { type: description } : description;
    const { outputOnly, inputOnly, required, list, map } = field;
    const base: FieldBase = {
      ...(outputOnly === undefined ? {} : { outputOnly }),
      ...(inputOnly === undefined ? {} : { inputOnly }),
      ...(required === undefined ? {} : { required }),
    };
    const one = this.#one(field);
    if (list === true) return { type: "list", items: one, ...base };
    return map === true ? { type: "map", values: one, ...base } : { ...one, ...base };
  }

  #one({ type, values, link, time }: FieldDescription): Field {
    if (type === CUSTOMER_KEY) return customerKeyField;
    const isMessage = Object.hasOwn(this.#messages, type);
    if (isMessage) return { type: "object", fields: this.read(type) };
    const text: StringField = {
      type: "string",
      ...(values === undefined ? {} : { values }),
      ...(link === true ? { isLink: true } : {}),
      ...(time === true ? { format: "timestamp" } : {}),
    };
    return type === "string" ? text : (SCALARS[type] ?? { type: "any" });
  }
}

/** The message of a key, whose secret members the description does not tell from the others. */
const CUSTOMER_KEY = "CustomerEncryptionKey";

/** Fields without those that every collection has of its own accord. */
export function ownFields(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !SERVER_FIELDS.includes(name)));
}

const SERVER_FIELDS: readonly string[] = [
  ...["kind", "id", "creationTimestamp", "selfLink", "name"],
  ...["labels", "labelFingerprint", "fingerprint"],
];

const SCALARS: Readonly<Record<string, Field>> = {
  bool: { type: "boolean" },
  bytes: { type: "bytes" },
  double: { type: "number" },
  float: { type: "number" },
  fixed64: { type: "int64" },
  int32: { type: "integer" },
  int64: { type: "int64" },
  uint32: { type: "integer", minimum: 0, maximum: 2 ** 32 - 1 },
  uint64: { type: "int64" },
};
