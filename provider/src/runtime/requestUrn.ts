import { createRequire } from "node:module";

/** What this file uses of the SDK's generated messages, which have no types of their own here. */
interface Message {
  getUrn?(): string;
}
type Getter = (this: Message) => { toJavaScript(): object } | undefined;

/** The getters by which the SDK's server takes the properties that it hands to a provider. */
const getters = {
  CheckRequest: "getNews",
  DiffRequest: "getNews",
  CreateRequest: "getProperties",
  ReadRequest: "getProperties",
  UpdateRequest: "getNews",
  DeleteRequest: "getProperties",
} as const;

const urns = new WeakMap<object, string>();

/**
 * The URN of the resource whose properties these are; empty when it is not known.
 *
 * The engine sends it with every request, but the SDK's server hands a provider nothing except the properties. So the
 * properties are remembered together with the URN at the moment when the server takes them out of the request. Whatever
 * was taken before this file was loaded has none: that is the very first request of a process.
 */
export function urnOf(properties: object): string {
  return urns.get(properties) ?? "";
}

/** Begins to remember. Where the SDK is another than expected nothing is remembered, and nothing else changes. */
export function rememberUrns(messages: Readonly<Record<string, unknown>> | undefined = sdkMessages()): void {
  for (const [name, getter] of Object.entries(getters)) {
    const type = messages?.[name] as { prototype?: Record<string, unknown> } | undefined;
    const original = type?.prototype?.[getter];
    if (type?.prototype === undefined || typeof original !== "function") continue;
    type.prototype[getter] = function (this: Message) {
      const properties = (original as Getter).call(this);
      const urn = this.getUrn?.();
      if (properties === undefined || urn === undefined) return properties;
      const convert = properties.toJavaScript.bind(properties);
      properties.toJavaScript = () => {
        const values = convert();
        urns.set(values, urn);
        return values;
      };
      return properties;
    };
  }
}

/** The SDK's own copy, which its server uses. */
function sdkMessages(): Readonly<Record<string, unknown>> | undefined {
  try {
    const sdk = createRequire(require.resolve("@pulumi/pulumi/package.json"));
    return sdk("./proto/provider_pb.js") as Readonly<Record<string, unknown>>;
  } catch {
    return undefined;
  }
}
