import { describe, expect, it } from "vitest";
// Loaded with the test: to load it takes real time.
import "../../provider/src/compute/operation";
import { isValues, type Values } from "../../provider/src/fields/values";
import { functionNames, invoke } from "../../provider/src/functions/invoke";
import { Settings } from "../../provider/src/settings/settings";
import type { Form } from "../../provider/src/types/form";
import {
  firewallPolicyRuleForm,
  interconnectRemoteLocationForm,
  managedInstanceForm,
  networkProfileForm,
  operationForm,
} from "../../provider/src/types/forms";
import { makeSample } from "../support/formSamples";
import { altered, at, listPaths, pathText } from "../support/alteredValues";
import { findOutcome, replayed, wrongFor } from "../support/lies";
import { testConfiguration } from "../support/offlineResource";
import { expectInWords } from "../support/mistakeWords";

/*
 * The answers that functions return, with every member in every wrong form, one at a time.
 */

const operationPath = "projects/my-project/regions/us-central1/operations/operation-1";
const groupPath = "projects/my-project/regions/us-central1/instanceGroupManagers/g";

/** Each function with arguments, and the request that it makes: its right answer has every member that there is. */
const calls: Readonly<Record<string, { args: Values; request: string; right: Values }>> = {
  getInterconnectRemoteLocations: {
    args: {},
    request: "GET /compute/v1/projects/my-project/global/interconnectRemoteLocations",
    right: listOf(interconnectRemoteLocationForm),
  },
  getNetworkProfiles: {
    args: {},
    request: "GET /compute/v1/projects/my-project/global/networkProfiles",
    right: listOf(networkProfileForm),
  },
  getOrganizationOperations: {
    args: { parentId: "organizations/1" },
    request: "GET /compute/v1/locations/global/operations",
    right: listOf(operationForm),
  },
  getManagedInstances: {
    args: { instanceGroupManager: groupPath },
    request: `POST /compute/v1/${groupPath}/listManagedInstances`,
    right: listOf(managedInstanceForm, "managedInstances"),
  },
  getNetworkFirewallPolicyPacketMirroringRule: {
    args: { firewallPolicy: "p", priority: 7 },
    request: "GET /compute/v1/projects/my-project/global/firewallPolicies/p/getPacketMirroringRule",
    right: makeSample(firewallPolicyRuleForm) as Values,
  },
  waitForRegionOperation: {
    args: { operation: operationPath },
    request: `POST /compute/v1/${operationPath}/wait`,
    right: {
      ...(makeSample(operationForm) as Values),
      name: "operation-1",
      region: "us-central1",
      status: "DONE",
      selfLink: operationPath,
      error: null,
    },
  },
};

function listOf(item: Form, member = "items"): Values {
  const warning = { code: "W", message: "m", data: [{ key: "k", value: "v" }] };
  const envelope = { kind: "k", selfLink: "s", etag: "e", nextPageToken: "", warning, unreachables: ["u"] };
  return { ...envelope, [member]: [makeSample(item)] };
}

async function called(name: string, body: unknown): Promise<{ result?: Values; error?: unknown; lines: string[] }> {
  const { args, request } = calls[name] ?? { args: {}, request: "" };
  const lines: string[] = [];
  const outcome = await findOutcome(() =>
    invoke(name, args, {
      settings: new Settings((key) => testConfiguration[key], {}),
      client: () => replayed(new Map([[request, [JSON.stringify(body)]]])),
      log: { message: (_severity, line) => void lines.push(line), status: () => undefined },
      isPreview: false,
      hasSecretArguments: false,
    }),
  );
  return { ...outcome, lines };
}

describe("a malformed answer to a function", () => {
  it.each(functionNames)("is an error that names the member: %s", async (name) => {
    const { right } = calls[name] ?? {};
    const whole = await called(name, right);
    expect(whole.error).toBeUndefined();
    const refused: string[] = [];
    for (const path of listPaths(right)) {
      for (const value of wrongFor(at(right, path), path)) {
        // The fate of an operation is said even where its errors are malformed; details of a status may be anything.
        if ((name === "waitForRegionOperation" && path[0] === "error") || path.at(-3) === "details") continue;
        const { error, lines } = await called(name, JSON.parse(altered(JSON.stringify(right), path, value)));
        const told = `${pathText(path)} = ${JSON.stringify(value)}`;
        expect(error, told).toBeInstanceOf(Error);
        const { message } = error as Error;
        expect(message).toMatch(/^gce\./);
        for (const text of [message, ...lines]) expectInWords(text);
        // An item of a list that is wrong itself is named with its number.
        expect(message, told).toContain(`its ${pathText(path)}`);
        refused.push(told);
      }
    }
    expect(refused.length).toBeGreaterThan(30);
  });

  it.each(functionNames)("is none where the service has new members, or leaves members out: %s", async (name) => {
    const { error, result } = await called(name, { ...sparse(calls[name]?.right), aNewMember: { of: ["any", 1] } });
    expect(error).toBeUndefined();
    expect(JSON.stringify(result)).not.toContain("null");
  });
});

/** Members that no answer may lack. */
const needed = ["name", "region", "status", "priority"];

/** The answer with `null` in the place of every other text and number. */
function sparse(values: Values = {}): Values {
  const rest = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map((item) => (isValues(item) ? sparse(item) : item))
      : isValues(value)
        ? sparse(value)
        : null;
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, needed.includes(key) ? value : rest(value)]),
  );
}
