import { RE2JS } from "re2js";

/** Instances that are not to come up: those of some instance templates, and how they fail. */
export interface RolloutRule {
  /** An RE2 expression for a part of the link of the instance template. At most 1,000 characters. */
  readonly instanceTemplate: string;
  /**
   * The errors of each attempt to create an instance. Default: none, and then the instance runs and never gets healthy,
   * if the group has a health check.
   */
  readonly errors?: readonly { readonly code: string; readonly message: string }[];
  /** How many attempts of each instance fail. Default "always". */
  readonly times?: number | "always";
}

/** The rules that hold now. The first that matches a template decides. */
export class RolloutRules {
  #rules: readonly { readonly rule: RolloutRule; readonly template: RE2JS }[] = [];

  /** Replaces all rules. Throws if an expression is none of RE2. */
  set(rules: readonly RolloutRule[]): void {
    this.#rules = rules.map((rule) => ({ rule, template: RE2JS.compile(rule.instanceTemplate) }));
  }

  clear(): void {
    this.#rules = [];
  }

  list(): RolloutRule[] {
    return this.#rules.map(({ rule }) => rule);
  }

  /** The rule for the instances of a template, by its link. */
  find(instanceTemplate: string): RolloutRule | undefined {
    return this.#rules.find(({ template }) => template.test(instanceTemplate))?.rule;
  }
}
