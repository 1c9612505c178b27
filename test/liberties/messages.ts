import type protobuf from "protobufjs";
import { ComputeProto, type Rpc } from "../support/computeProto";
import { isObject, mapMembers, type Json, type JsonObject } from "./json";
import type { Asked } from "./proxy";

type Fields = Readonly<Record<string, protobuf.Field>>;

/** Every message in an answer changed, the innermost first; the entries of a map are data and no members. */
export function mapMessages(
  body: Json,
  asked: Asked,
  change: (object: JsonObject, fields: Fields) => JsonObject,
): Json {
  const rpc = rpcOf(asked);
  return rpc === undefined ? body : mapMessage(body, rpc.answer, change);
}

function mapMessage(value: Json, message: string, change: (object: JsonObject, fields: Fields) => JsonObject): Json {
  if (!isObject(value)) return value;
  const fields = ComputeProto.load().fields(message);
  const within = mapMembers(value, (member, name) => {
    const field = fields[name];
    const inner = field && ComputeProto.load().messageOf(field);
    if (field === undefined || inner === undefined) return member;
    const item = (single: Json) => mapMessage(single, inner, change);
    if (field.map) return isObject(member) ? mapMembers(member, item) : member;
    return Array.isArray(member) ? member.map(item) : item(member);
  });
  return change(within, fields);
}

/** The method of the API that a request calls. */
function rpcOf({ method, path }: Asked): Rpc | undefined {
  const segments = path.split("/");
  return [...ComputeProto.load().rpcs.values()].find((rpc) => {
    const expected = rpc.path.split("/");
    return (
      rpc.method === method &&
      expected.length === segments.length &&
      expected.every((segment, index) => segment.startsWith("{") || segment === segments[index])
    );
  });
}
