import { Connections } from "../../provider/src/cli/stack/connections";
import { findOrphans } from "../../provider/src/cli/orphans/find";
import type { ExportedResource, StackExport } from "../../provider/src/cli/stack/stackExport";
import { makeClient } from "../../provider/src/settings/connection";
import { typeToken } from "../../provider/src/names/typeToken";
import type { State, StateResource } from "./engine/snapshot";
import { kinds } from "./kinds/every";
import type { Network } from "./network";
import { toConfiguration } from "./processes";
import { namesIn, projectNumber } from "./service/names";

/** The answer of the command `orphans` after a crash. */
export interface Recovery {
  /** Everything that it names. */
  readonly paths: readonly string[];
  /** Objects that it names, and that are there: a person can take them over with `adoptExisting`, or delete them. */
  readonly objects: readonly string[];
  /** Recorded objects that may be the stack's own, or not. */
  readonly unsure: readonly string[];
  /** The questions that it could not answer. */
  readonly problems: readonly string[];
}

/** The command `orphans` over the state of a life. */
export async function findUnrecorded(state: State, network: Network): Promise<Recovery> {
  const survivor = { isDead: false, dies: () => undefined, kill: () => undefined };
  const exported: StackExport = {
    urn: "urn:pulumi:dev::test-project::pulumi:pulumi:Stack::test-project-dev",
    resources: state.resources.map(exportedResource),
    pending: state.pending.map(({ type, resource }) => ({ type, resource: exportedResource(resource) })),
  };
  const configuration = new Map(Object.entries(toConfiguration(network)));
  const nowhere = () => undefined;
  const connections = new Connections(exported, configuration, {}, nowhere, (settings) =>
    makeClient(settings, () => network.transport(survivor)),
  );
  const { findings, problems } = await findOrphans(exported, connections, {
    sinceMs: Date.now() - 1_209_600_000,
    // A program that names its project by number has requests that only a search of that number finds.
    projects: [projectNumber],
    kinds,
  });
  return {
    paths: findings.map(({ path }) => namesIn(path)),
    objects: findings.filter(({ situation }) => situation === "unrecorded").map(({ path }) => namesIn(path)),
    unsure: findings.filter(({ situation }) => situation === "unsure").map(({ path }) => namesIn(path)),
    problems,
  };
}

function exportedResource({ urn, kind, id, inputs, outputs, ...resource }: StateResource): ExportedResource {
  return {
    urn,
    type: typeToken(kind),
    id: id === "" ? undefined : id,
    provider: undefined,
    inputs,
    outputs,
    condemned: resource.delete ?? false,
    awaitsReplacement: resource.pendingReplacement ?? false,
  };
}
