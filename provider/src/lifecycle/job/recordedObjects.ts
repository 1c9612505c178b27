import type { IgnoredPaths } from "../../fields/ignoredPaths";
import type { Values } from "../../fields/values";
import { covers, type Part } from "./part";

/** A replacement of an object of its own that a diff has asked for. */
export interface Replacement {
  /** Path of the object that is recorded. */
  readonly object: string;
  readonly outputs: Values;
  /** The wanted arguments, and the changes that the program ignores. */
  readonly inputs: Values;
  readonly ignored: IgnoredPaths;
  /** Takes the secrets of both out of a message. */
  readonly redact: (text: string) => string;
  /** The fields that cause it. */
  readonly fields: readonly string[];
}

/** The objects that the resources of the program have by the state and by this run, as far as their diffs, creates and deletes have told. */
export class RecordedObjects {
  /** By the URN of the resource. */
  private readonly parts = new Map<string, readonly Part[]>();
  private readonly replacements = new Map<string, Replacement>();

  /** Notes what the state has of a resource. */
  note(urn: string, parts: readonly Part[]): void {
    if (urn !== "") this.parts.set(urn, parts);
  }

  /** Notes what a resource has made. Until it is deleted, what is replaced is there too. */
  add(urn: string, parts: readonly Part[]): void {
    this.note(urn, [...(this.parts.get(urn) ?? []), ...parts]);
  }

  /** Notes that an object is deleted: an alias may have changed the URN of its resource. */
  drop(object: string): void {
    for (const [urn, parts] of this.parts) {
      const left = parts.filter((part) => !covers(part, [object]));
      this.parts.set(urn, left);
    }
  }

  /** True if a resource has a part; `undefined` as long as nothing has told. */
  has(urn: string, part: Part): boolean | undefined {
    return this.parts.get(urn)?.some((own) => covers(own, part));
  }

  /** The resources that have a part. */
  holders(part: Part): string[] {
    return [...this.parts.keys()].filter((urn) => this.has(urn, part));
  }

  /** Notes the replacement of a resource; `undefined` where its object is deleted without a look. */
  noteReplacement(urn: string, replacement: Replacement | undefined): void {
    if (urn === "") return;
    if (replacement === undefined) this.replacements.delete(urn);
    else this.replacements.set(urn, replacement);
  }

  /** The replacement of a resource: given once, to the first of the two steps that touches an object. */
  takeReplacement(urn: string): Replacement | undefined {
    const replacement = this.replacements.get(urn);
    this.replacements.delete(urn);
    return replacement;
  }

  /** The replacement of an object that is deleted now. An alias may have changed the URN of its resource. */
  takeReplacementFor(object: string, numericId: unknown): Replacement | undefined {
    const isOne = ([, one]: [string, Replacement]) => one.object === object && one.outputs.numericId === numericId;
    const [urn] = [...this.replacements].find(isOne) ?? [];
    return urn === undefined ? undefined : this.takeReplacement(urn);
  }
}
