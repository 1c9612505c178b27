import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Method, QueryType } from "../endpoint";
import { packageFolder } from "../../basics/packageFolder";

/** The description of the service in the official `compute.proto`, as `npm run describe:compute` writes it. */
export interface ServiceDescription {
  /** By the name of the service in the proto: `addresses`, `globalAddresses`. Each has its methods by their names. */
  readonly services: Readonly<Record<string, Readonly<Record<string, MethodDescription>>>>;
  /** By the names that methods and fields give them. */
  readonly messages: Readonly<Record<string, MessageDescription>>;
}

/** One method of the API. */
export interface MethodDescription {
  readonly method: Method;
  /** After `/compute/v1/`: `projects/{project}/regions/{region}/addresses/{address}`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, ParameterDescription>>;
  /** Message of the body. */
  readonly body?: string;
  /** Message of the answer. */
  readonly answer: string;
  /** Where an aggregated list has the objects of one scope. */
  readonly items?: string;
}

/** A query parameter. */
export interface ParameterDescription {
  readonly type: Exclude<QueryType, "requestId">;
  readonly required?: true;
  readonly list?: true;
}

/** The fields of a message by their names in JSON. A field of which only the type is to be said is that type. */
export type MessageDescription = Readonly<Record<string, FieldDescription | string>>;

/** A field of a message. */
export interface FieldDescription {
  /** `string`, `int32` and the like, or the name of a message; for a list or a map that of what is in it. */
  readonly type: string;
  readonly list?: true;
  readonly map?: true;
  readonly values?: readonly string[];
  readonly outputOnly?: true;
  readonly inputOnly?: true;
  readonly required?: true;
  /** True if the value is the URL of an object. */
  readonly link?: true;
  /** True if the value is a time of RFC 3339. */
  readonly time?: true;
}

/** The description, read anew: it is long, and most who run an emulator need nothing of it. */
export function readServiceDescription(): ServiceDescription {
  const { services, messages } = read("compute.json") as ServiceDescription;
  return { services, messages: { ...messages, ...readModelledMessages() } };
}

/** The messages of what is modelled. */
export function readModelledMessages(): ServiceDescription["messages"] {
  return (read("modelled.json") as Pick<ServiceDescription, "messages">).messages;
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(join(packageFolder, "description", file), "utf8"));
}
