import { isObject, type Exchange, type Json } from "./exchange";

/** The identity of a run, which its recording must not have. */
export interface Identity {
  readonly project: string;
  readonly prefix: string;
  /** `organizations/1` or `folders/2`. */
  readonly parent: string | undefined;
  /** Texts that belong to the run's owner, and what stands in their place. */
  readonly names: Readonly<Record<string, string>>;
}

/** The replacement of the run's own project. */
export const recordedProject = "recorded-project";

/** Parameters of a request that say who asks, and not what for. */
const asking = ["access_token", "oauth_token", "key", "quotaUser", "userIp", "callback"];

/** Patterns that are replaced anywhere in a text, and their replacements, by the count of those before. */
interface Form {
  /** Without one, the name of a member tells it. */
  readonly pattern?: string;
  by(count: number, found: string): string;
}

/** At one place the first that matches counts, and no text is replaced twice. */
const forms = {
  token: {
    pattern: String.raw`\bya29\.[\w.-]+|\beyJ[\w-]+\.[\w-]+\.[\w-]*|\b1//[\w-]{20,}`,
    by: (count) => `token-${String(count)}`,
  },
  principal: {
    pattern: String.raw`\bprincipal(?:Set|Hierarchy)?://[^\s"',;]+`,
    by: (count, found) => `${found.replace(/:.*$/, "")}://iam.googleapis.com/recorded/${String(count)}`,
  },
  domain: {
    pattern: String.raw`\bdomain:[a-zA-Z0-9.-]+`,
    by: (count) => `domain:domain-${String(count)}.example.com`,
  },
  person: {
    pattern: String.raw`[\w.+%-]+@[a-zA-Z0-9][a-zA-Z0-9.-]*`,
    by: (count) => `person-${String(count)}@example.com`,
  },
  /** Ids are long numbers, and become others of as many digits. The fraction of a time is none. */
  number: {
    pattern: String.raw`(?<=\b(?:projects|organizations|folders)/)\d+(?![^/\s"'?])|(?<![\d.])\d{9,20}(?!\d)`,
    by: (count, found) => `7${String(count).padStart(Math.max(1, found.length - 1), "0")}`,
  },
  project: {
    pattern: String.raw`(?<=\bprojects/)[^/\s"'?]+`,
    by: (count) => `other-project-${String(count)}`,
  },
  page: { by: (count) => `page-${String(count)}` },
} satisfies Record<string, Form>;

/** A literal is a text that belongs to the owner of the run. */
type FormName = keyof typeof forms | "literal";

/** Members that hold a number which is not to be kept, whatever its length. */
const numbered = /^id$|Id$/;

/**
 * Replaces identifying text in a recording: projects, ids, tokens, people, addresses. The same text is replaced by the same
 * text everywhere, so that references still match, and by one of the same form, so that forms can be compared.
 */
export class Replacement {
  readonly #known = new Map<string, string>();
  readonly #replaced = new Set<string>();
  /** The targets of the run's own operations. */
  readonly #targets = new Set<string>();
  readonly #counts = new Map<string, number>();
  readonly #pattern: RegExp;

  constructor(private readonly identity: Identity) {
    this.#know("project", identity.project, recordedProject);
    const literals = Object.entries({ ...identity.names, [identity.project]: recordedProject });
    for (const [text, by] of literals) this.#know("literal", text, by);
    const words = literals.map(([text]) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
    const named = Object.entries<Form>(forms).flatMap(([name, { pattern }]) =>
      pattern === undefined ? [] : [`(?<${name}>${pattern})`],
    );
    this.#pattern = new RegExp([...named, `(?<literal>(?<![\\w-])(?:${words.join("|")})(?![\\w-]))`].join("|"), "g");
  }

  exchange({ method, path, query, body, status, answer, contentType }: Exchange): Exchange {
    if (method !== "GET" && isObject(answer) && typeof answer.targetId === "string") this.#targets.add(answer.targetId);
    const asked = Object.entries(query).filter(([name]) => !asking.includes(name));
    return {
      method,
      path: this.text(path),
      query: Object.fromEntries(asked.map(([name, value]) => [name, this.text(value, name)])),
      ...(body === undefined ? {} : { body: this.value(body) }),
      ...(status === undefined ? {} : { status }),
      ...(answer === undefined ? {} : { answer: this.value(this.#withoutOthers(path, answer)) }),
      ...(contentType === undefined ? {} : { contentType }),
    };
  }

  /** A value with every text in it replaced. Names of members can tell something too: those of a map are anybody's. */
  value(value: Json, member = ""): Json {
    if (typeof value === "string") return this.text(value, member);
    if (Array.isArray(value)) return value.map((item: Json) => this.value(item, member));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [this.text(name), this.value(item, name)]));
  }

  text(text: string, member = ""): string {
    const form = formForMember(text, member);
    if (form !== undefined) return this.#once(form, text);
    return text.replace(this.#pattern, (found: string, ...rest: unknown[]) => {
      const groups = rest.at(-1) as Readonly<Record<FormName, string | undefined>>;
      const [name] = (Object.keys(groups) as FormName[]).filter((each) => groups[each] !== undefined);
      return name === undefined ? found : this.#once(name, found);
    });
  }

  /** The replacement for a text of a form, the same one each time. A replacement stays as it is. */
  #once(form: FormName, text: string): string {
    if (this.#replaced.has(text)) return text;
    const known = this.#known.get(toKey(form, text));
    if (known !== undefined || form === "literal") return known ?? text;
    let made: string;
    do {
      const count = (this.#counts.get(form) ?? 0) + 1;
      this.#counts.set(form, count);
      made = forms[form].by(count, text);
    } while (made === text || this.#replaced.has(made));
    this.#know(form, text, made);
    return made;
  }

  #know(form: FormName, text: string, by: string): void {
    this.#known.set(toKey(form, text), by);
    this.#replaced.add(by);
  }

  /**
   * Leaves out of a list what others have made: objects of the collections in which a run makes some, and operations on
   * objects that the run has not changed.
   */
  #withoutOthers(path: string, answer: Json): Json {
    const isCatalogue = /\/(?:networkProfiles|interconnectRemoteLocations)$/.test(path);
    if (isCatalogue || !isObject(answer) || !Array.isArray(answer.items)) return answer;
    const items = (answer.items as readonly Json[]).filter((item) => isObject(item) && this.#belongsToRun(item));
    const members = Object.entries(answer).filter(([name]) => name !== "items" || items.length > 0);
    return Object.fromEntries(members.map(([name, value]) => [name, name === "items" ? items : value]));
  }

  #belongsToRun({ kind, name, shortName, targetId, targetLink }: Readonly<Record<string, Json>>): boolean {
    if (kind !== "compute#operation") return String(shortName ?? name).startsWith(this.identity.prefix);
    return String(targetLink).includes(this.identity.prefix) || this.#targets.has(String(targetId));
  }
}

/** The form of a member whose whole value is not to be kept, however it is written. */
function formForMember(text: string, member: string): FormName | undefined {
  if (text === "") return undefined;
  if (/pageToken$/i.test(member)) return "page";
  if (member === "user" && !text.includes("@")) return "person";
  return numbered.test(member) && /^\d+$/.test(text) ? "number" : undefined;
}

/** People are the same in capital letters. */
function toKey(form: FormName, text: string): string {
  return `${form} ${form === "person" ? text.toLowerCase() : text}`;
}
