import type protobuf from "protobufjs";
import { describe, expect, it } from "vitest";
import { documentedForms } from "../../provider/src/http/answerForm";
import { ComputeProto } from "../support/computeProto";

const proto = ComputeProto.load();

/** The messages whose members are read, with the lists that hold them. */
const messages = [
  "FirewallPolicy",
  "FirewallPolicyAssociation",
  "InstanceGroupManager",
  "InstanceGroupManagersListManagedInstancesResponse",
  "ManagedInstance",
  "Network",
  "Operation",
  "OperationList",
  "Policy",
  "Route",
  "Snapshot",
  "TargetSslProxy",
];

/** Every field of these messages and of those that they hold, by its name. */
const fieldsByName = new Map<string, protobuf.Field[]>();
const seen = new Set<string>();
const visit = (message: string): void => {
  if (seen.has(message)) return;
  seen.add(message);
  for (const [name, field] of Object.entries(proto.fields(message))) {
    fieldsByName.set(name, [...(fieldsByName.get(name) ?? []), field]);
    const held = proto.messageOf(field);
    if (held !== undefined) visit(held);
  }
};
messages.forEach(visit);

/** How a field is written in JSON. */
function formOf(field: protobuf.Field): string[] {
  const isObject = proto.messageOf(field) !== undefined;
  if (field.map) return ["map"];
  if (field.repeated) return [isObject ? "list of objects" : "list of texts"];
  if (isObject) return ["object"];
  if (/^u?int64$/.test(field.type)) return ["number", "text"];
  return [/^(u?int32|double|float)$/.test(field.type) ? "number" : "text"];
}

describe("the form that is taken for the documented one is that of compute.proto:", () => {
  it.each(Object.entries(documentedForms))("%s", (name, forms) => {
    const documented = new Set((fieldsByName.get(name) ?? []).flatMap(formOf));
    expect([...forms].sort()).toEqual([...documented].sort());
  });
});
