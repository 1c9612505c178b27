import { expect, it } from "vitest";
// Loaded with the test: to load it takes real time.
import "../../provider/src/compute/operation";
import type { Values } from "../../provider/src/fields/values";
import { functionNames, invoke } from "../../provider/src/functions/invoke";
import { Settings } from "../../provider/src/settings/settings";
import { hostileObject } from "../support/hostileValues";
import { findOutcome, replayed } from "../support/lies";
import { expectInWords } from "../support/mistakeWords";
import { testConfiguration } from "../support/offlineResource";

/*
 * The answers that functions return: a member of another form than its own is an error, and whatever a service leaves out or adds
 * is none. Each function says of which form its answer is; what a form is, `unit/types/form` proves.
 */

const project = "/compute/v1/projects/my-project";
const region = "projects/my-project/regions/us-central1";

interface Call {
  readonly args: Values;
  readonly request: string;
  /** The least that an answer may be. */
  readonly least: Values;
  /** A wrong member, and its name in the error. */
  readonly wrong: (value: unknown) => Values;
  readonly member: string;
}

const calls: Readonly<Record<string, Call>> = {
  getInterconnectRemoteLocations: {
    args: {},
    request: `GET ${project}/global/interconnectRemoteLocations`,
    least: { items: [{}] },
    wrong: (city) => ({ items: [{ city }] }),
    member: "items[0].city",
  },
  getNetworkProfiles: {
    args: {},
    request: `GET ${project}/global/networkProfiles`,
    least: {},
    wrong: (name) => ({ items: [{ location: { name } }] }),
    member: "items[0].location.name",
  },
  getOrganizationOperations: {
    args: { parentId: "organizations/1" },
    request: "GET /compute/v1/locations/global/operations",
    least: { items: [{ name: "o" }] },
    wrong: (code) => ({ items: [{ name: "o", error: { errors: [{ code }] } }] }),
    member: "items[0].error.errors[0].code",
  },
  getManagedInstances: {
    args: { instanceGroupManager: `${region}/instanceGroupManagers/g` },
    request: `POST /compute/v1/${region}/instanceGroupManagers/g/listManagedInstances`,
    least: { managedInstances: [{}] },
    wrong: (instanceTemplate) => ({ managedInstances: [{ version: { instanceTemplate } }] }),
    member: "managedInstances[0].version.instanceTemplate",
  },
  getNetworkFirewallPolicyPacketMirroringRule: {
    args: { firewallPolicy: "p", priority: 7 },
    request: `GET ${project}/global/firewallPolicies/p/getPacketMirroringRule`,
    least: { priority: 7 },
    wrong: (destIpRanges) => ({ priority: 7, match: { destIpRanges } }),
    member: "match.destIpRanges",
  },
  waitForRegionOperation: {
    args: { operation: `${region}/operations/o` },
    request: `POST /compute/v1/${region}/operations/o/wait`,
    least: { name: "o", status: "DONE" },
    wrong: (targetLink) => ({ name: "o", status: "DONE", targetLink }),
    member: "targetLink",
  },
};

async function called(name: string, body: unknown): Promise<{ result?: Values; error?: unknown; lines: string[] }> {
  const { args = {}, request = "" } = calls[name] ?? {};
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

it.each(functionNames)("a malformed answer to %s is an error that names the member", async (name) => {
  const { wrong, member = "" } = calls[name] ?? {};
  for (const value of [7.5, { lie: true }, [[]], true, hostileObject, [hostileObject]]) {
    const { error, lines } = await called(name, wrong?.(value));
    expect(error).toBeInstanceOf(Error);
    const { message } = error as Error;
    expect(message).toMatch(/^gce\./);
    expect(message).toContain(`its ${member}`);
    for (const text of [message, ...lines]) expectInWords(text);
  }
});

it.each(functionNames)("an answer to %s may leave members out, and have new ones", async (name) => {
  const { error, result } = await called(name, { ...calls[name]?.least, aNewMember: { of: ["any", 1] }, id: null });
  expect(error).toBeUndefined();
  expect(JSON.stringify(result)).not.toContain("null");
});
