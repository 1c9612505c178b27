import { expect, it } from "vitest";
import {
  holderOf,
  isOn,
} from "../../../provider/src/resources/networkFirewallPolicyAssociation/definition/networkAttachment";
import type { CallContext, ComputeClient } from "../../../provider/src/http/client";

const hosts = ["www.googleapis.com", "compute.googleapis.com", "compute.another-universe.example"];

it.each(hosts)("links that the service answers on %s are understood", async (host) => {
  const root = `https://${host}/compute/v1/projects/p-1/global`;
  const client = { request: () => Promise.resolve({ firewallPolicy: `${root}/firewallPolicies/a` }) };
  const network = { project: "p-1", network: "default" };
  expect(await holderOf(client as unknown as ComputeClient, network, {} as CallContext)).toEqual({
    project: "p-1",
    policy: "a",
  });
  expect(isOn({ attachmentTarget: `${root}/networks/default` }, network)).toBe(true);
  expect(isOn({ attachmentTarget: `${root}/networks/other` }, network)).toBe(false);
});
