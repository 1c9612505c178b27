import { AsyncLocalStorage } from "node:async_hooks";
import { knownSecrets, Secrets, type Redact } from "./secrets";

/** Shorter texts would take innocent words out of messages, and protect nothing. */
const shortest = 6;

/** A link that messages show as a whole. The beginning of one is no secret: the links of a project have it in common. */
const link = /^(?=.{1,80}$)\S*\bprojects\/\S+$/;

const current = new AsyncLocalStorage<Redaction>();

/**
 * The secrets of one request, or of the settings of a run. They are in no text that is made while the redaction is current: each
 * is taken out before the text is escaped, cut and broken into lines, since none of that can be undone.
 */
export class Redaction {
  private readonly whole = new Secrets({ shortest, most: Infinity, mayBeCut: false });
  private readonly cuttable = new Secrets({ shortest, most: Infinity, mayBeCut: true });

  /** @param outer the secrets that are hidden as well */
  constructor(private readonly outer?: Redaction) {}

  /** Hides the texts and numbers in a value, at whatever depth; of a link also the name, as messages have it. */
  hide(value: unknown): this {
    for (const text of leavesOf(value)) {
      const secrets = link.test(text) ? this.whole : this.cuttable;
      for (const secret of [text, text.slice(text.lastIndexOf("/") + 1)]) secrets.add(secret, "secret");
    }
    return this;
  }

  /** The text with a word in place of each secret. */
  readonly outOf: Redact = (text) => {
    const rest = this.cuttable.outOf(this.whole.outOf(text));
    return this.outer?.outOf(rest) ?? rest;
  };

  /** Does something whose texts have none of the secrets, whatever it waits for. */
  run<T>(action: () => T): T {
    return current.run(this, action);
  }
}

/** Hides what is secret of the request that is being answered, from here on. */
export function hideInMessages(value: unknown): void {
  current.getStore()?.hide(value);
}

/** The text without the secrets of whatever is being done. */
export const withoutHidden: Redact = (text) => current.getStore()?.outOf(text) ?? text;

/** The same without the secrets of this process either, which are many: a text is to be short. */
export const withoutSecrets: Redact = (text) => withoutHidden(knownSecrets.outOf(text));

function leavesOf(value: unknown): string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(leavesOf) : [];
}
