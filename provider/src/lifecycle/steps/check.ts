import { nameSuffix, physicalName, resourceNameProblem } from "../../names/names";
import { declareClaim } from "./claims";
import { deepestNesting, isNestedTooDeep } from "../../http/structure";
import { missingSetting, type LinkContext } from "../../names/links";
import type { ResourceDefinition } from "../schema/definition";
import { replaceInvalid } from "../../fields/invalidParts";
import { findProblems, type Problem } from "../../fields/kind";
import { timeoutsKind } from "../../fields/customTimeouts";
import { announceAdoption } from "./adopt";
import { autoNamedKey, previewKey, timeoutsKey, urnKey } from "../../names/internalInputs";
import { parseUrn } from "../../names/stackUrn";
import {
  configuredPolicy,
  offeredPolicies,
  effectivePolicy,
  isPrevented,
  listLocalArguments,
} from "../resource/localSettings";
import { completePlace, placeProblems, scopes } from "../../fields/linkScope";
import { presentable } from "../../fields/presentable";
import { describeSubject, type Resource } from "../resource/resource";
import { SettingError } from "../../settings/settingError";
import { unknownArguments } from "../../fields/unknownArguments";
import { containsUnknown, isUnknown, unknownValue } from "../../fields/unknown";
import { pick, text, withoutAbsent, type Values } from "../../fields/values";

/** Inputs with every default filled in, and what is wrong with them. */
export interface Checked {
  inputs: Values;
  failures: Problem[];
}

/**
 * Completes and checks the inputs of a program: no call is made, and every problem is found at once.
 *
 * @param olds the inputs of the last run, or nothing: a physical name that was made then is kept
 */
export function check(resource: Resource, olds: Values, news: Values): Checked {
  const deep = Object.keys(news).filter((name) => isNestedTooDeep(news[name]));
  const { inputs, failures } =
    deep.length === 0
      ? normalizeInputs(resource, olds, news)
      : {
          inputs: Object.fromEntries(Object.entries(news).filter(([name]) => !deep.includes(name))),
          failures: deep.map((property) => ({
            property,
            reason: `${property} is nested more than ${String(deepestNesting)} levels deep, deeper than any argument.`,
          })),
        };
  return { inputs, failures: presentable(failures) };
}

function normalizeInputs(resource: Resource, olds: Values, news: Values): Checked {
  const { definition } = resource;
  const inputs = dropAbsent(definition, news);
  // With `ignoreChanges: ["*"]` the engine gives the inputs of the last run, to which check had added the address.
  if (inputs.selfLink === olds.selfLink) delete inputs.selfLink;
  const declared = Object.keys(inputs).filter((name) => !name.startsWith("__"));
  const { placedBy } = definition;
  if (placedBy !== undefined) completePlace(inputs, placedBy, resource.links);
  const placed = pick(inputs, scopes);
  const failures = [
    ...resource.settings.problems.map((reason) => ({ property: "", reason })),
    ...fillFromSettings(resource, inputs),
    ...unknownArguments(declared, listArguments(definition), definition.argumentAliases ?? {}),
    ...fillScope(resource, inputs),
    ...fillName(resource, olds, inputs),
    ...fillDeletionPolicy(resource, inputs),
    ...latePolicyProblems(resource, inputs),
  ];
  resource.run.notePolicy(resource.log.urn, effectivePolicy(definition, inputs));
  const isPreview = inputs[previewKey] === true;
  // Recorded, they would only make every state larger, and an alias would make the URN wrong.
  for (const key of [urnKey, previewKey]) delete inputs[key]; // eslint-disable-line @typescript-eslint/no-dynamic-delete
  const context = checkContext(resource, inputs);
  const reported = new Set(failures.map(({ property }) => property));
  failures.push(
    // A setting that completes an argument has been told of already.
    ...fieldProblems(resource, inputs, context, placed).filter(
      ({ property, reason }) => !reported.has(property) && !resource.settings.problems.includes(reason),
    ),
    ...localProblems(definition, inputs),
  );
  failures.push(...spanningProblems(definition, inputs, context, failures));
  // After everything that speaks of them in the words of the program.
  Object.assign(inputs, definition.schema.canonicalize(inputs, context));
  const identity = failures.length === 0 ? definition.schema.identity(inputs, resource.links) : undefined;
  if (identity !== undefined && !containsUnknown(identity)) {
    if (definition.fields.selfLink !== undefined)
      inputs.selfLink = definition.schema.selfLink(identity, resource.links);
    resource.run.fillIn(
      definition.path(identity),
      scopes.filter((scope) => inputs[scope] !== undefined && !(scope in placed)),
    );
  }
  if (failures.length === 0) failures.push(...declareClaim(resource, identity, inputs, context));
  if (failures.length > 0) return { inputs, failures };
  const subject = identity === undefined ? `gce:${definition.kind}` : describeSubject(definition, identity);
  for (const { reason } of definition.schema.doubts(inputs, olds))
    resource.log.message("warning", `${subject}: ${reason}`);
  if (Object.keys(olds).length === 0) {
    if (isPreview) announceAdoption(resource, inputs);
    for (const { severity, message } of definition.createNotices?.(inputs) ?? [])
      resource.log.message(severity, `${subject}: ${message}`);
  }
  return { inputs, failures };
}

/** The inputs without absent ones. `null` is one of those, except inside a value whose kind knows better. */
function dropAbsent(definition: ResourceDefinition, news: Values): Values {
  const inputs = withoutAbsent(news);
  for (const [name, { kind }] of Object.entries(definition.fields))
    if (kind.normalize !== undefined && inputs[name] !== undefined) inputs[name] = kind.normalize(news[name]);
  return inputs;
}

/** Every argument that a program may give. */
export function listArguments(definition: ResourceDefinition): string[] {
  return [...definition.schema.arguments, ...Object.keys(listLocalArguments(definition))];
}

/** Values that the configuration gives to every resource become inputs too, so that a change of them shows as one. */
function fillFromSettings({ definition, settings }: Resource, inputs: Values): Problem[] {
  return Object.entries(definition.fields).flatMap(([name, { fromSettings }]) => {
    if (fromSettings === undefined) return [];
    try {
      const value = fromSettings(inputs[name], settings);
      if (value !== undefined) inputs[name] = value;
      return [];
    } catch (error) {
      if (!(error instanceof SettingError)) throw error;
      return error.reasons
        .filter((reason) => !settings.problems.includes(reason))
        .map((reason) => ({ property: "", reason }));
    }
  });
}

/** Project, region and zone become inputs, so that moving the configuration elsewhere shows as a change. */
function fillScope({ definition, links }: Resource, inputs: Values): Problem[] {
  return scopes.flatMap((scope) => {
    if (!definition.fields[scope]?.inPathOnly || inputs[scope] !== undefined) return [];
    if (links[scope] !== undefined) {
      inputs[scope] = links[scope];
      return [];
    }
    const { isMissing, toSet } = missingSetting(scope, links);
    const step =
      links.provider === undefined
        ? `. Run: ${toSet}`
        : `: ${isMissing}, and takes none from the stack. Write: ${toSet}`;
    return [{ property: scope, reason: `No ${scope} is set${step} (or give the argument ${scope}).` }];
  });
}

/**
 * The context of links while they are checked. A scope that is missing or wrong counts as not known yet: it has a
 * problem of its own, and every link that it would complete need not repeat it.
 */
function checkContext({ definition, links }: Resource, inputs: Values): LinkContext {
  const context = definition.schema.context(inputs, links);
  for (const scope of scopes) {
    const field = definition.fields[scope];
    const isUsed = field?.inPathOnly ?? inputs[scope] !== undefined;
    if (field !== undefined && isUsed && findProblems(field.kind, inputs[scope], scope, {}).length > 0)
      context[scope] = unknownValue;
  }
  return context;
}

function fillName(resource: Resource, olds: Values, inputs: Values): Problem[] {
  const { definition, autonaming } = resource;
  if (definition.fields.name === undefined || inputs.name !== undefined) return [];
  if (inputs.adoptExisting === true)
    return [{ property: "name", reason: "adoptExisting needs name: the name of the object to take over." }];
  const previous = text(olds, "name");
  if (previous === undefined && autonaming?.mode === "disable") {
    return [
      {
        property: "name",
        reason:
          "name is required: pulumi:autonaming turns automatic names off. Give name, or change that setting of the stack.",
      },
    ];
  }
  const { run, log } = resource;
  if (previous !== undefined) run.recordedNames.set(log.urn, previous);
  inputs.name = previous ?? makeName(resource);
  inputs[autoNamedKey] = true;
  return [];
}

/**
 * A new name. Without a seed it follows from the resource, so a preview and an `up` make the same one. For a replacement it
 * also follows from the recorded name: the object that has it is still in place.
 */
function makeName({ definition, log, run, randomSeed, autonaming }: Resource): string {
  const { mode, proposedName } = autonaming ?? {};
  if (proposedName !== undefined && (mode === "enforce" || resourceNameProblem(proposedName) === undefined))
    return proposedName;
  const logicalName = proposedName ?? (parseUrn(log.urn).name || definition.kind);
  const recorded = [...run.recordedNames.values()];
  let name = physicalName(logicalName, nameSuffix(randomSeed ?? log.urn + String(run.recordedNames.get(log.urn))));
  while (recorded.includes(name)) name = physicalName(logicalName, nameSuffix(log.urn + name));
  return name;
}

function fillDeletionPolicy({ definition, settings }: Resource, inputs: Values): Problem[] {
  const policies = offeredPolicies(definition);
  const kind = listLocalArguments(definition).deletionPolicy;
  if (kind === undefined) return [];
  const declared = inputs.deletionPolicy;
  const policy = declared ?? configuredPolicy(policies, settings.text("gcp:deletionPolicy"));
  const setBy = declared === undefined ? "gcp:deletionPolicy" : "deletionPolicy";
  // The default is not kept: it would only make every state larger.
  if (policy === policies[0]) delete inputs.deletionPolicy;
  else inputs.deletionPolicy = policy;
  return findProblems(kind, policy, setBy, {}).map(({ reason }) => ({
    property: "deletionPolicy",
    reason,
  }));
}

/** The engine has decided on the delete before it asked about the new inputs. */
function latePolicyProblems({ definition, run, log }: Resource, inputs: Values): Problem[] {
  if (!run.deletedFirst.has(log.urn) || !isPrevented(definition, inputs)) return [];
  const reason =
    "deletionPolicy cannot become PREVENT in this run, which deletes the object before a resource that it depends on. " +
    "Make the change without PREVENT, and set it in a later run. Or keep the current values of that resource.";
  return [{ property: "deletionPolicy", reason }];
}

/** @param placed the project, region and zone that are not from the configuration */
function fieldProblems(
  { definition, settings }: Resource,
  inputs: Values,
  context: LinkContext,
  placed: Values,
): Problem[] {
  return definition.schema.problems(inputs, context, (name) => {
    const scope = scopes.find((one) => one === name && !(one in placed));
    return scope === undefined ? name : settings.setBy(`gcp:${scope}`);
  });
}

/** The problems of several inputs together, as far as each has none of its own. */
function spanningProblems(
  definition: ResourceDefinition,
  inputs: Values,
  context: LinkContext,
  found: readonly Problem[],
): Problem[] {
  // A place of the configuration is told of by the name of its setting.
  const places = scopes.filter((scope) => isUnknown(context[scope])).map((property) => ({ property, reason: "" }));
  const known = replaceInvalid(inputs, [...found, ...places]);
  return [
    ...(definition.placedBy === undefined ? [] : placeProblems(known, definition.placedBy, context)),
    ...definition.schema.zoneProblems(known, context),
    ...(definition.problems?.(known, context) ?? []),
  ];
}

function localProblems(definition: ResourceDefinition, inputs: Values): Problem[] {
  const settings: Values = { ...inputs, customTimeouts: inputs[timeoutsKey] };
  return (
    Object.entries({ ...listLocalArguments(definition), customTimeouts: timeoutsKind })
      // Checked where its default is filled in.
      .filter(([name]) => name !== "deletionPolicy" && settings[name] !== undefined)
      .flatMap(([name, kind]) => findProblems(kind, settings[name], name, {}))
  );
}
