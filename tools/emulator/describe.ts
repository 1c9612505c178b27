/**
 * `npm run describe:compute`: writes what the official `compute.proto` says of the service into
 * `emulator/description/compute.json`, of which the emulator serves the collections that nobody modelled.
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import type protobuf from "protobufjs";
import type {
  FieldDescription,
  MessageDescription,
  MethodDescription,
  ParameterDescription,
  ServiceDescription,
} from "../../emulator/src/generic/serviceDescription";
import { ComputeProto, type Rpc } from "../../test/support/computeProto";
import { valuesInComments } from "../../test/support/enumComments";

export const descriptionFile = fileURLToPath(new URL("../../emulator/description/compute.json", import.meta.url));

/** The text of the file: one line for each method and each message, so that a new version of the API can be read as a change. */
export function describedCompute(): string {
  const { services, messages } = describe(ComputeProto.load(), valuesInComments());
  const methods = (service: ServiceDescription["services"][string]) => `{\n${lines(service, JSON.stringify)}\n}`;
  return `{\n"services": {\n${lines(services, methods)}\n},\n"messages": {\n${lines(messages, JSON.stringify)}\n}\n}\n`;
}

function lines<T>(members: Readonly<Record<string, T>>, write: (value: T) => string): string {
  return Object.entries(members)
    .map(([name, value]) => `${JSON.stringify(name)}: ${write(value)}`)
    .join(",\n");
}

function describe(proto: ComputeProto, unlistedValues: ReadonlyMap<string, readonly string[]>): ServiceDescription {
  const services: Record<string, Record<string, MethodDescription>> = {};
  const messages: Record<string, MessageDescription> = {};
  const reach = (message: string): void => {
    if (message in messages) return;
    const fields = Object.entries(proto.fields(message)).sort(([a], [b]) => (a < b ? -1 : 1));
    messages[message] = Object.fromEntries(
      fields.map(([name, field]) => [name, shortest(describeField(proto, message, field, unlistedValues))]),
    );
    for (const [, field] of fields) {
      const inside = proto.messageOf(field);
      if (inside !== undefined) reach(inside);
    }
  };
  for (const rpc of [...proto.rpcs.values()].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const [service = "", name = ""] = rpc.name.split(".").map(lowerFirst);
    services[service] = { ...services[service], [name]: describeMethod(proto, rpc, name) };
    if (rpc.body !== undefined) reach(rpc.body);
    if (name === "get") reach(rpc.answer);
  }
  const sorted = Object.entries(messages).sort(([a], [b]) => (a < b ? -1 : 1));
  return { services, messages: Object.fromEntries(sorted) };
}

function describeMethod(proto: ComputeProto, { method, path, query, body, answer }: Rpc, name: string) {
  const parameters = Object.entries(query).filter(([parameter]) => !pathOf(path).includes(`{${parameter}}`));
  const described = Object.fromEntries(parameters.map(([parameter, field]) => [parameter, describeParameter(field)]));
  return {
    method: method as MethodDescription["method"],
    path: pathOf(path),
    ...(parameters.length === 0 ? {} : { query: described }),
    ...(body === undefined ? {} : { body }),
    answer,
    ...(name === "aggregatedList" ? { items: itemsOf(proto, answer) } : {}),
  };
}

/** A variable that stands for several segments becomes one for each: `{parent=a/*}` is `a/{a}`. */
function pathOf(path: string): string {
  return path.replaceAll(/\{\w+=([^}]+)\}/g, (_whole, segments: string) =>
    segments.replaceAll(/(\w+)s\/\*/g, (_pair, collection: string) => `${collection}s/{${collection}}`),
  );
}

/** The field in which a scope of an aggregated list has its objects. */
function itemsOf(proto: ComputeProto, answer: string): string {
  const scopes = proto.fields(answer).items;
  const scope = scopes === undefined ? undefined : proto.messageOf(scopes);
  const lists = Object.entries(proto.fields(scope ?? "")).filter(([, { repeated }]) => repeated);
  if (lists.length !== 1) throw new Error(`${answer} has no single list in a scope.`);
  return lists[0]?.[0] ?? "";
}

function describeParameter(field: protobuf.Field): ParameterDescription {
  const types: Readonly<Record<string, ParameterDescription["type"]>> = {
    bool: "boolean",
    float: "number",
    int32: "int32",
    int64: "int64",
    string: "string",
    uint32: "uint32",
  };
  const type = types[field.type];
  if (type === undefined) throw new Error(`The parameter ${field.name} is ${field.type}.`);
  const isRequired = field.options?.["(google.api.field_behavior)"] === "REQUIRED";
  return { type, ...(isRequired ? { required: true } : {}), ...(field.repeated ? { list: true } : {}) };
}

function describeField(
  proto: ComputeProto,
  message: string,
  field: protobuf.Field,
  unlistedValues: ReadonlyMap<string, readonly string[]>,
): FieldDescription {
  const comment = (field.comment ?? "").replaceAll("\n", " ");
  const inside = proto.messageOf(field);
  const enumName = upperCamel(field.name);
  const values = proto.enumValues(message, enumName);
  const allValues = [...(values ?? []), ...(unlistedValues.get(`${message}.${enumName}`) ?? [])];
  return {
    // An enumeration is a text to those who send JSON.
    type: inside ?? (/^[A-Z]/.test(field.type) ? "string" : field.type),
    ...(field.repeated ? { list: true } : {}),
    ...(field.map ? { map: true } : {}),
    ...(values === undefined ? {} : { values: [...new Set(allValues)].sort() }),
    ...(/^\[?output[ -]only/i.test(comment) ? { outputOnly: true } : {}),
    ...(/^\[?input[ -]only/i.test(comment) ? { inputOnly: true } : {}),
    ...(/^(?:required\.|\[required\]|required:)/i.test(comment) ? { required: true } : {}),
    ...(field.type === "string" && !field.map && /\bURLs?\b/.test(comment) ? { link: true } : {}),
  };
}

function shortest(field: FieldDescription): FieldDescription | string {
  return Object.keys(field).length === 1 ? field.type : field;
}

function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** The enumeration of a field has its name: that of `address_type` is `AddressType`. */
function upperCamel(name: string): string {
  return name.replaceAll(/(?:^|_)(.)/g, (_whole, letter: string) => letter.toUpperCase());
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  writeFileSync(descriptionFile, describedCompute());
}
