import { expect } from "vitest";
import * as regionInstanceGroupManagers from "../../../provider/src/compute/endpoints/regionInstanceGroupManagers";
import { check } from "../../../provider/src/lifecycle/check";
import type { Values } from "../../../provider/src/fields/values";
import { regionInstanceGroupManagerPatch } from "../../../provider/src/resources/regionInstanceGroupManagerPatch/definition";
import { groupShape } from "../../../provider/src/resources/regionInstanceGroupManagerPatch/definition/fields";
import { patchOf } from "../../../provider/src/parts/ownership";
import { declaredOf } from "../../../provider/src/fields/shape";
import { everyGroupSetting } from "../../support/groupSettings";
import { offlineResource } from "../../support/offlineResource";
import { context, requestId, type ContractRows } from "../contractRow";

const group = { project: "p-1", region: "us-central1", name: "g-1" };
const groupVariables = { project: "p-1", region: "us-central1", instanceGroupManager: "g-1" };

/** A patch with every field that can be in one. */
function wholeGroupPatch(): Values {
  const resource = offlineResource(regionInstanceGroupManagerPatch);
  const { inputs } = check(resource, {}, { instanceGroupManager: "g-1", ...everyGroupSetting });
  const declared = declaredOf(groupShape, inputs);
  const { body } = patchOf(groupShape, {}, { declared, ours: [], previous: {}, context: resource.links });
  expect(Object.keys(body).sort(), "every field that can be managed has a sample").toEqual(
    Object.keys(everyGroupSetting).sort(),
  );
  return { ...body, fingerprint: "AAAA" };
}

/** What each function of `endpoints/regionInstanceGroupManagers.ts` sends. */
export const rows: ContractRows = {
  getRegionInstanceGroupManager: [
    {
      rpc: "RegionInstanceGroupManagers.Get",
      variables: groupVariables,
      call: (client) => regionInstanceGroupManagers.getRegionInstanceGroupManager(client, group, context),
    },
  ],
  patchRegionInstanceGroupManager: [
    {
      rpc: "RegionInstanceGroupManagers.Patch",
      variables: groupVariables,
      call: (client) =>
        regionInstanceGroupManagers.patchRegionInstanceGroupManager(
          client,
          group,
          wholeGroupPatch(),
          requestId,
          context,
        ),
    },
  ],
};
