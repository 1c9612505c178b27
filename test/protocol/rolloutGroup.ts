import { startKindProvider } from "../support/kindProvider";
import type { Properties } from "../support/providerProcess";
import { captureFailure } from "../support/routeProvider";
import { global, group, references, template, theirGroup } from "./others";

/*
 * A group of somebody else's whose instances of the template "two" never come up, and a program that rolls templates out.
 */

const kind = "RegionInstanceGroupManagerPatch";
export const proactive = { type: "PROACTIVE", minimalAction: "REPLACE", replacementMethod: "SUBSTITUTE" };
const rolling = {
  instanceGroupManager: "web",
  waitForInstances: "UPDATED",
  onFailure: "RESTORE",
  // A rollout that does not succeed fails soon.
  progressDeadlineSec: 1,
  updatePolicy: { type: "PROACTIVE" },
};
export const theirs = { ...theirGroup, targetSize: 4, updatePolicy: { ...theirGroup.updatePolicy, ...proactive } };
export const good = { versions: [{ name: "v1", instanceTemplate: template("one") }] };
export const bad = { versions: [{ name: "v2", instanceTemplate: template("two") }] };
const goesWrong = { instanceTemplate: "instanceTemplates/two$", errors: [{ code: "INTERNAL", message: "no luck" }] };

export async function startGroup(others: object = theirs) {
  const started = await startKindProvider(kind, {
    others: { ...references, [`${global}/instanceTemplates/three`]: {}, [group]: others },
  });
  const { emulator, provider, shownMessages } = started;
  emulator.rollouts([goesWrong]);
  /** The inputs of a step of this program. */
  const inputs = (args: Properties, timeouts?: Properties) =>
    started.inputs(
      { ...(args.waitForInstances === false ? { instanceGroupManager: "web" } : rolling), ...args },
      timeouts,
    );
  return {
    emulator,
    provider,
    shownMessages,
    inputs,
    make: async (args: Properties) => provider.create(await inputs(args)),
    /** The failure of an update. */
    fail: async (olds: { id: string; outs: Properties }, args: Properties, process = provider) =>
      captureFailure(process.update(olds.id, olds.outs, await inputs(args))),
    /** The group after a refresh, as the next step knows it. */
    refresh: async ({ id, outs }: { id: string; outs: Properties }) => ({
      id,
      outs: (await provider.read(id, outs)).props,
    }),
    /** Somebody else patches the group. */
    async patch(patch: object) {
      const response = await fetch(`${emulator.endpoint}/${group}`, {
        method: "PATCH",
        headers: { authorization: "Bearer theirs", "content-type": "application/json" },
        body: JSON.stringify({ ...patch, fingerprint: emulator.objects.get(group)?.fingerprint }),
      });
      if (!response.ok) throw new Error(await response.text());
    },
    /** The group at the service. */
    actual: () => emulator.objects.get(group),
    /** The templates that its instances have. */
    templates: () => {
      const instances = emulator.objects.list(`${group}/managedInstances/`);
      return [...new Set(instances.map(({ object }) => (object.version as Properties | undefined)?.instanceTemplate))];
    },
  };
}

/** The same, after a first step that has ended well. */
export async function startRolledOut() {
  const started = await startGroup();
  return { ...started, first: await started.make({ ...good, description: "ours" }) };
}

export const isBack = "This run has put back what it changed.";
export const record = ({ previousValues, managedFields, __parts }: Properties) => ({
  previousValues,
  managedFields,
  __parts,
});
