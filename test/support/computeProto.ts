import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import protobuf from "protobufjs";

/** One method as the official `compute.proto` has it. */
export interface Rpc {
  /** `Routes.Insert`. */
  name: string;
  method: string;
  /** After `/compute/v1/`: `projects/{project}/global/routes/{route}`. */
  path: string;
  /** Names in JSON of the request's fields that are neither in the path nor the body. */
  query: Readonly<Record<string, protobuf.Field>>;
  /** Message of the body; `undefined` where no body is sent. */
  body: string | undefined;
  /** Message of the answer. */
  answer: string;
}

/** The messages and methods of Compute Engine v1, from the package of the official client. */
export class ComputeProto {
  readonly rpcs: ReadonlyMap<string, Rpc>;
  private readonly namespace: protobuf.Namespace;

  private constructor(namespace: protobuf.Namespace) {
    this.namespace = namespace;
    const services = namespace.nestedArray.filter((nested) => nested instanceof protobuf.Service);
    const rpcs = services.flatMap((service) => service.methodsArray.map((method) => this.toRpc(service, method)));
    this.rpcs = new Map(rpcs.map((rpc) => [rpc.name, rpc]));
  }

  private static loaded: ComputeProto | undefined;

  /** The file has megabytes: it is read once. */
  static load(): ComputeProto {
    return (ComputeProto.loaded ??= ComputeProto.read());
  }

  private static read(): ComputeProto {
    const folder = dirname(createRequire(import.meta.url).resolve("@google-cloud/compute/package.json"));
    const file = join(folder, "build/protos/google/cloud/compute/v1/compute.proto");
    const { root } = protobuf.parse(readFileSync(file, "utf8"), new protobuf.Root(), {
      keepCase: true,
      alternateCommentMode: true,
    });
    return new ComputeProto(root.lookup("google.cloud.compute.v1") as protobuf.Namespace);
  }

  /** A method by its name, which has to be there: `Routes.Insert`. */
  rpc(name: string): Rpc {
    const found = this.rpcs.get(name);
    if (found === undefined) throw new Error(`compute.proto has no ${name}`);
    return found;
  }

  /** The names of all messages. */
  messageNames(): string[] {
    return this.namespace.nestedArray.filter((nested) => nested instanceof protobuf.Type).map(({ name }) => name);
  }

  /** The fields of a message by their names in JSON. */
  fields(message: string): Readonly<Record<string, protobuf.Field>> {
    const fields = this.namespace.lookupType(message).fieldsArray;
    return Object.fromEntries(fields.map((field) => [jsonName(field.name), field]));
  }

  /** The values of an enumeration that is nested in a message, but for the one that means "not set". */
  enumValues(message: string, name: string): string[] | undefined {
    const found = this.namespace.lookupType(message).nested?.[name];
    return found instanceof protobuf.Enum
      ? Object.keys(found.values).filter((value) => !value.startsWith("UNDEFINED_"))
      : undefined;
  }

  /** The fields of messages that hold an enumeration, with its numbers: `Operation.status`. */
  enumFields(): Record<string, Readonly<Record<string, number>>> {
    const types = this.namespace.nestedArray.filter((nested) => nested instanceof protobuf.Type);
    const fields = types.flatMap((type) =>
      type.fieldsArray.map((field) => [`${type.name}.${field.name}`, field] as const),
    );
    return Object.fromEntries(
      fields.flatMap(([name, field]) => {
        const found = field.parent?.lookup(field.type);
        return found instanceof protobuf.Enum ? [[name, found.values] as const] : [];
      }),
    );
  }

  /** The message that a field of a message holds, when it holds one: enumerations and scalars do not. */
  findMessage(field: protobuf.Field): string | undefined {
    const found = field.parent?.lookup(field.type) ?? null;
    return found instanceof protobuf.Type ? found.fullName.replace(`${this.namespace.fullName}.`, "") : undefined;
  }

  private toRpc(service: protobuf.Service, method: protobuf.Method): Rpc {
    const options: Readonly<Record<string, unknown>> = method.options ?? {};
    const rule = Object.entries(options)
      .map(([key, value]) => [/^\(google\.api\.http\)\.(get|put|post|patch|delete)$/.exec(key)?.[1], value] as const)
      .find(([verb]) => verb !== undefined);
    if (rule === undefined) throw new Error(`${service.name}.${method.name} has no http rule`);
    const path = String(rule[1]).replace("/compute/v1/", "");
    const bodyField = options["(google.api.http).body"];
    const request = this.namespace.lookupType(method.requestType);
    const inPath = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    const query = request.fieldsArray.filter(({ name }) => !inPath.has(name) && name !== bodyField);
    return {
      name: `${service.name}.${method.name}`,
      method: (rule[0] ?? "").toUpperCase(),
      path: path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => `{${jsonName(name)}}`),
      query: Object.fromEntries(query.map((field) => [jsonName(field.name), field])),
      body: typeof bodyField === "string" ? request.fields[bodyField]?.type : undefined,
      answer: method.responseType,
    };
  }
}

/** `next_hop_ip` is `nextHopIp` in JSON. */
function jsonName(protoName: string): string {
  return protoName.replaceAll(/_(.)/g, (_whole, letter: string) => letter.toUpperCase());
}
