import { AsyncLocalStorage } from "node:async_hooks";
import { knownSecrets, Secrets, withoutAny, type Redact } from "./secrets";

/** Shorter texts would take innocent words out of messages, and protect nothing. */
const shortest = 6;

/** A link to the service. The beginning of one is no secret: all links of a project have it in common. */
const link = /\b(?:projects|folders|organizations|locations)\//;

/** The name that every project has for a network. It is no secret, and a word of half of all advice. */
const commonName = "default";

const current = new AsyncLocalStorage<Redaction>();

/**
 * The secrets of one request, or of the settings of a run. They are in no text that is made while the redaction is current: each
 * is taken out before the text is escaped, cut and broken into lines, since none of that can be undone.
 */
export class Redaction {
  private readonly secrets = new Secrets({ shortest, most: Infinity });
  /** The texts that are hidden from the first one on: most requests have none. */
  private readonly texts: string[] = [];
  private readonly outer: readonly Redaction[];

  /** @param outer the redactions whose secrets are hidden as well */
  constructor(...outer: readonly Redaction[]) {
    this.outer = outer;
  }

  /** Hides the texts and numbers in a value, at whatever depth, and the parts of one that messages have by themselves. */
  hide(value: unknown): this {
    this.texts.push(...collectScalars(value).map((scalar) => String(scalar)));
    return this;
  }

  /** Does something whose texts have none of the secrets, whatever it waits for. */
  run<T>(action: () => T): T {
    return current.run(this, action);
  }

  /** All secrets that are hidden. */
  listSecrets(): Secrets[] {
    for (const text of this.texts.splice(0)) {
      const mayBeCut = !link.test(text) || /\s/.test(text);
      for (const part of splitText(text)) if (part !== commonName) this.secrets.add(part, "secret", mayBeCut);
    }
    return [this.secrets, ...this.outer.flatMap((redaction) => redaction.listSecrets())];
  }
}

/** Does something in the redaction that is current, or in a new one where none is. */
export function runRedacted<T>(action: () => T): T {
  return current.getStore() === undefined ? new Redaction().run(action) : action();
}

/** Hides what is secret of the request that is being answered, from here on. */
export function hideInMessages(value: unknown): void {
  current.getStore()?.hide(value);
}

/** True if a text is secret: then nothing is suggested that is made of it. */
export function isHidden(text: string): boolean {
  return withoutAny(text, listHidden()) !== text;
}

/** The text without the secrets of this process and of whatever is being done. They are many: a stretch is to be short. */
export const withoutSecrets: Redact = (text, from, to) => withoutAny(text, [knownSecrets, ...listHidden()], from, to);

/** Takes out of later texts what is secret of the request that is being answered now: another one does not know it. */
export function captureRedaction(): Redact {
  const captured = current.getStore();
  return (text) => withoutAny(text, captured?.listSecrets() ?? []);
}

function listHidden(): Secrets[] {
  return current.getStore()?.listSecrets() ?? [];
}

/** The text, the path of a link and the name in it, and who is behind the type of a principal, in the service's spelling too. */
function splitText(text: string): string[] {
  const paths = [text, text.split(/[?#]/, 1)[0] ?? ""];
  const names = paths.map((path) => path.slice(path.lastIndexOf("/") + 1));
  const [, principal] = /^\w{1,30}:([^/][^]*)$/.exec(text) ?? [];
  return principal === undefined ? [...paths, ...names] : [...paths, ...names, principal, principal.toLowerCase()];
}

/** The texts and numbers in a value, at whatever depth. */
export function collectScalars(value: unknown): (string | number)[] {
  if (typeof value === "string" || typeof value === "number") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(collectScalars) : [];
}
