/** The last words of the variables of each kind: no variable is a word of the language, or has a name of another kind. */
const nouns: Readonly<Record<string, string>> = {
  NetworkFirewallPolicyAssociation: "Association",
  TargetSslProxyCertificateMap: "CertificateMap",
  FirewallPolicyIamBinding: "Binding",
};

/** The names in a program of the resources of one kind, each of them once. */
export class NameTable {
  private readonly names = new Set<string>();
  private readonly variables = new Set<string>();

  constructor(private readonly kind: string) {}

  /** @param label the words that name the object at the service */
  add(label: string): { readonly name: string; readonly variable: string } {
    const name = splitWords(label).join("-") || "adopted";
    return {
      name: addOnce(this.names, name, "-"),
      variable: addOnce(this.variables, makeVariable(name, nouns[this.kind] ?? this.kind), ""),
    };
  }
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

/** The stem, or the stem with the next number that is free. */
export function addOnce(taken: Set<string>, stem: string, separator: string): string {
  let name = stem;
  for (let count = 2; taken.has(name); count += 1) name = `${stem}${separator}${String(count)}`;
  taken.add(name);
  return name;
}
