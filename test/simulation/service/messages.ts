import { ComputeProto } from "../../support/computeProto";
import { isData } from "./json";
import type { Data } from "./objects";

export interface Field {
  /** `string`, `uint64`, or the name of a message. */
  readonly type: string;
  readonly form: "one" | "list" | "map";
  readonly isMessage: boolean;
}

export type Fields = Readonly<Record<string, Field>>;

const fieldsByMessage = new Map<string, Fields>();
const answers = new Map<string, string | undefined>();

/** The message that a request is answered with, as the official client has it. */
export function findMessage(method: string, path: string): string | undefined {
  const key = `${method} ${path.replace(/\/operations\/[^/]+/, "/operations/o")}`;
  if (!answers.has(key)) answers.set(key, found(method, path));
  return answers.get(key);
}

function found(method: string, path: string): string | undefined {
  const segments = path.split("/");
  const isMatch = (segment: string, index: number) => segment.startsWith("{") || segment === segments[index];
  return [...ComputeProto.load().rpcs.values()].find((rpc) => {
    const expected = rpc.path.split("/");
    return rpc.method === method && expected.length === segments.length && expected.every(isMatch);
  })?.answer;
}

export function findFields(message: string): Fields {
  const known = fieldsByMessage.get(message);
  if (known !== undefined) return known;
  const proto = ComputeProto.load();
  const entries = Object.entries(proto.fields(message)).map(([name, field]): [string, Field] => {
    const inner = proto.findMessage(field);
    const form = field.map ? "map" : field.repeated ? "list" : "one";
    return [name, { type: inner ?? field.type, form, isMessage: inner !== undefined }];
  });
  const fields = Object.fromEntries(entries);
  fieldsByMessage.set(message, fields);
  return fields;
}

/** Every message in an answer changed, the innermost first; the entries of a map are data, and no members. */
export function mapMessages(value: unknown, message: string, change: (object: Data, fields: Fields) => Data): unknown {
  if (Array.isArray(value)) return value.map((item) => mapMessages(item, message, change));
  if (!isData(value)) return value;
  const fields = findFields(message);
  const members = Object.entries(value).map(([name, member]): [string, unknown] => {
    const field = fields[name];
    if (!field?.isMessage) return [name, member];
    if (field.form !== "map" || !isData(member)) return [name, mapMessages(member, field.type, change)];
    const entries = Object.entries(member).map(([key, one]) => [key, mapMessages(one, field.type, change)] as const);
    return [name, Object.fromEntries(entries)];
  });
  return change(Object.fromEntries(members), fields);
}
