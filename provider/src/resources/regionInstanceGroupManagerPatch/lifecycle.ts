import { isDeepStrictEqual } from "node:util";
import { getRegionInstanceGroupManager, type RegionalGroup } from "../../compute/endpoints/regionInstanceGroupManagers";
import { canonicalUrl, parseLink, type LinkContext } from "../../compute/links";
import type { Identity, ResourceDefinition, Target } from "../../runtime/definition";
import type { Job } from "../../runtime/job";
import { pathOf, valueAt } from "../../runtime/partial/leaves";
import { ownOf } from "../../runtime/recorded";
import { isUnknown, unknownValue } from "../../runtime/unknown";
import { isValues, type Values } from "../../runtime/values";
import { applyPatch } from "./lifecycle/applyPatch";
import { argumentAliases, fields, groups, managedNames } from "./lifecycle/fields";
import {
  declaredOf,
  managedPaths,
  ownLeaves,
  patchOf,
  previousOf,
  previousWith,
  shownAt,
} from "./lifecycle/mergePatch";
import { groupProblems, refuseForGroup, rolloutNotices } from "./lifecycle/rules";
import { waitForInstances, waitForInstancesKind, waitGoal } from "./lifecycle/waitForInstances";

const minutes = 60_000;

/** Some settings of a regional managed instance group that somebody else made (specification, endpoint 7). */
export const regionInstanceGroupManagerPatch: ResourceDefinition = {
  kind: "RegionInstanceGroupManagerPatch",
  fields,
  argumentAliases,
  partial: true,
  timeouts: { create: 20 * minutes, update: 20 * minutes, delete: 20 * minutes },
  identity: ["project", "region", "instanceGroupManager"],
  path: groupPath,
  deletionPolicies: { allowed: ["RETAIN", "RESTORE", "PREVENT"], default: "RETAIN" },
  localArguments: { waitForInstances: waitForInstancesKind },
  remembered: ["managedFields", "previousValues"],

  identityFrom: ({ instanceGroupManager }, context) => identityIn(instanceGroupManager, context),

  parseId(id, context) {
    const identity = identityIn(id, context);
    if (identity !== undefined) return identity;
    throw new Error(`${JSON.stringify(id)} is not the id of a regional managed instance group.`);
  },

  complete(inputs, context) {
    const link = inputs.instanceGroupManager;
    // A link that is not known yet leaves open what it names.
    const named = isUnknown(link)
      ? { project: unknownValue, region: unknownValue }
      : (identityIn(link, { hosts: context.hosts ?? [], project: open, region: open }) ?? {});
    for (const key of ["project", "region"] as const) {
      if (inputs[key] === undefined && named[key] !== undefined && named[key] !== open) inputs[key] = named[key];
    }
  },

  problems: groupProblems,

  create: (job, target) => change(job, target, {}),

  update: (job, target) => change(job, target, target.olds),

  async read(job, identity, known) {
    const group: Values = { ...(await getRegionInstanceGroupManager(job.client, groupOf(identity), job.call)) };
    const recorded = job.revised.managedFields ?? known.managedFields;
    const paths = Array.isArray(recorded) ? (recorded as string[]) : managedPaths(declaredOf(known));
    // What a list in the program speaks of is told by what was set last, also where the list has changed or gone since.
    const [set] = job.own ?? ownOf(known);
    const said = isValues(set) ? set : declaredOf(known);
    const outside = Object.entries(group).filter(([name]) => !managedNames.includes(name));
    return {
      ...Object.fromEntries(outside),
      ...shownAt(paths, group, said, identity),
      instanceGroupManager: canonicalUrl(groupPath(identity)),
    };
  },

  async delete(job, identity, outputs, context) {
    const [previous, ours] = [previousIn(outputs), ownLeaves(outputs)];
    const patch = await applyPatch(job, groupOf(identity), { declared: {}, context }, (group) =>
      patchOf(group, { declared: {}, ours, previous, context }),
    );
    tellLeftAlone(job, patch.leftAlone);
  },

  changedMeaning: (olds, news) => changedPaths(olds, news).map((path) => pathOf(path)[0] ?? ""),
  createNotices: (news) =>
    rolloutNotices(
      {},
      news,
      managedNames.filter((name) => news[name] !== undefined),
    ),
  changeNotices: (olds, news, changed) => rolloutNotices(olds, news, changed),
};

/** No project or region: where a link leaves it out. */
const open = "left-open";

function groupPath({ project = "", region = "", instanceGroupManager = "" }: Identity): string {
  return `projects/${project}/regions/${region}/instanceGroupManagers/${instanceGroupManager}`;
}

function groupOf({ project = "", region = "", instanceGroupManager = "" }: Identity): RegionalGroup {
  return { project, region, name: instanceGroupManager };
}

function identityIn(link: unknown, context: LinkContext): Identity | undefined {
  if (typeof link !== "string" || isUnknown(link)) return undefined;
  const parsed = parseLink(link, groups, context);
  if ("problem" in parsed) return undefined;
  const [, project = "", , region = "", , instanceGroupManager = ""] = parsed.path.split("/");
  return { project, region, instanceGroupManager };
}

/** Parts of which only one of the two speaks; what is not recorded is not known. */
function changedPaths({ managedFields }: Values, news: Values): string[] {
  if (!Array.isArray(managedFields)) return [];
  const before = managedFields.filter((path) => typeof path === "string");
  const now = managedPaths(declaredOf(news));
  return [...before.filter((path) => !now.includes(path)), ...now.filter((path) => !before.includes(path))];
}

function previousIn({ previousValues }: Values): Values {
  return isValues(previousValues) ? previousValues : {};
}

/** Makes the group as the program says, puts back what it no longer speaks of, and waits for the instances. */
async function change(job: Job, { identity, values, context }: Target, olds: Values): Promise<void> {
  const declared = declaredOf(values);
  const ours = ownLeaves(olds);
  const own = [declared, ...ownOf(olds).filter((before) => !isDeepStrictEqual(before, declared))];
  const paths = managedPaths(declared);
  const given = isValues(values.previous) ? values.previous : {};
  let previous = previousIn(olds);
  const patch = await applyPatch(job, groupOf(identity), { declared, context }, (group) => {
    const basis = { declared, ours, previous: previousIn(olds), context };
    previous = previousWith(group, given, basis);
    const made = patchOf(group, { ...basis, previous });
    refuseForGroup(group, made.body, values);
    tellRollout(job, group, made.body, declared);
    // Until it is known to have landed, what was set before may be there still.
    const managedBefore = Array.isArray(olds.managedFields) ? (olds.managedFields as string[]) : [];
    job.revised = { managedFields: [...new Set([...paths, ...managedBefore])], previousValues: previous };
    job.own = own;
    return made;
  });
  job.revised = { managedFields: paths, previousValues: previousOf(declared, previous, context) };
  job.own = [declared];
  tellLeftAlone(job, patch.leftAlone);
  await waitForInstances(job, groupOf(identity), waitGoal(values));
}

/** Where the program leaves the update policy to others, only the group tells what the change sets off. */
function tellRollout(job: Job, group: Values, patch: Values, declared: Values): void {
  const type = ["updatePolicy", "type"];
  const concerns = patch.versions !== undefined || patch.allInstancesConfig !== undefined;
  if (!concerns || valueAt(declared, type) !== undefined || valueAt(group, type) !== "PROACTIVE") return;
  job.notice("the group's updatePolicy.type is PROACTIVE, so this change starts a rollout to existing instances.");
}

function tellLeftAlone(job: Job, paths: readonly string[]): void {
  if (paths.length === 0) return;
  job.notice(`somebody else has changed ${paths.join(", ")} since; that is left as it is and not put back.`);
}
