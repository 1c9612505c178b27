import type { ComputeClient } from "../../compute/client";
import type { Job } from "../job";
import { overlap, pathText, type Leaf, type Path } from "./leaves";

/*
 * Parts of an object that go from one resource of a program to another: a patch with a new name in the program, or a member
 * that moves between two patches. The one that no longer has them must not undo what the other has just done.
 */

/** What resources have set, by the path of the object and their URN. */
type SetParts = Map<string, Map<string, readonly Path[]>>;

/** The process has one client for each set of settings, and each command of the CLI has a process of its own. */
const setPartsOf = new WeakMap<ComputeClient, SetParts>();

/** Remembers for this run what a resource has set. */
export function noteSet(job: Job, object: string, leaves: readonly Leaf[]): void {
  // Without a name it could not be told from others.
  if (job.urn === "") return;
  const parts: SetParts = setPartsOf.get(job.client) ?? new Map();
  setPartsOf.set(job.client, parts);
  const ofObject = parts.get(object) ?? new Map<string, readonly Path[]>();
  parts.set(object, ofObject);
  ofObject.set(
    job.urn,
    leaves.map(({ path }) => path),
  );
}

/**
 * What a resource has set, without what others have taken over from it in this run.
 *
 * @param self the URN whose parts count as the resource's own; a successor of the same URN takes over as others do
 */
export function stillOurs(job: Job, object: string, ours: readonly Leaf[], self?: string): StillOurs {
  const others = [...(setPartsOf.get(job.client)?.get(object) ?? [])].filter(([urn]) => urn !== self);
  const isTaken = ({ path }: Leaf) => others.some(([, paths]) => paths.some((other) => overlap(other, path)));
  return {
    ours: ours.filter((leaf) => !isTaken(leaf)),
    taken: [...new Set(ours.filter(isTaken).map(({ path }) => pathText(path)))],
  };
}

/** The parts that are still a resource's own, and the paths of those that are not. */
export interface StillOurs {
  readonly ours: readonly Leaf[];
  readonly taken: readonly string[];
}
