import { registry, loadKind } from "../../engine/steps/registry";
import { PermissionDeniedError } from "../../http/errors/responseError";
import type { Connection } from "../stack/connections";
import { startSearchJob } from "../stack/searchJob";
import { describeObject, type Described } from "./describe";
import { NameTable } from "./names";
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
  /** The ids of the resources of its state. */
  readonly managedIds: ReadonlySet<string>;
}

/** The deadline of the list of a kind. */
const listTimeout = "30m";

/** Lists the objects of one kind and describes each. Pages are dropped as soon as they are described. */
export async function collect(
  kind: string,
  connection: Connection,
  selection: Selection,
  { configured, managedIds }: KnownStack,
  onProgress: (count: number) => void,
): Promise<Collected> {
  const [source, definition] = [sources[kind], loadKind(registry, kind)];
  if (source === undefined || definition === undefined) throw new Error(`There is no kind ${kind} to adopt.`);
  const resource = connection.resource(definition);
  const project = source.isInProject ? selection.project : undefined;
  const found: (Described & { readonly label: string })[] = [];
  const refusals: string[] = [];
  const leftOut = new Map<string, string[]>();
  const leave = (reason: string, label: string) => {
    const labels = leftOut.get(reason) ?? [];
    labels.push(label);
    leftOut.set(reason, labels);
  };
  try {
    const job = startSearchJob(resource, { project: project ?? "" }, listTimeout);
    let count = 0;
    for await (const one of source.find(job, selection, definition)) {
      if (one.refusal !== undefined) {
        refusals.push(connection.renameSettings(one.refusal));
        continue;
      }
      const described =
        one.leftOut === undefined ? describeObject(resource, one.object, project, configured) : undefined;
      if (described === undefined) leave(one.leftOut ?? "", one.label);
      else if ("reason" in described) leave(connection.renameSettings(described.reason), one.label);
      else if (managedIds.has(described.id)) leave("that this stack manages already", one.label);
      else found.push({ ...described, label: one.label });
      count += 1;
      if (count % 1000 === 0) onProgress(count);
    }
  } catch (error) {
    if (!(error instanceof PermissionDeniedError)) throw error;
    return { kind, adopted: [], leftOut: new Map(), refusals: [connection.renameSettings(toMessage(error))] };
  }
  const names = new NameTable(kind);
  const byId = found.sort((left, right) => (left.id < right.id ? -1 : 1));
  const adopted = byId.map(({ id, args, label }) => ({
    kind,
    id,
    args,
    isAsked: definition.adoptable ?? false,
    ...names.add(label),
  }));
  return { kind, adopted, leftOut, refusals };
}
