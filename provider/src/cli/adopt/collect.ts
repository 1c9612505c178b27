import { loadKind } from "../../engine/steps/loadKind";
import { registry } from "../../engine/steps/registry";
import { PermissionDeniedError } from "../../http/errors/responseError";
import type { Values } from "../../fields/values";
import type { Connection } from "../stack/connections";
import { startSearchJob } from "../stack/searchJob";
import { describeObject, identify, type Described } from "./describe";
import type { Managed } from "./managed";
import { makeName, makeResourceVariable, NameTable } from "./names";
import type { Adopted } from "./program";
import { sources, type Selection } from "./sources";
import { toMessage } from "../failure";

/** The findings of one kind. */
export interface Collected {
  readonly kind: string;
  readonly adopted: readonly Adopted[];
  /** The objects that are left out, by reason. */
  readonly leftOut: ReadonlyMap<string, readonly string[]>;
  /** The messages about missing permissions: of the list, or of single policies. */
  readonly refusals: readonly string[];
}

/** The parts of the stack that a program does not repeat. */
export interface KnownStack {
  /** The project of its configuration, which the program leaves out. */
  readonly configured: string | undefined;
  /** The objects that the resources of its state manage. */
  readonly managed: Managed;
}

/** The deadline of the list of a kind. */
const listTimeout = "30m";

/** The result for an object: its description, or the reason to leave it out. */
type Outcome = { readonly label: string } & (Described | { readonly reason: string });

/**
 * Lists the objects of one kind and describes each. Pages are dropped as soon as they are described.
 *
 * @param variables the variables of the whole program so far
 */
export async function collect(
  kind: string,
  connection: Connection,
  selection: Selection,
  { configured, managed }: KnownStack,
  variables: NameTable,
  onProgress: (count: number) => void,
): Promise<Collected> {
  const [source, definition] = [sources[kind], loadKind(registry, kind)];
  if (source === undefined || definition === undefined) throw new Error(`There is no kind ${kind} to adopt.`);
  const resource = connection.resource(definition);
  const project = source.isInProject ? selection.project : undefined;
  // A list that changes between two pages can show an object twice: what it shows last is newer.
  const outcomes = new Map<string, Outcome>();
  const refusals = new Set<string>();
  try {
    const job = startSearchJob(resource, { project: project ?? "" }, listTimeout);
    let count = 0;
    for await (const { object, label, refusal, leftOut } of source.find(job, selection, definition, managed)) {
      if (refusal !== undefined) {
        refusals.add(connection.renameSettings(refusal));
        continue;
      }
      const identified = identify(resource, object, project);
      outcomes.set(identified?.id ?? JSON.stringify(object), { label, ...describe(identified, object, leftOut) });
      count += 1;
      if (count % 1000 === 0) onProgress(count);
    }
  } catch (error) {
    if (!(error instanceof PermissionDeniedError)) throw error;
    return { kind, adopted: [], leftOut: new Map(), refusals: [connection.renameSettings(toMessage(error))] };
  }
  const names = new NameTable();
  const adopted: Adopted[] = [];
  const leftOut = new Map<string, string[]>();
  for (const [id, outcome] of [...outcomes].sort(([left], [right]) => (left < right ? -1 : 1))) {
    const { label } = outcome;
    if ("reason" in outcome) {
      const labels = leftOut.get(outcome.reason) ?? [];
      labels.push(label);
      leftOut.set(outcome.reason, labels);
    } else {
      const stem = makeName(label);
      const name = names.add(stem, "-");
      const variable = variables.add(makeResourceVariable(stem, kind), "");
      adopted.push({ kind, id, args: outcome.args, isAsked: definition.adoptable ?? false, name, variable });
    }
  }
  return { kind, adopted, leftOut, refusals: [...refusals] };

  function describe(
    identified: ReturnType<typeof identify>,
    object: Values,
    leftOut: string | undefined,
  ): Described | { reason: string } {
    if (leftOut !== undefined) return { reason: leftOut };
    if (identified === undefined) return { reason: "whose answer names no object" };
    const described = describeObject(resource, object, project, configured);
    if ("reason" in described) return { reason: connection.renameSettings(described.reason) };
    const { id, place } = identified;
    const reason = managed.whyNot(id, place && { kind, place, repeatable: definition?.repeatable });
    return reason === undefined ? described : { reason };
  }
}
