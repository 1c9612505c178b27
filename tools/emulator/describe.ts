/**
 * `npm run describe:compute`: writes what the official `compute.proto` says of the service into `emulator/description`:
 * in `modelled.json` the messages of kinds that are modelled, which every emulator reads, and in `compute.json` all else,
 * of which it serves the collections that nobody modelled.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type protobuf from "protobufjs";
import type {
  FieldDescription,
  MessageDescription,
  MethodDescription,
  ParameterDescription,
  ServiceDescription,
} from "../../emulator/src/kinds/generic/serviceDescription";
import { ComputeProto, type Rpc } from "../../test/support/computeProto";
import { valuesInComments } from "../../test/support/enumComments";

export const descriptionFolder = fileURLToPath(new URL("../../emulator/description", import.meta.url));

/** Messages of what is modelled, of which its shapes are read. */
const MODELLED = [
  ...["Disk", "FirewallPolicy", "InstanceGroupManager", "InstantSnapshot", "InterconnectRemoteLocation"],
  ...["ManagedInstance", "Network", "NetworkProfile", "Operation", "Policy", "Route", "Snapshot", "TargetSslProxy"],
];

/** The files by their names: one line for each method and each message, so that a new version of the API can be read as a change. */
export function describeCompute(): Readonly<Record<string, string>> {
  const proto = ComputeProto.load();
  const modelled: Record<string, MessageDescription> = {};
  for (const message of MODELLED) reach(proto, modelled, message);
  const { services, messages } = describe(proto);
  const others = Object.entries(messages).filter(([name]) => !(name in modelled));
  const methods = (service: ServiceDescription["services"][string]) => `{\n${lines(service, JSON.stringify)}\n}`;
  const written = (all: ServiceDescription["messages"]) => `"messages": {\n${lines(all, JSON.stringify)}\n}`;
  return {
    "compute.json": `{\n"services": {\n${lines(services, methods)}\n},\n${written(Object.fromEntries(others))}\n}\n`,
    "modelled.json": `{\n${written(byName(modelled))}\n}\n`,
  };
}

function lines<T>(members: Readonly<Record<string, T>>, write: (value: T) => string): string {
  return Object.entries(members)
    .map(([name, value]) => `${JSON.stringify(name)}: ${write(value)}`)
    .join(",\n");
}

function describe(proto: ComputeProto): ServiceDescription {
  const services: Record<string, Record<string, MethodDescription>> = {};
  const messages: Record<string, MessageDescription> = {};
  for (const rpc of [...proto.rpcs.values()].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const [service = "", name = ""] = rpc.name.split(".").map(lowerFirst);
    services[service] = { ...services[service], [name]: describeMethod(proto, rpc, name) };
    if (rpc.body !== undefined) reach(proto, messages, rpc.body);
    if (name === "get") reach(proto, messages, rpc.answer);
  }
  return { services, messages: byName(messages) };
}

/** Describes a message with all that is in its fields. */
function reach(proto: ComputeProto, described: Record<string, MessageDescription>, message: string): void {
  if (message in described) return;
  const fields = Object.entries(byName(proto.fields(message)));
  described[message] = Object.fromEntries(
    fields.map(([name, field]) => [name, shortest(describeField(proto, message, field))]),
  );
  for (const [, field] of fields) {
    const inside = proto.findMessage(field);
    if (inside !== undefined) reach(proto, described, inside);
  }
}

function byName<T>(members: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function describeMethod(proto: ComputeProto, { method, path, query, body, answer }: Rpc, name: string) {
  const parameters = Object.entries(query).filter(([parameter]) => !toPath(path).includes(`{${parameter}}`));
  const described = Object.fromEntries(parameters.map(([parameter, field]) => [parameter, describeParameter(field)]));
  return {
    method: method as MethodDescription["method"],
    path: toPath(path),
    ...(parameters.length === 0 ? {} : { query: described }),
    ...(body === undefined ? {} : { body }),
    answer,
    ...(name === "aggregatedList" ? { items: findItemsField(proto, answer) } : {}),
  };
}

/** A variable that stands for several segments becomes one for each: `{parent=a/*}` is `a/{a}`. */
function toPath(path: string): string {
  return path.replaceAll(/\{\w+=([^}]+)\}/g, (_whole, segments: string) =>
    segments.replaceAll(/(\w+)s\/\*/g, (_pair, collection: string) => `${collection}s/{${collection}}`),
  );
}

/** The field in which a scope of an aggregated list has its objects. */
function findItemsField(proto: ComputeProto, answer: string): string {
  const scopes = proto.fields(answer).items;
  const scope = scopes === undefined ? undefined : proto.findMessage(scopes);
  const [list, ...others] = Object.entries(proto.fields(scope ?? "")).filter(([, { repeated }]) => repeated);
  if (list === undefined || others.length > 0) throw new Error(`${answer} has no single list in a scope.`);
  return list[0];
}

function describeParameter(field: protobuf.Field): ParameterDescription {
  const named: Readonly<Record<string, string>> = { bool: "boolean", float: "number" };
  const type = (named[field.type] ?? field.type) as ParameterDescription["type"];
  const isRequired = field.options?.["(google.api.field_behavior)"] === "REQUIRED";
  return { type, ...(isRequired ? { required: true } : {}), ...(field.repeated ? { list: true } : {}) };
}

const unlistedValues = valuesInComments();

/** The three ways in which comments say that no answer has a field: of a private key, it is the last one. */
const inputOnly = /^\[?input[ -]only|@InputOnly|only insert requests (?:will )?include this field/i;

function describeField(proto: ComputeProto, message: string, field: protobuf.Field): FieldDescription {
  const comment = (field.comment ?? "").replaceAll("\n", " ");
  const inside = proto.findMessage(field);
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
    ...(inputOnly.test(comment) ? { inputOnly: true } : {}),
    ...(/^(?:required\.|\[required\]|required:)/i.test(comment) ? { required: true } : {}),
    ...(field.type === "string" && !field.map && /\bURLs?\b/.test(comment) ? { link: true } : {}),
    ...(field.type === "string" && /RFC ?3339/.test(comment) ? { time: true } : {}),
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

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  for (const [name, text] of Object.entries(describeCompute())) writeFileSync(join(descriptionFolder, name), text);
