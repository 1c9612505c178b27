import { registry, loadKind } from "../../engine/steps/registry";
import { PermissionDeniedError } from "../../http/errors/responseError";
import { startJob } from "../../lifecycle/resource";
import { timeoutsKey } from "../../names/internalInputs";
import type { Connection } from "../stack/connections";
import { describeObject, type Described } from "./describe";
import { NameTable } from "./names";
import type { Adopted } from "./program";
import { sources, type Selection } from "./sources";
import { toMessage } from "../failure";

/** The findings of one kind. */
export interface Collected {
  readonly kind: string;
  readonly adopted: readonly Adopted[];
  /** The objects that are left out, counted by reason. */
  readonly leftOut: ReadonlyMap<string, number>;
  /** The reason why the kind could not be listed. */
  readonly refusal?: string;
}

/** The deadline of the list of a kind. */
const listTimeout = "30m";

/** Lists the objects of one kind and describes each. Pages are dropped as soon as they are described. */
export async function collect(
  kind: string,
  connection: Connection,
  selection: Selection,
  configured: string | undefined,
  onProgress: (count: number) => void,
): Promise<Collected> {
  const [source, definition] = [sources[kind], loadKind(registry, kind)];
  if (source === undefined || definition === undefined) throw new Error(`There is no kind ${kind} to adopt.`);
  const resource = connection.resource(definition);
  const project = source.isInProject ? selection.project : undefined;
  const found: (Described & { readonly label: string })[] = [];
  const leftOut = new Map<string, number>();
  const leave = (reason: string) => leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
  try {
    const job = startJob(resource, { project: project ?? "" }, "create", { [timeoutsKey]: { create: listTimeout } });
    let count = 0;
    for await (const one of source.find(job, selection, definition)) {
      const described =
        one.leftOut === undefined ? describeObject(resource, one.object, project, configured) : undefined;
      if (described === undefined) leave(one.leftOut ?? "");
      else if ("reason" in described) leave(connection.renameSettings(described.reason));
      else found.push({ ...described, label: one.label });
      count += 1;
      if (count % 1000 === 0) onProgress(count);
    }
  } catch (error) {
    if (!(error instanceof PermissionDeniedError)) throw error;
    return { kind, adopted: [], leftOut: new Map(), refusal: connection.renameSettings(toMessage(error)) };
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
  return { kind, adopted, leftOut };
}
