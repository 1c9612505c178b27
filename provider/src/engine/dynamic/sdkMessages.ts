import type { Difference } from "../../lifecycle/steps/diff";
import type { Values } from "../../fields/values";
import { writeDetails, type DetailedMessage, type DetailMessage } from "../detailMessages";
import type { Details } from "../steps/details";

/*
 * The things that the engine and a provider have to tell each other beyond what the SDK's server passes on. It hands a
 * provider nothing of a request but the properties, and of a difference it sends only what is replaced. So its generated
 * messages are extended here. Where the SDK is another than expected nothing is, and everything else goes on working.
 */

/** The part that this file uses of the SDK's generated messages, which have no types of their own here. */
interface Message {
  getUrn?(): string;
  getNews?(): Taken | undefined;
  getInputs?(): Taken | undefined;
  getOldInputs?(): Taken | undefined;
  /** In seconds. */
  getTimeout?(): number;
  getIgnorechangesList?(): string[];
}
interface Taken {
  toJavaScript(): object;
}
type Getter = (this: Message) => Taken | undefined;

interface DiffResponse extends DetailedMessage {
  setChanges(changes: unknown): unknown;
  setDeletebeforereplace(deletesFirst: boolean): unknown;
}

interface Messages {
  readonly DiffResponse?: { readonly prototype: DiffResponse };
  readonly PropertyDiff?: DetailMessage;
}

/** The getters by which the SDK's server takes the properties that it hands to a provider. */
const getters = {
  CheckRequest: "getNews",
  DiffRequest: "getNews",
  CreateRequest: "getProperties",
  ReadRequest: "getProperties",
  UpdateRequest: "getNews",
  DeleteRequest: "getProperties",
} as const;

const requests = new WeakMap<object, Message>();

/**
 * The URN of the resource whose properties these are; empty when it is not known.
 *
 * The request is remembered at the moment when the server takes the properties out of it. Whatever was taken before
 * this file was loaded is not: that is the very first request of a process.
 */
export function readUrn(properties: object): string {
  return requests.get(properties)?.getUrn?.() ?? "";
}

/** The inputs that the state has of the resource of a read or diff; `undefined` when they are not known. */
export function readRecordedInputs(properties: object): Values | undefined {
  const request = requests.get(properties);
  return (request?.getOldInputs ?? request?.getInputs)?.call(request)?.toJavaScript() as Values | undefined;
}

/** The paths of the program's option `ignoreChanges`, of a diff or update. */
export function readIgnoredPaths(properties: object): readonly string[] {
  return requests.get(properties)?.getIgnorechangesList?.() ?? [];
}

/**
 * The deadline that the engine sends with a create, update or delete, in milliseconds. Our own input does not tell of one
 * that a transform has set, which comes after the program.
 */
export function readTimeoutMs(properties: object): number | undefined {
  return (requests.get(properties)?.getTimeout?.() ?? 0) * 1000 || undefined;
}

/** Of the difference that the SDK's server reads now: it makes the answer at once, with nothing in between. */
let next: Details | undefined;

/** The same difference, which brings its details with it. */
export function withDetails({ changes, ...difference }: Difference, details: Details | undefined): Difference {
  return {
    ...difference,
    get changes() {
      next = details;
      return changes;
    },
  };
}

/** Extends the SDK's messages, once in a process. */
export function extendSdk(messages: Readonly<Record<string, unknown>> | undefined): void {
  for (const [name, getter] of Object.entries(getters)) {
    const type = messages?.[name] as { prototype?: Record<string, unknown> } | undefined;
    const original = type?.prototype?.[getter];
    if (type?.prototype === undefined || typeof original !== "function") continue;
    type.prototype[getter] = function (this: Message) {
      const properties = (original as Getter).call(this);
      if (properties === undefined) return properties;
      const convert = properties.toJavaScript.bind(properties);
      properties.toJavaScript = () => {
        const values = convert();
        requests.set(values, this);
        return values;
      };
      return properties;
    };
  }
  sendDetails((messages ?? {}) as Messages);
}

function sendDetails({ DiffResponse, PropertyDiff }: Messages): void {
  if (DiffResponse === undefined || PropertyDiff === undefined) return;
  const { setChanges } = DiffResponse.prototype;
  DiffResponse.prototype.setChanges = function (changes) {
    const details = next;
    next = undefined;
    if (details !== undefined) {
      this.setDeletebeforereplace(details.deletesFirst);
      writeDetails(this, PropertyDiff, details);
    }
    return setChanges.call(this, changes);
  };
}
