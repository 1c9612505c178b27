import type protobuf from "protobufjs";
import type { ComputeProto } from "./computeProto";
import { valuesInComments } from "./enumComments";

/**
 * Reads JSON as an official message, far more strictly than any client: a member that the message lacks, a value of
 * another type and an unknown value of an enumeration are problems. Notes which fields were there.
 */
export class MessageReader {
  /** Every field that was there so far, as `Message.field`. */
  readonly visited = new Set<string>();
  /** The mistakes, each with its place. */
  readonly problems: string[] = [];
  readonly #proto: ComputeProto;
  readonly #messages = new Set<string>();
  readonly #inComments = valuesInComments();

  constructor(proto: ComputeProto) {
    this.#proto = proto;
  }

  read(message: string, value: unknown, at = message): void {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      this.problems.push(`${at} is no object`);
      return;
    }
    this.#messages.add(message);
    const fields = this.#proto.fields(message);
    for (const [name, item] of Object.entries(value)) {
      const field = fields[name];
      if (field === undefined) this.problems.push(`${at}.${name} is not in ${message}`);
      else {
        this.visited.add(`${message}.${name}`);
        this.#readField(message, field, name, item, `${at}.${name}`);
      }
    }
  }

  /** Fields that were never there, of messages that were read, as `Message.field`. */
  missing(): string[] {
    return [...this.#messages]
      .flatMap((message) => Object.keys(this.#proto.fields(message)).map((name) => `${message}.${name}`))
      .filter((name) => !this.visited.has(name))
      .sort();
  }

  #readField(message: string, field: protobuf.Field, name: string, value: unknown, at: string): void {
    const item = (inner: unknown, place: string) => {
      this.#readItem(message, field, name, inner, place);
    };
    if (field.map) for (const [key, inner] of Object.entries(value as object)) item(inner, `${at}[${key}]`);
    else if (field.repeated && Array.isArray(value)) {
      // The service leaves out a list without items.
      if (value.length === 0) this.problems.push(`${at} is an empty list`);
      for (const [index, inner] of value.entries()) item(inner, `${at}[${String(index)}]`);
    } else if (field.repeated) this.problems.push(`${at} is no list`);
    else item(value, at);
  }

  #readItem(message: string, field: protobuf.Field, name: string, value: unknown, at: string): void {
    if (field.type === "google.protobuf.Any") {
      // Objects of arbitrary members: only their type has to be said.
      if (typeof (value as Record<string, unknown>)["@type"] !== "string") this.problems.push(`${at} has no @type`);
      return;
    }
    const inner = this.#proto.findMessage(field);
    if (inner !== undefined) this.read(inner, value, at);
    else if (!isScalar(field.type, value)) this.problems.push(`${at} is ${JSON.stringify(value)}, not ${field.type}`);
    else {
      const values = this.#findValues(message, name);
      if (values !== undefined && !values.includes(String(value)))
        this.problems.push(`${at} is ${String(value)}, not one of ${values.join(", ")}`);
    }
  }

  /** Enumerations are texts in JSON; the one of a field is nested in its message under the same name. */
  #findValues(message: string, name: string): string[] | undefined {
    const enumName = name.charAt(0).toUpperCase() + name.slice(1);
    const listed = this.#proto.enumValues(message, enumName);
    return listed && [...listed, ...(this.#inComments.get(`${message}.${enumName}`) ?? [])];
  }
}

const RANGES: Readonly<Record<string, readonly [minimum: bigint, maximum: bigint]>> = {
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  uint32: [0n, 2n ** 32n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  uint64: [0n, 2n ** 64n - 1n],
};

function isScalar(type: string, value: unknown): boolean {
  switch (type) {
    case "bool":
      return typeof value === "boolean";
    case "float":
    case "double":
      return typeof value === "number";
    case "int32":
    case "uint32":
      return Number.isInteger(value) && isWithin(type, BigInt(Number(value)));
    case "int64":
    case "uint64":
      return typeof value === "string" && /^-?[0-9]+$/.test(value) && isWithin(type, BigInt(value));
    default:
      // An empty text is left out, as an empty list is.
      return typeof value === "string" && value !== "";
  }
}

function isWithin(type: string, value: bigint): boolean {
  const [minimum, maximum] = RANGES[type] ?? [0n, 0n];
  return value >= minimum && value <= maximum;
}
