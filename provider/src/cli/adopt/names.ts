/** The last words of the variables of each kind: no variable is a word of the language. */
const nouns: Readonly<Record<string, string>> = {
  NetworkFirewallPolicyAssociation: "Association",
  TargetSslProxyCertificateMap: "CertificateMap",
  FirewallPolicyIamBinding: "Binding",
  FirewallPolicyIamMember: "Member",
};

/** The name in Pulumi of an object, of the words that name it at the service. */
export function makeName(label: string): string {
  return splitWords(label).join("-") || "adopted";
}

/** The variable of a resource, of its name in Pulumi. */
export function makeResourceVariable(name: string, kind: string): string {
  return makeVariable(name, nouns[kind] ?? kind);
}

/** A variable such as `egressRoute`, of the words of a name and a noun. */
export function makeVariable(name: string, noun: string): string {
  const upper = splitWords(name).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const own = upper.join("");
  const whole = own.toLowerCase().endsWith(noun.toLowerCase()) ? own : own + noun;
  const variable = /^\d/.test(whole) ? noun + own : whole;
  return variable.charAt(0).toLowerCase() + variable.slice(1);
}

function splitWords(text: string): string[] {
  return text.split(/[^A-Za-z0-9]+/).filter(Boolean);
}

/** Names of which each is given once. */
export class NameTable {
  private readonly taken: Set<string>;
  /** By stem, the first number that may be free: thousands of objects can have the same words. */
  private readonly next = new Map<string, number>();

  constructor(taken: Iterable<string> = []) {
    this.taken = new Set(taken);
  }

  /** The stem, or the stem with the next number that is free. */
  add(stem: string, separator: string): string {
    let name = stem;
    let count = this.next.get(stem) ?? 2;
    for (; this.taken.has(name); count += 1) name = `${stem}${separator}${String(count)}`;
    this.next.set(stem, count);
    this.taken.add(name);
    return name;
  }
}
