import { Struct, type JavaScriptValue } from "google-protobuf/google/protobuf/struct_pb.js";
import { valueAt, type Path } from "../../fields/leaves";
import { secretSignature, signatureKey } from "../../fields/secretMark";
import { isUnknown } from "../../fields/unknown";
import { isValues, type Values } from "../../fields/values";
import { collectScalars, hideInMessages } from "../../messages/redaction";

/** Properties of a request, and which of them are secret. */
export interface Received {
  readonly values: Values;
  readonly secrets: RequestSecrets;
}

/** Opens the properties of a request. From here on no message about the request has what is secret among them. */
export function openProperties(struct: Struct | undefined): Received {
  const secrets = new RequestSecrets();
  const values = openValue(struct?.toJavaScript() ?? {}, [], secrets) as Values;
  hideInMessages(secrets.hidden);
  return { values, secrets };
}

/** Properties for an answer. */
export function toStruct(values: unknown): Struct {
  return Struct.fromJavaScript(values as Record<string, JavaScriptValue>);
}

/** The secrets of a request: their places, and their texts, which may come back at others. */
export class RequestSecrets {
  private readonly paths = new Set<string>();
  private readonly values: unknown[] = [];

  add(path: Path, value: unknown): void {
    this.paths.add(JSON.stringify(path));
    this.values.push(value);
  }

  /** The secret values. */
  get hidden(): readonly unknown[] {
    return this.values;
  }

  /** The properties that have something secret. */
  get properties(): string[] {
    return [...this.paths].map((path) => (JSON.parse(path) as Path)[0] ?? "");
  }

  /** True if the value at a path is secret, by itself or as a part of a secret. */
  covers(path: Path): boolean {
    return path.some((_key, depth) => this.paths.has(JSON.stringify(path.slice(0, depth + 1))));
  }

  get texts(): string[] {
    // The mark of an unknown value is no secret.
    return collectScalars(this.values).filter(
      (value): value is string => typeof value === "string" && value !== "" && !isUnknown(value),
    );
  }

  /** The properties that have something secret which is there in the clear. */
  listExposed({ values, secrets }: Received): string[] {
    const paths = [...this.paths].map((path) => JSON.parse(path) as Path);
    const open = paths.filter((path) => valueAt(values, path) !== undefined && !secrets.covers(path));
    return [...new Set(open.map(([name = ""]) => name))];
  }

  /**
   * The values with what is secret marked as such.
   *
   * @param paths further ones that are always secret
   * @param older secrets of what was recorded before: what only this package knows of a resource may repeat them
   */
  mark(values: Values, paths: readonly Path[] = [], older?: RequestSecrets): unknown {
    const allPaths = new Set([...this.paths, ...paths.map((path) => JSON.stringify(path))]);
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

/** Without members that are not there, which no message can carry. */
function toPlain(value: unknown): unknown {
  return value === undefined ? null : (JSON.parse(JSON.stringify(value)) as unknown);
}
