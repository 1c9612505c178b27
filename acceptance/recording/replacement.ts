import { createHash } from "node:crypto";
import { isObject, type Exchange, type Json } from "./exchange";

/** What a run knows of itself, and what is not to be in its recording. */
export interface Identity {
  readonly project: string;
  readonly prefix: string;
  /** `organizations/1` or `folders/2`. */
  readonly parent: string | undefined;
  /** Texts that belong to the run's owner, and what stands in their place. */
  readonly names: Readonly<Record<string, string>>;
}

/** What stands in place of the run's own project. */
export const recordedProject = "recorded-project";

/** Parameters of a request that say who asks, and not what for. */
const asking = ["access_token", "oauth_token", "key", "quotaUser", "userIp", "callback"];

/** What is replaced wherever it stands in a text. At one place the first that matches counts, and no text is replaced twice. */
const forms = {
  token: String.raw`\bya29\.[\w.-]+|\beyJ[\w-]+\.[\w-]+\.[\w-]*|\b1//[\w-]{20,}`,
  principal: String.raw`\bprincipal(?:Set|Hierarchy)?://[^\s"',;]+`,
  domain: String.raw`\bdomain:[a-zA-Z0-9.-]+`,
  person: String.raw`[\w.+%-]+@[a-zA-Z0-9][a-zA-Z0-9.-]*`,
  uuid: String.raw`\b[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}\b`,
  operation: String.raw`\boperation-\d{10,}(?:-[0-9a-f]+)+\b`,
  project: String.raw`\bprojects/[^/\s"'?]+`,
  parent: String.raw`\b(?:organizations|folders)/\d+`,
  /** Ids are long numbers. The fraction of a time is none. */
  number: String.raw`(?<![\d.])\d{9,20}(?!\d)`,
  ipv4: String.raw`\b\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}\b`,
  /** Of Google's own range, from which public addresses of instances are. */
  ipv6: String.raw`\b2600:1[0-9a-f]{3}(?::[0-9a-f]{0,4}){2,7}`,
} as const;

type Form = keyof typeof forms;

/** Members that hold a number which is not to be kept, whatever its length. */
const numbered = /^(?:id|targetId|.*Id|numericId)$/;
const hashed = /^(?:fingerprint|labelFingerprint|etag)$/i;

/**
 * Replaces identifying text in a recording: projects, ids, tokens, people, addresses. The same text is replaced by the same
 * text everywhere, so that references still match, and by one of the same form, so that forms can be compared.
 */
export class Replacement {
  readonly #known = new Map<string, string>();
  readonly #replaced = new Set<string>();
  /** What the run's own operations were about. */
  readonly #targets = new Set<string>();
  readonly #counts = new Map<string, number>();
  readonly #pattern: RegExp;

  constructor(private readonly identity: Identity) {
    this.#know("project", identity.project, recordedProject);
    for (const [text, by] of Object.entries(identity.names)) this.#know("literal", text, by);
    this.#know("literal", identity.project, recordedProject);
    const literals = [...Object.keys(identity.names), identity.project].filter((text) => text !== "").map(escaped);
    const named = Object.entries(forms).map(([form, source]) => `(?<${form}>${source})`);
    this.#pattern = new RegExp([...named, `(?<literal>(?<![\\w-])(?:${literals.join("|")})(?![\\w-]))`].join("|"), "g");
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
    if (hashed.test(member) && text !== "") return this.#once("hash", text, (count) => hashLike(text, count));
    if (/pageToken$/i.test(member) && text !== "") return this.#once("page", text, (count) => `page-${String(count)}`);
    if (member === "user" && !text.includes("@")) return this.#once("person", text, personNumber);
    if (numbered.test(member) && /^\d+$/.test(text)) return this.#number(text);
    return text.replace(this.#pattern, (found: string, ...rest: unknown[]) => {
      const groups = rest.at(-1) as Readonly<Record<Form | "literal", string | undefined>>;
      const form = Object.keys(groups).find((name) => groups[name as Form] !== undefined);
      return this.#stand(form as Form | "literal", found);
    });
  }

  /** What stands in place of a text of a form. */
  #stand(form: Form | "literal", found: string): string {
    switch (form) {
      case "literal":
        return this.#known.get(`literal ${found}`) ?? found;
      case "project":
        return `projects/${this.#project(found.slice("projects/".length))}`;
      case "parent":
        return found.replace(/\d+$/, (number) => this.#number(number));
      case "number":
        return this.#number(found);
      case "token":
        return this.#once(form, found, (count) => `token-${String(count)}`);
      case "principal":
        return this.#once(
          form,
          found,
          (count) => `${found.replace(/:.*$/, "")}://iam.googleapis.com/recorded/${String(count)}`,
        );
      case "domain":
        return this.#once(form, found, (count) => `domain:domain-${String(count)}.example.com`);
      case "person":
        return this.#once(form, found.toLowerCase(), personNumber);
      case "uuid":
        return this.#once(form, found.toLowerCase(), uuidNumber);
      case "operation":
        return this.#once(form, found, operationNumber);
      case "ipv4":
        return isPublic(found) ? this.#once(form, found, addressNumber) : found;
      case "ipv6":
        return this.#once(form, found, (count) => `2001:db8::${count.toString(16)}`);
    }
  }

  #project(name: string): string {
    if (/^\d+$/.test(name)) return this.#number(name);
    return this.#once("project", name, (count) => `other-project-${String(count)}`);
  }

  /** Another number of as many digits. */
  #number(number: string): string {
    return this.#once("number", number, (count) => `7${String(count).padStart(Math.max(1, number.length - 1), "0")}`);
  }

  /** What stands for a text of a kind, the same one each time. What was replaced already stays as it is. */
  #once(kind: string, text: string, make: (count: number) => string): string {
    if (this.#replaced.has(text)) return text;
    const known = this.#known.get(`${kind} ${text}`);
    if (known !== undefined) return known;
    let made: string;
    do {
      const count = (this.#counts.get(kind) ?? 0) + 1;
      this.#counts.set(kind, count);
      made = make(count);
    } while (made === text || this.#replaced.has(made));
    this.#know(kind, text, made);
    return made;
  }

  #know(kind: string, text: string, by: string): void {
    this.#known.set(`${kind} ${text}`, by);
    this.#replaced.add(by);
  }

  /**
   * Leaves out of a list what others have made: objects of the collections in which a run makes some, and operations on
   * objects that the run has not changed.
   */
  #withoutOthers(path: string, answer: Json): Json {
    const isCatalogue = /\/(?:networkProfiles|interconnectRemoteLocations)$/.test(path);
    if (isCatalogue || !isObject(answer) || !Array.isArray(answer.items)) return answer;
    const items = (answer.items as readonly Json[]).filter((item) => isObject(item) && this.#isOfRun(item));
    const members = Object.entries(answer).filter(([name]) => name !== "items" || items.length > 0);
    return Object.fromEntries(members.map(([name, value]) => [name, name === "items" ? items : value]));
  }

  #isOfRun({ kind, name, shortName, targetId, targetLink }: Readonly<Record<string, Json>>): boolean {
    if (kind !== "compute#operation") return String(shortName ?? name).startsWith(this.identity.prefix);
    return String(targetLink).includes(this.identity.prefix) || this.#targets.has(String(targetId));
  }
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/** Nobody's address. */
function personNumber(count: number): string {
  return `person-${String(count)}@example.com`;
}

/** A UUID of the version that clients make. */
function uuidNumber(count: number): string {
  return `00000000-0000-4000-8000-${String(count).padStart(12, "0")}`;
}

/** A name of the form that the service gives. */
function operationNumber(count: number): string {
  const number = String(count).padStart(13, "0");
  return `operation-1${number.slice(1)}-${number}-${number.slice(5)}-${number.slice(5)}`;
}

/** Of the range for documentation; beyond its end, of the one for measurements. */
function addressNumber(count: number): string {
  return count < 255 ? `203.0.113.${String(count)}` : `198.18.${String(count >> 8)}.${String(count & 255)}`;
}

/** As many bytes in the same alphabet, and never so few that they could be used up. */
function hashLike(text: string, count: number): string {
  const bytes = Math.max(3, Buffer.from(text, "base64").length);
  const digest = createHash("sha512")
    .update(`recorded ${String(count)}`)
    .digest();
  return Buffer.alloc(bytes, digest).toString("base64");
}

/** Addresses of private networks, of documentation and of links tell nobody's place. */
function isPublic(address: string): boolean {
  return !/^(?:10\.|127\.|0\.|169\.254\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|192\.0\.2\.|198\.51\.100\.|203\.0\.113\.|198\.1[89]\.|2(?:2[4-9]|3\d|[45]\d)\.)/.test(
    address,
  );
}
