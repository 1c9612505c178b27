import { messageOf } from "./messageOf";
import { NotFoundError } from "../../http/errors/responseError";
import { loadKind, registry, type Registry } from "../../engine/registry";
import type { ResourceDefinition } from "../../lifecycle/definition";
import type { Trace } from "../../lifecycle/description";
import { reasonsAgainst } from "../../lifecycle/insert";
import { autoNamedKey } from "../../program/internalInputs";
import { pendingOf } from "../../lifecycle/pending";
import { rememberKeys } from "../../lifecycle/secretFields";
import type { Resource } from "../../lifecycle/resource";
import { text, type Values } from "../../fields/values";
import type { Connections } from "./connections";
import type { Finding, Report, Step } from "./finding";
import { StackRequests, type SearchOptions } from "./requests";
import { jobFor, type Begun } from "./search";
import { kindOf, logicalName, type ExportedResource, type PendingOperation, type StackExport } from "./stackExport";
import { adoptStep, deleteStep, refreshStep, removeStep, upStep, waitStep } from "./steps";

/** Finds what may have been left behind, and what to do about each. */
export async function findOrphans(
  exported: StackExport,
  connections: Connections,
  options: SearchOptions,
): Promise<Report> {
  const { kinds = registry } = options;
  rememberKeysIn(exported, kinds);
  const problems: string[] = [];
  const search = new Search(exported, connections, options, problems);
  const ours = exported.pending.filter(({ resource }) => kindOf(resource) !== undefined);
  const pending = await Promise.all(ours.map((operation) => search.ofPending(operation)));
  const named = new Set(pending.flatMap((finding) => (finding === undefined ? [] : [finding.path])));
  const unnamed = await search.unnamed(named);
  return {
    stack: exported.urn ?? "",
    findings: [...pending.filter((finding) => finding !== undefined), ...unnamed],
    pendingCreates: pendingCreatesOf(exported),
    problems,
    untold: untoldOf(exported, kinds, options.lastRunSucceeded),
  };
}

/** Whether requests of a kind leave nothing at the service that could be listed for a project and has a mark. */
function isTraceless(definition: ResourceDefinition | undefined): boolean {
  return definition !== undefined && definition.list === undefined && definition.traces === undefined;
}

/**
 * What nothing can tell. A run that succeeded has recorded all that it set. After another one the state need not name
 * even one resource of such a kind; where the end of the last run is not known, only its resources speak for there being
 * any.
 */
function untoldOf(
  { resources, pending }: StackExport,
  registered: Registry,
  lastRunSucceeded: boolean | undefined,
): string[] {
  if (lastRunSucceeded === true) return [];
  if (lastRunSucceeded === false)
    return [
      "The last run of this stack did not succeed. The command cannot find out whether that run set a grant of a firewall policy or patched a group without recording it, because neither leaves a mark at the service. It also cannot find an association that the service is still adding. Run `pulumi up`, which finds these objects as the program describes them, and records them.",
    ];
  const all = [...resources, ...pending.map(({ resource }) => resource)];
  const named = new Set(all.flatMap((resource) => kindOf(resource) ?? []));
  const kinds = [...named].filter((kind) => isTraceless(loadKind(registered, kind)));
  return kinds
    .sort()
    .map(
      (kind) =>
        `The command cannot find out whether a run set a gce:${kind} that the state does not name, because it leaves no mark at the service. Run \`pulumi up\`, which finds it as the program describes it, and records it.`,
    );
}

/** What the service answers about one resource may hold the key of another. */
function rememberKeysIn({ resources, pending }: StackExport, kinds: Registry): void {
  for (const exported of [...resources, ...pending.map(({ resource }) => resource)]) {
    const definition = loadKind(kinds, kindOf(exported) ?? "");
    if (definition === undefined) continue;
    for (const values of [exported.outputs, exported.inputs]) rememberKeys(definition, values);
  }
}

function pendingCreatesOf({ pending }: StackExport): Report["pendingCreates"] {
  const creates = pending.filter(({ type }) => type === "creating");
  const ours = creates.filter(({ resource }) => kindOf(resource) !== undefined).length;
  return { ours, others: creates.length - ours };
}

/** What is looked at. */
interface Subject {
  readonly definition: ResourceDefinition;
  readonly resource: Resource;
  readonly exported: ExportedResource;
  readonly path: string;
}

class Search {
  private readonly recorded: ReadonlyMap<string, ExportedResource>;
  private readonly requests: StackRequests;
  private readonly kinds: Registry;

  constructor(
    private readonly exported: StackExport,
    private readonly connections: Connections,
    options: SearchOptions,
    private readonly problems: string[],
  ) {
    const managed = exported.resources.filter(
      (resource) => kindOf(resource) !== undefined && !resource.awaitsReplacement,
    );
    this.requests = new StackRequests(exported, connections, options);
    this.kinds = options.kinds ?? registry;
    this.recorded = new Map(managed.map((resource) => [resource.id ?? "", resource]));
  }

  /** What a pending operation of the state is about. */
  async ofPending(operation: PendingOperation): Promise<Finding | undefined> {
    const { resource: exported, type } = operation;
    const kind = kindOf(exported) ?? "";
    const definition = loadKind(this.kinds, kind);
    if (definition === undefined) {
      this.problems.push(`${exported.urn}: this version of pulumi-gce does not know gce:${kind}. Upgrade pulumi-gce.`);
      return undefined;
    }
    const resource = this.connections.of(exported.provider).resource(definition);
    const identity = definition.schema.identity({ ...exported.outputs, ...exported.inputs }, resource.links);
    const finding = {
      kind,
      resource: logicalName(exported.urn),
      urn: exported.urn,
      path: identity === undefined ? (exported.id ?? "") : definition.path(identity),
      cause: { from: "pendingOperation", operation: type } as const,
      notes: [],
    };
    if (identity === undefined) {
      this.problems.push(`${exported.urn}: its inputs do not identify its object. Run \`pulumi refresh\`.`);
      return { ...finding, situation: "unknown", steps: [refreshStep("let Pulumi read the object")] };
    }
    try {
      const what = { definition, resource, exported, path: finding.path };
      return { ...finding, ...(await (type === "creating" ? this.creating(what) : this.changing(what, type))) };
    } catch (error) {
      this.problems.push(`${finding.path}: ${messageOf(error)}`);
      return { ...finding, situation: "unknown", steps: [] };
    }
  }

  /** Objects of this stack that neither the state nor a pending operation names. */
  async unnamed(named: ReadonlySet<string>): Promise<Finding[]> {
    if (this.exported.urn === undefined) {
      this.problems.push(
        "the state is empty and does not name its stack, so the command cannot recognize its requests. Run the command in the program's folder, or give an earlier export with --file.",
      );
      return [];
    }
    const findings = await Promise.all(
      this.requests.places.map(async (place) => {
        try {
          return (await this.requests.in(place))
            .filter(({ definition, path, trace }) => {
              // It can be recorded with the id of its project, and asked for with the number.
              const paths = [path, ...(trace === undefined ? [] : [definition.path(trace.identity)])];
              return !paths.some((one) => named.has(one) || this.recorded.has(one));
            })
            .map((begun) => this.unrecorded(begun));
        } catch (error) {
          this.problems.push(
            `project ${place.project}: the command could not search for objects that no pending operation names: ${messageOf(error)}`,
          );
          return [];
        }
      }),
    );
    const byPath = new Map(findings.flat().map((finding) => [finding.path, finding]));
    return [...byPath.values()];
  }

  private async creating(what: Subject): Promise<Pick<Finding, "situation" | "steps" | "notes">> {
    const { definition, exported, path } = what;
    if (definition.list === undefined) return this.part(what);
    const recorded = this.recorded.get(path);
    if (recorded !== undefined) {
      const settled = pendingOf(recorded.outputs).length === 0;
      return {
        situation: "recorded",
        notes: settled ? [] : ["The state does not know how its insert ended; the next `pulumi up` finds out."],
        steps: settled ? [] : [upStep("let Pulumi find out how the insert ended")],
      };
    }
    const object = await look(what);
    const connection = this.connections.of(exported.provider);
    if (object === undefined) {
      const running = (await this.requests.of(path, connection))?.operation.status;
      return running === undefined || running === "DONE"
        ? { situation: "absent", notes: [], steps: [] }
        : { situation: "running", notes: [], steps: [waitStep] };
    }
    const differing = differences(what, object);
    const reasons = reasonsAgainst(
      definition,
      definition.schema.outputs(object, exported.inputs),
      exported.inputs,
      object,
    );
    const again = this.exported.resources.find(
      ({ urn, condemned, awaitsReplacement }) => urn === exported.urn && !condemned && !awaitsReplacement,
    );
    // Nobody else chooses a name that was made up here; the insert of one that was given may have been refused for it.
    const isOurs =
      exported.inputs[autoNamedKey] === true ||
      (await this.requests.of(path, connection).catch(() => undefined))?.object !== undefined;
    const remove = deleteStep(path, connection.settings);
    return {
      situation: "there",
      notes: [
        ...(again === undefined
          ? []
          : [`The resource ${JSON.stringify(logicalName(exported.urn))} is now ${again.id ?? "another object"}.`]),
        ...(differing.length === 0 ? [] : [`It differs from the recorded inputs in ${differing.join(", ")}.`]),
        ...notAdoptable(reasons),
        ...(isOurs
          ? []
          : [
              "The command found no request of this stack that made it, so it may belong to somebody else: ask before you delete it.",
            ]),
      ],
      steps: again === undefined && differing.length + reasons.length === 0 ? [adoption(what), remove] : [remove],
    };
  }

  /** A resource that manages a part of what others own: nothing is orphaned, but the part may hold what was asked for. */
  private async part(what: Subject): Promise<Pick<Finding, "situation" | "steps" | "notes">> {
    const { definition } = what;
    if (this.recordsPart(what)) return { situation: "recorded", notes: [], steps: [] };
    const object = await look(what);
    const holds = object !== undefined && differences(what, object).length === 0;
    if (!holds) return { situation: "otherwise", notes: [], steps: [upStep("let Pulumi make the change")] };
    const { previousUnknown: previous } = definition;
    return {
      situation: "asDescribed",
      notes: previous === undefined ? [] : [previous],
      steps: [definition.adoptable ? adoption(what) : upStep("let Pulumi record it, which changes nothing")],
    };
  }

  /** Several resources may be of one object, each with its own part of it. */
  private recordsPart({ definition, exported, path }: Subject): boolean {
    return this.exported.resources.some(
      ({ urn, id, condemned, awaitsReplacement }) =>
        id === path && (definition.partial === undefined || urn === exported.urn) && !condemned && !awaitsReplacement,
    );
  }

  private async changing(what: Subject, type: string): Promise<Pick<Finding, "situation" | "steps" | "notes">> {
    const object = await look(what);
    const steps = [
      refreshStep("let the state record the object as it is; the next `pulumi up` then makes the remaining changes"),
    ];
    if (type === "deleting" && object === undefined) return { situation: "absent", notes: [], steps };
    // That another's object is there says nothing of the part of it that was to be put back.
    if (type === "deleting" && what.definition.list !== undefined) return { situation: "there", notes: [], steps };
    const holds = object !== undefined && differences(what, object).length === 0;
    return { situation: holds ? "asDescribed" : "otherwise", notes: [], steps };
  }

  private unrecorded(begun: Begun): Finding {
    const { definition, path, operation, object, connection, trace } = begun;
    if (trace !== undefined) return unrecordedPart(begun, trace);
    const name = path.slice(path.lastIndexOf("/") + 1);
    const reasons =
      object === undefined ? [] : reasonsAgainst(definition, definition.schema.outputs(object, {}), {}, object);
    const adopt = reasons.length > 0 ? [] : [adoptStep(undefined, { name, adoptExisting: true })];
    return {
      kind: definition.kind,
      path,
      cause: { from: "serviceOperation", operation: operation.name, begunAt: operation.insertTime },
      situation: object === undefined ? "running" : "there",
      notes: notAdoptable(reasons),
      steps: object === undefined ? [waitStep] : [...adopt, deleteStep(path, connection.settings)],
    };
  }
}

/** A part of somebody else's object: the next run finds that it is its own, and a program that has it no more leaves it. */
function unrecordedPart({ definition, path, operation, connection }: Begun, { removal, note }: Trace): Finding {
  return {
    kind: definition.kind,
    path,
    cause: { from: "serviceOperation", operation: operation.name, begunAt: operation.insertTime },
    situation: "there",
    notes: note === undefined ? [] : [note],
    steps: [
      upStep("let Pulumi record it, if the program still declares it"),
      ...(removal === undefined ? [] : [removeStep(removal, connection.settings)]),
    ],
  };
}

function adoption({ exported }: Subject): Step {
  const name = text(exported.inputs, "name");
  // Also a name that was made up has to be given, or another one would be.
  return adoptStep(logicalName(exported.urn), { ...(name === undefined ? {} : { name }), adoptExisting: true });
}

function notAdoptable(reasons: readonly string[]): string[] {
  return reasons.length === 0 ? [] : [`It cannot be taken over: ${reasons.join("; ")}.`];
}

/** The object, or the part of one, that a resource of the state is about. */
async function look({ definition, resource, exported }: Subject): Promise<Values | undefined> {
  const known = { ...exported.outputs, ...exported.inputs };
  const identity = definition.schema.knownIdentity(known, resource.links);
  try {
    return await definition.read(jobFor(resource, identity), identity, known);
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

function differences({ definition, resource, exported }: Subject, object: Values): string[] {
  const { inputs } = exported;
  const context = definition.schema.context(inputs, resource.links);
  return definition.schema.changed(definition.schema.outputs(object, inputs), inputs, context);
}
