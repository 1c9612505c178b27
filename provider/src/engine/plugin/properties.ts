import { Struct, type JavaScriptValue } from "google-protobuf/google/protobuf/struct_pb.js";
import { parsePath, valueAt, type Path } from "../../fields/leaves";
import { secretSignature, signatureKey } from "../../fields/secretMark";
import { isUnknown } from "../../fields/unknown";
import { isValues, type Values } from "../../fields/values";
import { collectScalars, hideInMessages } from "../../messages/redaction";
import { partsKey } from "../../parts/record";

/** Properties of a request, and which of them are secret. */
export interface Received {
  readonly values: Values;
  readonly secrets: RequestSecrets;
}

/** Opens the properties of a request. From here on no message about the request has what is secret among them. */
export function openProperties(struct: Struct | undefined): Received {
  const received = open(struct);
  hideInMessages(received.secrets.hidden());
  return received;
}

/**
 * Opens the recorded outputs of a resource. Messages hide what is secret among them, except of those that always are: there
 * they hide only the values of what the program has as a secret. An earlier `PROACTIVE` is a word of half of all messages.
 *
 * @param records the outputs that are always secret
 * @param inputs those of the program, and the recorded ones
 */
export function openOutputs(
  struct: Struct | undefined,
  records: readonly string[],
  inputs: readonly Received[],
): Received {
  const outputs = open(struct);
  hideInMessages(outputs.secrets.hidden(records));
  const recorded = Object.fromEntries(records.map((name) => [name, outputs.values[name]]));
  for (const { secrets } of inputs) hideInMessages(secrets.listRepeated(recorded));
  return outputs;
}

function open(struct: Struct | undefined): Received {
  const secrets = new RequestSecrets();
  return { values: openValue(struct?.toJavaScript() ?? {}, [], secrets) as Values, secrets };
}

/** Properties for an answer. */
export function toStruct(values: unknown): Struct {
  return Struct.fromJavaScript(values as Record<string, JavaScriptValue>);
}

/** The secrets of a request: their places, and their texts, which may come back at others. */
export class RequestSecrets {
  /** By the JSON of the path. */
  private readonly values = new Map<string, unknown>();

  add(path: Path, value: unknown): void {
    this.values.set(JSON.stringify(path), value);
  }

  /** The secret values, without those of some properties. */
  hidden(without: readonly string[] = []): unknown[] {
    const entries = [...this.values].filter(([path]) => !without.includes((JSON.parse(path) as Path)[0] ?? ""));
    return entries.map(([, value]) => value);
  }

  /** The properties that have something secret. */
  get properties(): string[] {
    return this.paths.map(([name = ""]) => name);
  }

  /** True if the value at a path is secret, by itself or as a part of a secret. */
  covers(path: Path): boolean {
    return path.some((_key, depth) => this.values.has(JSON.stringify(path.slice(0, depth + 1))));
  }

  get texts(): string[] {
    // The mark of an unknown value is no secret.
    return collectScalars(this.hidden()).filter(
      (value): value is string => typeof value === "string" && value !== "" && !isUnknown(value),
    );
  }

  /** The properties that have something secret which is there in the clear. */
  listExposed({ values, secrets }: Received): string[] {
    const open = this.paths.filter((path) => valueAt(values, path) !== undefined && !secrets.covers(path));
    return [...new Set(open.map(([name = ""]) => name))];
  }

  /**
   * The values of records at the places of the secrets: at whatever depth and position of a list, and of a record that is one
   * value, that one.
   */
  listRepeated(records: Values): unknown[] {
    const places = this.paths.map((path) => path.filter((key) => !isPosition(key)));
    return listScalars(records).flatMap(([path, value]) => {
      const isWhole = path.length === 1 && places.length > 0;
      return isWhole || places.some((place) => isWithin(place, path)) ? [value] : [];
    });
  }

  private get paths(): Path[] {
    return [...this.values.keys()].map((path) => JSON.parse(path) as Path);
  }

  /**
   * The values with what is secret marked as such.
   *
   * @param paths further ones that are always secret
   * @param older secrets of what was recorded before: what only this package knows of a resource may repeat them
   */
  mark(values: Values, paths: readonly Path[] = [], older?: RequestSecrets): unknown {
    const allPaths = new Set([...this.values.keys(), ...paths.map((path) => JSON.stringify(path))]);
    const own = new Set(this.texts);
    const internal = new Set([...own, ...(older?.texts ?? [])]);
    const mark = (value: unknown, path: Path): unknown => {
      const texts = path[0]?.startsWith("__") ? internal : own;
      if (allPaths.has(JSON.stringify(path)) || (typeof value === "string" && texts.has(value)))
        return { [signatureKey]: secretSignature, value: toPlain(value) };
      if (Array.isArray(value)) return value.map((item, index) => mark(item, [...path, String(index)]));
      if (!isValues(value)) return value;
      const members = Object.entries(value).filter(([, member]) => member !== undefined);
      return Object.fromEntries(members.map(([key, member]) => [key, mark(member, [...path, key])]));
    };
    return mark(values, []);
  }
}

/** The value without the marks of secrets. */
function openValue(value: unknown, path: Path, secrets: RequestSecrets): unknown {
  if (Array.isArray(value)) return value.map((item, index) => openValue(item, [...path, String(index)], secrets));
  if (!isValues(value)) return value;
  if (value[signatureKey] === secretSignature) {
    const secret = openValue(value.value, path, secrets);
    secrets.add(path, secret);
    return secret;
  }
  const members = Object.entries(value);
  return Object.fromEntries(members.map(([key, member]) => [key, openValue(member, [...path, key], secrets)]));
}

function isPosition(key: string): boolean {
  return /^\d+$/.test(key);
}

/** True if the keys of a place are all on the path, in their order. */
function isWithin(place: Path, path: Path): boolean {
  const rest = [...place];
  for (const key of path) if (key === rest[0]) rest.shift();
  return rest.length === 0;
}

/** The texts and numbers in a record, with their paths. The record of parts has a whole path as a key. */
function listScalars(value: unknown, path: Path = []): [Path, unknown][] {
  if (typeof value !== "object" || value === null) return [[path, value]];
  const isByPath = path.length === 1 && path[0] === partsKey;
  return Object.entries(value).flatMap(([key, member]) =>
    listScalars(member, [...path, ...(isByPath ? parsePath(key) : [key])]),
  );
}

/** Without members that are not there, which no message can carry. */
function toPlain(value: unknown): unknown {
  return value === undefined ? null : (JSON.parse(JSON.stringify(value)) as unknown);
}
