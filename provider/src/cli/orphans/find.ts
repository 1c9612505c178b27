import { unlessNotFound } from "../../http/errors/responseError";
import { loadKind, type Registry } from "../../engine/steps/loadKind";
import { registry } from "../../engine/steps/registry";
import type { ResourceDefinition } from "../../lifecycle/schema/definition";
import type { Identity } from "../../lifecycle/schema/description";
import { createsObject, readPending } from "../../lifecycle/job/journal";
import { autoNamedKey } from "../../names/internalInputs";
import { linkName } from "../../names/links";
import { parseUrn } from "../../names/stackUrn";
import { parseKind } from "../../names/typeToken";
import { text } from "../../fields/values";
import { oneLine } from "../../messages/text";
import type { Connections } from "../stack/connections";
import type { Finding, Report } from "./report";
import { toMessage } from "../failure";
import { startSearchJob } from "../stack/searchJob";
import { findRequestedObjects, type RequestedObject } from "./search";
import type { ExportedResource, PendingOperation, StackExport } from "../stack/stackExport";
import { adoptStep, deleteStep, lookStep, ownOrNotStep, refreshStep, upStep, waitStep } from "./steps";

/** How far to look for requests of the stack. */
export interface SearchOptions {
  /** Requests from before are left out; milliseconds since 1970. */
  readonly sinceMs: number;
  /** Projects to look at beside those that the state and the settings name. */
  readonly projects: readonly string[];
  /** Kinds that are looked for. Default: all of this package. */
  readonly kinds?: Registry;
}

/** Finds what a killed run may have left behind, and what to do about each. */
export async function findOrphans(
  exported: StackExport,
  connections: Connections,
  { sinceMs, projects, kinds = registry }: SearchOptions,
): Promise<Report> {
  const problems: string[] = [];
  const findDefinition = (resource: ExportedResource) => loadKind(kinds, parseKind(resource.type) ?? "");
  // An answer about one resource may have the key of another in it.
  for (const resource of [...exported.resources, ...exported.pending.map((operation) => operation.resource)]) {
    const definition = findDefinition(resource);
    if (definition !== undefined)
      [resource.outputs, resource.inputs].forEach((one) => definition.schema.hideSecrets(one));
  }
  const recorded = exported.resources.filter(
    ({ type, awaitsReplacement }) => parseKind(type) !== undefined && !awaitsReplacement,
  );
  const requested = await findAllRequested(exported, connections, { sinceMs, projects, kinds }, problems);
  const state: SearchState = { recorded, requested, connections, problems };
  const ours = exported.pending.flatMap((operation) => {
    const definition = findDefinition(operation.resource);
    return definition === undefined ? [] : [{ definition, operation }];
  });
  const findings = await Promise.all(
    ours.map(({ definition, operation }) => checkPending(definition, operation, state)),
  );
  const creates = exported.pending.filter(({ type }) => type === "creating").length;
  const ourCreates = ours.filter(({ operation }) => operation.type === "creating").length;
  return {
    stack: exported.urn ?? "",
    findings: [...findings, ...(await findUnsure(findDefinition, state)), ...listUnnamed(findings, state)],
    pendingCreates: { ours: ourCreates, others: creates - ourCreates },
    problems,
  };
}

/** The objects that requests of the stack have made or are making, at each service in the projects that the state or a setting names. */
async function findAllRequested(
  { urn, resources, pending }: StackExport,
  connections: Connections,
  { sinceMs, projects, kinds = registry }: SearchOptions,
  problems: string[],
): Promise<RequestedObject[]> {
  if (urn === undefined) {
    problems.push(
      "the state is empty and does not name its stack, so the command cannot recognize its requests. Run the command in the program's folder, or give an earlier export with --file.",
    );
    return [];
  }
  const ours = [...resources, ...pending.map(({ resource }) => resource)].filter(
    ({ type }) => parseKind(type) !== undefined,
  );
  const all = connections.all();
  const named = [
    ...ours.map(({ inputs, provider }) => ({ ...connections.forProvider(provider), project: text(inputs, "project") })),
    ...all.map((one) => ({ ...one, project: one.settings.text("gcp:project") })),
    ...all.flatMap((one) => projects.map((project) => ({ ...one, project }))),
  ];
  const searched = new Map(
    named.flatMap(({ service, project }) =>
      project === undefined ? [] : [[`${service} ${project}`, { service, project }] as const],
    ),
  );
  const requested: RequestedObject[] = [];
  for (const { service, project } of searched.values()) {
    let problem: string | undefined;
    // One provider that may look there is enough.
    for (const connection of all.filter((one) => one.service === service)) {
      try {
        requested.push(...(await findRequestedObjects(connection, project, urn, sinceMs, kinds)));
        problem = undefined;
        break;
      } catch (error) {
        const reason = connection.renameSettings(toMessage(error));
        problem = `project ${oneLine(project)}: the command could not search for objects that no pending operation names: ${reason}`;
      }
    }
    if (problem !== undefined) problems.push(problem);
  }
  return requested;
}

/** The knowledge of a search. */
interface SearchState {
  /** The resources of this package in the state that no replacement is about to make anew. */
  readonly recorded: readonly ExportedResource[];
  readonly requested: readonly RequestedObject[];
  readonly connections: Connections;
  readonly problems: string[];
}

/** The finding about a pending operation of the state. */
async function checkPending(
  definition: ResourceDefinition,
  { type, resource }: PendingOperation,
  state: SearchState,
): Promise<Finding> {
  const connection = state.connections.forProvider(resource.provider);
  const { links } = connection.resource(definition);
  const identity = definition.schema.identity({ ...resource.outputs, ...resource.inputs }, links);
  const path = identity === undefined ? (resource.id ?? "") : definition.path(identity);
  const cause = { from: "pendingOperation", operation: type } as const;
  const finding = { kind: definition.kind, resource: parseUrn(resource.urn).name, urn: resource.urn, path, cause };
  if (identity === undefined || type !== "creating") return { ...finding, situation: "unsettled", step: refreshStep };
  try {
    return { ...finding, ...(await checkCreate(definition, identity, resource, state)) };
  } catch (error) {
    state.problems.push(`${oneLine(path)}: ${connection.renameSettings(toMessage(error))}`);
    return { ...finding, situation: "unknown" };
  }
}

async function checkCreate(
  definition: ResourceDefinition,
  identity: Identity,
  { urn, provider, inputs, outputs }: ExportedResource,
  { recorded, requested, connections, problems }: SearchState,
): Promise<Pick<Finding, "situation" | "step">> {
  const path = definition.path(identity);
  const current = recorded.filter(({ condemned }) => !condemned);
  // Several resources may be of one object, each with its own part of it.
  if (current.some((one) => one.id === path && (definition.partial === undefined || one.urn === urn)))
    return { situation: "recorded" };
  if (!definition.ownsObject)
    return { situation: "unsettled", step: upStep("let Pulumi make the change, or record it if it is made") };
  const connection = connections.forProvider(provider);
  const job = startSearchJob(connection.resource(definition), identity);
  const object = await unlessNotFound(definition.read(job, identity, { ...outputs, ...inputs }));
  const request = requested.find((one) => one.path === path && one.connection.service === connection.service);
  if (object === undefined) {
    if (request !== undefined && request.operation.status !== "DONE") return { situation: "running", step: waitStep };
    // Where nobody can list operations, its insert may still be running.
    return { situation: problems.length > 0 ? "unknown" : "absent" };
  }
  // Nobody else chooses a generated name. The insert of a given name may have been refused, because others have it.
  if (inputs[autoNamedKey] !== true && request?.object === undefined) {
    const say = "no request of this stack made it. Let Pulumi say how it differs, and how to take it over";
    return { situation: "unrecorded", step: upStep(say) };
  }
  const again = current.find((one) => one.urn === urn);
  const step =
    again === undefined
      ? adoptStep(JSON.stringify(parseUrn(urn).name), linkName(path))
      : deleteStep(path, connection, again.id ?? "another object");
  return { situation: "unrecorded", step };
}

/**
 * Recorded objects of which nobody can tell whether the stack has made them: the answer to the insert was lost, and no operation
 * tells its end.
 */
async function findUnsure(
  findDefinition: (resource: ExportedResource) => ResourceDefinition | undefined,
  { recorded, requested, connections, problems }: SearchState,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const resource of recorded) {
    const { urn, id = "", outputs, provider, condemned } = resource;
    const definition = findDefinition(resource);
    // Of one that the service lists, the next `up` finds how it has ended.
    const isOpen = readPending(outputs).some((one) => {
      const isListed = requested.some(({ operation }) => operation.clientOperationId === one.requestId);
      return createsObject(one) && one.due === undefined && !isListed;
    });
    if (condemned || !isOpen || definition?.ownsObject !== true || outputs.numericId !== undefined) continue;
    const connection = connections.forProvider(provider);
    const recordedObject = connection.resource(definition);
    const identity = definition.schema.identity(outputs, recordedObject.links);
    if (identity === undefined) continue;
    try {
      const job = startSearchJob(recordedObject, identity);
      if ((await unlessNotFound(definition.read(job, identity, outputs))) === undefined) continue;
      const finding = { kind: definition.kind, resource: parseUrn(urn).name, urn, path: id } as const;
      findings.push({ ...finding, cause: { from: "openRequest" }, situation: "unsure", step: ownOrNotStep });
    } catch (error) {
      problems.push(`${oneLine(id)}: ${connection.renameSettings(toMessage(error))}`);
    }
  }
  return findings;
}

/** Objects of this stack that neither the state nor a pending operation names. */
function listUnnamed(named: readonly Finding[], { recorded, requested, connections }: SearchState): Finding[] {
  const knownPaths = new Set([...named.map(({ path }) => path), ...recorded.map(({ id }) => id)]);
  // An object can be recorded with the id of its project, and asked for with the number.
  const lost = requested.filter(({ path, recordedPath }) => !knownPaths.has(path) && !knownPaths.has(recordedPath));
  return lost.map(({ definition, path, operation, object, connection }) => {
    const cause = { from: "serviceOperation", operation: operation.name, begunAt: operation.insertTime } as const;
    const finding = { kind: definition.kind, path, cause };
    if (object === undefined) return { ...finding, situation: "running", step: waitStep };
    if (!definition.ownsObject)
      return { ...finding, situation: "unrecorded", step: upStep("let Pulumi record it, if the program declares it") };
    const name = linkName(path).replace(/-[0-9a-f]{7}$/, "");
    const owner = recorded.find(
      ({ type, urn, provider, condemned }) =>
        parseKind(type) === definition.kind &&
        parseUrn(urn).name === name &&
        connections.forProvider(provider).service === connection.service &&
        !condemned,
    );
    const step =
      owner === undefined
        ? adoptStep("the resource that it was made for", linkName(path))
        : lookStep(path, connection, owner.id ?? "another object");
    return { ...finding, situation: "unrecorded", step };
  });
}
