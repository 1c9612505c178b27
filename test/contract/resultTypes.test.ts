import { describe, expect, it } from "vitest";
import { ComputeProto } from "../support/computeProto";
import { valuesInComments } from "../support/enumComments";
import { SourceFile } from "../support/sourceDeclarations";
import { beyondSpecification } from "./beyondSpecification";

/*
 * The types of what functions answer, against the official `compute.proto`: they have every field of the specification,
 * no other, and of every enumeration the values that there are. Both differ on purpose only where it says so below.
 */
const proto = ComputeProto.load();
const inComments = valuesInComments();

/** The files of `provider/src/types` that have such types. */
const files = [
  ...["firewallPolicyRule", "interconnectRemoteLocation", "managedInstance", "networkProfile", "operation", "warning"],
];

/** Messages whose type has another name. */
const messages: Readonly<Record<string, string>> = {
  ErrorItem: "Errors",
  ManagedInstanceLastAttemptErrors: "Error",
  OperationError: "Error",
};

/** Enumerations whose values the specification gives itself: it wins. */
const specified: Readonly<Record<string, readonly string[]>> = {
  "FirewallPolicyRule.kind": ["compute#firewallPolicyRule", "compute#packetMirroringRule"],
  "FirewallPolicyRule.action": [
    ...["allow", "deny", "apply_security_profile_group", "goto_next", "mirror", "do_not_mirror"],
  ],
  "FirewallPolicyRuleMatcher.destNetworkType": ["UNSPECIFIED", "INTERNET", "NON_INTERNET"],
  "SetCommonInstanceMetadataOperationMetadataPerLocationOperationInfo.state": [
    ...["PROPAGATING", "PROPAGATED", "ABANDONED", "FAILED", "DONE"],
  ],
};

const rows = files.flatMap((file) => {
  const source = new SourceFile(`provider/src/types/${file}.ts`);
  return source.interfaceNames().map((type) => ({ source, type, message: messages[type] ?? type }));
});

describe.each(rows)("the type $type", ({ source, type, message }) => {
  const members = source.listMembers(type).map(({ name }) => name);

  it("has the fields of the message, under a name for the id that is not Pulumi's", () => {
    const left = beyondSpecification[type] ?? [];
    const fields = Object.keys(proto.fields(message));
    expect(fields).toEqual(expect.arrayContaining([...left]));
    const expected = fields.filter((name) => !left.includes(name)).map((name) => (name === "id" ? "numericId" : name));
    expect([...members].sort()).toEqual(expected.sort());
  });

  it("knows every value of its enumerations", () => {
    for (const member of members) {
      const known = source.listKnownValues(type, member);
      const expected = specified[`${type}.${member}`] ?? valuesOf(message, member === "numericId" ? "id" : member);
      expect([...known].sort(), `${type}.${member}`).toEqual([...expected].sort());
    }
  });
});

/** The values that the proto has for a field: fields are texts there, and their enumerations have their names. */
function valuesOf(message: string, field: string): string[] {
  const name = field.slice(0, 1).toUpperCase() + field.slice(1);
  const values = proto.enumValues(message, name);
  return values === undefined ? [] : [...new Set([...values, ...(inComments.get(`${message}.${name}`) ?? [])])];
}
