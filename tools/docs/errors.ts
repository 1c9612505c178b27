import { readFileSync } from "node:fs";
import { join } from "node:path";
import { slug } from "github-slugger";
import { oneLine, repository } from "./declarations";

const objectErrors = [
  "`an object of that name exists already`",
  "`is not the one that is recorded`",
  "`QUOTA_EXCEEDED`",
];
const operationErrors = ["`the service no longer knows operation`"];
const grantErrors = ["`the service account is not known yet`"];
const settingErrors = ["`is configured, but is not a setting`", "`takes none from the stack`"];

/** Errors that only some pages have, by their headings in troubleshooting.md. */
const headings: Readonly<Record<string, readonly string[]>> = {
  Route: [...objectErrors, "`another change is running on the network`", ...operationErrors],
  Snapshot: [...objectErrors, "`RESOURCE_OPERATION_RATE_EXCEEDED`", "`its status is FAILED`", ...operationErrors],
  NetworkFirewallPolicyAssociation: [
    "`the network is held by another firewall policy`",
    "`the network is held by an association that is not recorded as one of this resource`",
    ...operationErrors,
  ],
  RegionInstanceGroupManagerPatch: [
    "`somebody else changed the same fields at the same time`",
    "`the instances are not`",
    "`a link has no query`",
    ...operationErrors,
  ],
  TargetSslProxyCertificateMap: operationErrors,
  FirewallPolicyIamBinding: grantErrors,
  FirewallPolicyIamMember: grantErrors,
  FirewallPolicyIamPolicy: [...grantErrors, "`the policy is no longer the one that this resource set`"],
  waitForRegionOperation: [...operationErrors, "`not finished within`"],
  Provider: settingErrors,
  config: settingErrors,
};

/** The errors of a page, and what troubleshooting.md says first of those that no other page has. */
export function describeErrors(name: string): string[] {
  const troubleshooting = readFileSync(join(repository, "provider/docs/troubleshooting.md"), "utf8");
  const allHeadings = Object.values(headings).flat();
  return (headings[name] ?? []).map((heading) => {
    const [, after] = troubleshooting.split(`\n### ${heading}\n\n`);
    if (after === undefined) throw new Error(`troubleshooting.md explains no error ${heading}.`);
    const link = `- [${heading}](../troubleshooting.md#${slug(heading)})`;
    const [text = ""] = after.split("\n\n");
    return allHeadings.filter((each) => each === heading).length > 1 ? link : `${link}: ${oneLine(text)}`;
  });
}
