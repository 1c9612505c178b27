import * as compute from "@google-cloud/compute";
import { collections } from "../../emulator/src/kinds/catalog";
import { reasonToLeaveOut } from "../../emulator/src/kinds/generic/collections";
import { readServiceDescription, type MethodDescription } from "../../emulator/src/kinds/generic/serviceDescription";
import type { settingsForOfficialClient } from "../support/officialClient";

// The collections that the emulator serves by their description, and how the official client reaches any of them.

const { services, messages } = readServiceDescription();

/** One collection of the API. */
export interface OfficialCollection {
  /** `globalAddresses`. */
  readonly service: string;
  readonly methods: Readonly<Record<string, MethodDescription>>;
  /** Message of one object. */
  readonly message: string;
  /** The variable for the name of an object. */
  readonly variable: string;
}

/** The collections that every test here is about: neither modelled nor left out. */
export const officialCollections: readonly OfficialCollection[] = Object.entries(services)
  .filter(([, methods]) => reasonToLeaveOut(methods) === undefined)
  .map(([service, methods]) => ({
    service,
    methods,
    message: methods.get?.answer ?? "",
    variable: /\{(\w+)\}$/.exec(methods.get?.path ?? "")?.[1] ?? "",
  }))
  .filter(({ methods }) => !collections.some(({ path }) => path === methods.get?.path));

export const places = { project: "my-project", region: "europe-west1", zone: "europe-west1-b" };

/** A call of the official client: parameters by their names, and what is sent. */
export type OfficialCall = (request: Record<string, unknown>) => Promise<Record<string, unknown>>;

/** The methods of one service as the official client calls them. */
export function officialCalls(
  { service, methods }: OfficialCollection,
  settings: ReturnType<typeof settingsForOfficialClient>,
): (name: string, sent?: unknown, more?: Record<string, unknown>) => Promise<unknown> {
  const clients = compute as unknown as Readonly<
    Record<string, new (options: typeof settings) => Record<string, OfficialCall>>
  >;
  const Client = clients[`${upperFirst(service)}Client`];
  if (Client === undefined) throw new Error(`There is no client for ${service}.`);
  const client = new Client(settings);
  return async (name, sent, more = {}) => {
    const method = methods[name];
    const inPath = [...(method?.path ?? "").matchAll(/\{(\w+)\}/g)].map(([, variable]) => variable ?? "");
    const place = Object.fromEntries(Object.entries(places).filter(([variable]) => inPath.includes(variable)));
    const body = method?.body === undefined ? {} : { [`${lowerFirst(method.body)}Resource`]: sent };
    const [answer] = (await client[name]?.({ ...required(method), ...place, ...body, ...more })) as unknown as [
      unknown,
    ];
    return answer;
  };
}

/** Parameters without which a method does nothing. */
function required(method: MethodDescription | undefined): Record<string, unknown> {
  const needed = Object.entries(method?.query ?? {}).filter(([, parameter]) => parameter.required === true);
  return Object.fromEntries(needed.map(([name, { type }]) => [name, type === "string" ? "x" : 1]));
}

/** The least that an insert takes: values for what is required, at every depth. */
export function leastOf(message: string): Record<string, unknown> {
  const needed = Object.entries(messages[message] ?? {}).flatMap(([name, field]) =>
    typeof field === "string" || field.required !== true ? [] : [[name, valueOf(field)] as const],
  );
  return Object.fromEntries(needed);
}

function valueOf(field: Exclude<(typeof messages)[string][string], string>): unknown {
  const { type, values, list, map } = field;
  const one =
    type in messages
      ? { ...anyOf(type), ...leastOf(type) }
      : type === "string"
        ? (values?.[0] ?? "x")
        : type === "bool"
          ? true
          : 1;
  return list === true ? [one] : map === true ? { a: one } : one;
}

/** An object without anything in it is no value: one with its first field is. */
function anyOf(message: string): Record<string, unknown> {
  const [first] = Object.entries(messages[message] ?? {}).filter(([, field]) => field === "string" || field === "bool");
  return first === undefined ? {} : { [first[0]]: first[1] === "bool" ? true : "x" };
}

/** A field that takes any text, to see whether a change arrives. */
export function textField(message: string): string | undefined {
  // By its comments, no text of a subnetwork can be patched that this table could take.
  if (message === "Subnetwork") return undefined;
  const texts = Object.entries(messages[message] ?? {}).filter(
    ([name, field]) => field === "string" && name !== "name",
  );
  const names = texts.map(([name]) => name).filter((name) => !/ingerprint$|etag/.test(name));
  return names.includes("description") ? "description" : names[0];
}

function upperFirst(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
