import { expect } from "vitest";
import * as regionInstanceGroupManagers from "../../../provider/src/compute/endpoints/regionInstanceGroupManagers";
import { check } from "../../../provider/src/runtime/check";
import type { Values } from "../../../provider/src/runtime/values";
import { regionInstanceGroupManagerPatch } from "../../../provider/src/resources/regionInstanceGroupManagerPatch/lifecycle";
import { groupShape } from "../../../provider/src/resources/regionInstanceGroupManagerPatch/lifecycle/fields";
import { patchOf } from "../../../provider/src/runtime/partial/ownership";
import { declaredOf } from "../../../provider/src/runtime/partial/shape";
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
