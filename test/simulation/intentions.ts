import type { Values } from "../../provider/src/fields/values";
import type { EngineRequest, Method } from "./engine/plugins";
import { isIgnored } from "./kinds/ignored";
import type { SimulatedKind } from "./kinds/kind";
import { isRelated, isSame, findLeaves } from "./service/leaves";

/** The part of an object that an update may change, as its preview shows it. */
export interface Shown {
  readonly kind: SimulatedKind;
  readonly path: string;
  /** True for a member that differs from the state, or of which only one of two programs speaks. */
  readonly isShown: (leaf: string) => boolean;
  /** True for a member that the option `ignoreChanges` names. */
  readonly isIgnored: (leaf: string) => boolean;
}

/**
 * The members that each update may change. They follow from the state and the program alone.
 *
 * A step that has not ended well may have been about other members: until the resource has come to a good end, another step
 * may change these, too. So it is after a crash, for as long as the life lasts.
 */
export class Intentions {
  /** Members that steps were about that have not ended well, by the URN. */
  private readonly unfinished = new Map<string, Set<string>>();
  /** Every member that a program has declared. */
  private readonly everDeclared = new Set<string>();

  begin(kind: SimulatedKind, method: Method, request: EngineRequest, args: readonly unknown[]): Shown | undefined {
    const { members } = kind;
    if (members === undefined || (method !== "create" && method !== "update")) return undefined;
    const { urn, oldInputs = {}, ignoreChanges = [] } = request;
    const [news = {}, outputs = {}] = [args.at(-1), args.at(-2)] as (Values | undefined)[];
    const wanted = findLeaves(news, members);
    for (const leaf of wanted.keys()) this.everDeclared.add(leaf);
    const before = findLeaves(oldInputs, members);
    const recorded = findLeaves(outputs, members);
    const changed = [...wanted].filter(([leaf, value]) => !before.has(leaf) || !isSame(recorded.get(leaf), value));
    const gone = [...this.everDeclared].filter((leaf) => !wanted.has(leaf));
    const own = this.unfinished.get(urn) ?? new Set();
    const isUnmade = method === "create" || own.has("");
    // A create may set all that the program declares, and whatever ends it.
    for (const leaf of isUnmade ? ["", ...wanted.keys()] : changed.map(([name]) => name)) own.add(leaf);
    this.unfinished.set(urn, own);
    if (method === "create") return undefined;
    const allowed = [...gone, ...[...this.unfinished.values()].flatMap((leaves) => [...leaves])];
    return {
      kind,
      path: kind.toPath(news),
      isShown: (leaf) => allowed.some((one) => one !== "" && isRelated(one, leaf)),
      isIgnored: (leaf) => !isUnmade && isIgnored(leaf, ignoreChanges),
    };
  }

  /** A step has ended well. */
  end(method: Method, urn: string): void {
    if (method !== "read") this.unfinished.delete(urn);
  }
}
