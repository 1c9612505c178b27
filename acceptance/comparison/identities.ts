import { isObject, type Exchange, type Json } from "../recording/exchange";
import { findForm, hashMember } from "./forms";

/** Names that the service made, by those that the emulator made in their place: numbers, operations, fingerprints. */
export class Identities {
  readonly #names = new Map<string, string>();

  /** Notes what stands at the same places of two answers. */
  learn(service: Json | undefined, emulator: Json | undefined, member = ""): void {
    if (typeof service === "string" && typeof emulator === "string") this.#learnText(service, emulator, member);
    // Lists have an order of their own: a name that is known already is not learnt anew from them.
    else if (Array.isArray(service) && Array.isArray(emulator) && service.length === emulator.length) {
      for (const [index, item] of (service as readonly Json[]).entries())
        this.learn(item, (emulator as readonly Json[])[index]);
    } else if (isObject(service) && isObject(emulator))
      for (const [name, value] of Object.entries(service)) this.learn(value, emulator[name], name);
  }

  /** A request of the recording, with the emulator's names in it. */
  translate({ path, query, body, ...rest }: Exchange): Exchange {
    return {
      ...rest,
      path: this.text(path),
      query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, this.text(value)])),
      ...(body === undefined ? {} : { body: this.#value(body) }),
    };
  }

  /** Names are segments of a path, or words of a filter. */
  text(text: string): string {
    const words = text.split(/([/ ])/);
    return this.#names.get(text) ?? words.map((word) => this.#names.get(word) ?? word).join("");
  }

  #value(value: Json): Json {
    if (typeof value === "string") return this.text(value);
    if (Array.isArray(value)) return value.map((item: Json) => this.#value(item));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.#value(item)]));
  }

  #learnText(service: string, emulator: string, member: string): void {
    if (hashMember.test(member) || /pageToken$/i.test(member)) {
      this.#names.set(service, emulator);
      return;
    }
    const [theirs, ours] = [service.split("/"), emulator.split("/")];
    if (theirs.length !== ours.length) return;
    for (const [index, segment] of theirs.entries()) {
      const other = ours[index] ?? "";
      if (isAssigned(segment) && isAssigned(other) && !this.#names.has(segment)) this.#names.set(segment, other);
    }
  }
}

/** True if a text is a name that the service gives, and no client. Short numbers are sizes. */
function isAssigned(text: string): boolean {
  return findForm(text) === "name of an operation" || /^\d{9,20}$/.test(text);
}
