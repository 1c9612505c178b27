import protobuf from "protobufjs";
import { expect, it, onTestFinished, vi } from "vitest";
import { operationAnswer } from "../../provider/src/compute/endpoints/operations";
import { Steps } from "../../provider/src/engine/steps/steps";
import { ComputeClient } from "../../provider/src/http/client";
import { makeForm } from "../../provider/src/lifecycle/schema/field";
import type { Form } from "../../provider/src/types/form";
import * as forms from "../../provider/src/types/forms";
import type { Emulator } from "../../emulator/src/index";
import { emulatorOptions, everyKind, nameOf } from "../kinds/every";
import type { TestedKind } from "../kinds/kind";
import { createClient } from "../support/computeCalls";
import { ComputeProto } from "../support/computeProto";
import { officialMethod } from "../support/officialRequests";
import { offlineResource } from "../support/offlineResource";
import { startRelay } from "../support/relay";
import { emulatorForTest } from "../support/untilTestEnds";

/*
 * The forms that answers have to have, against the official `compute.proto`: none refuses what the service may answer.
 */
const proto = ComputeProto.load();

/** The messages that the forms of results are about. */
const messages: Readonly<Record<keyof typeof forms, string>> = {
  warningForm: "Warnings",
  operationForm: "Operation",
  actionsForm: "InstanceGroupManagerActionsSummary",
  statusForm: "InstanceGroupManagerStatus",
  firewallPolicyRuleForm: "FirewallPolicyRule",
  interconnectRemoteLocationForm: "InterconnectRemoteLocation",
  managedInstanceForm: "ManagedInstance",
  networkProfileForm: "NetworkProfile",
};

const rows: [name: string, form: Form, message: string][] = [
  ...Object.entries(messages).map(([name, message]): [string, Form, string] => [
    name,
    forms[name as keyof typeof forms],
    message,
  ]),
  ["operationAnswer", operationAnswer, "Operation"],
  ...everyKind.flatMap(({ answerForms = [] }) =>
    answerForms.map(({ form, message }): [string, Form, string] => ["of an answer", form, message]),
  ),
  ...everyKind.map(({ definition, described }): [string, Form, string] => [
    `of ${definition.kind}`,
    makeForm(definition.fields),
    described.message,
  ]),
];

it.each(rows)(
  "the form %s refuses nothing that the message may be, and has no other member",
  (_name, form, message) => {
    expect(refusals(form, message)).toEqual([]);
  },
);

const kinds = everyKind.map((kind) => [nameOf(kind), kind] as const);

it.each(kinds)("no request of the life of a %s refuses what the method may answer", async (_name, kind) => {
  const requests = vi.spyOn(ComputeClient.prototype, "request");
  onTestFinished(() => requests.mockRestore());
  await live(kind, await emulatorForTest(emulatorOptions()));
  expect(requests.mock.calls.length).toBeGreaterThan(1);
  for (const [{ method, path, form }] of requests.mock.calls)
    expect(refusals(form, officialMethod(method, path).answer), `${method} ${path}`).toEqual([]);
});

it.each(kinds)("no step of a %s ends in an error because an answer has words of next year", async (_name, kind) => {
  const emulator = await emulatorForTest(emulatorOptions());
  // Values of the program are answered as they were, an etag is no word, and an operation without DONE goes on.
  const isOwn = (name: string) => name === "etag" || kind.definition.schema.arguments.includes(name);
  const renew = (name: string, value: unknown) =>
    typeof value === "string" && /^(?!DONE$)[A-Z][A-Z_]{2,}$/.test(value) && !isOwn(name) ? "OF_NEXT_YEAR" : value;
  const relay = await startRelay(() => (text) => JSON.stringify(JSON.parse(text, renew)));
  relay.leadsTo(emulator.endpoint);
  await live(kind, emulator, relay.endpoint);
});

/** A create, a refresh, an update and a delete. */
async function live({ definition, plain }: TestedKind, emulator: Emulator, endpoint = emulator.endpoint) {
  plain.arrange?.(emulator, "my-project", 1);
  const client = createClient(new URL(endpoint).origin);
  const resource = { ...offlineResource(definition), client: () => client };
  resource.log.about = () => resource.log;
  const steps = new Steps(resource);
  const request = { urn: "" };
  const { inputs } = await steps.check(request, {}, plain.args(0));
  const { id, outs } = await steps.create(request, inputs);
  const { props } = await steps.read(request, id, outs);
  const { inputs: changed } = await steps.check(request, inputs, { ...plain.args(0), ...plain.change });
  const updated =
    plain.change === undefined ? { outs: props } : await steps.update(request, id, props ?? outs, changed);
  await steps.delete(request, id, updated.outs ?? outs);
}

/** Arguments and outputs of the package's own, which `fieldsTables.test.ts` compares. */
const onlyInTables = new Set(
  everyKind.flatMap(({ described: { message, onlyInTable } }) =>
    Object.keys(onlyInTable).map((name) => `${message}.${name}`),
  ),
);

/** Where a form refuses a message, or has a member that no message has. */
function refusals(form: Form, message: string): string[] {
  if (typeof form === "object" && "map" in form && form.map === "any") return [];
  if (typeof form !== "object" || !("members" in form)) return [`${message} is an object`];
  const fields = proto.fields(message);
  return Object.entries(form.members).flatMap(([name, member]) => {
    const field = fields[name];
    const at = `${message}.${name}`;
    if (field === undefined) return onlyInTables.has(at) ? [] : [`${at} is not in the message`];
    return refusalsOf(member, field).map((text) => `${at}: ${text}`);
  });
}

function refusalsOf(form: Form, field: protobuf.Field): string[] {
  if (form === "any") return [];
  if (field instanceof protobuf.MapField)
    return typeof form === "object" && "map" in form ? refusalsOfOne(form.map, field) : ["is a map"];
  if (!field.repeated) return refusalsOfOne(form, field);
  return typeof form === "object" && "list" in form ? refusalsOfOne(form.list, field) : ["is a list"];
}

function refusalsOfOne(form: Form, field: protobuf.Field): string[] {
  if (form === "any") return [];
  // An object with any members.
  if (field.type === "google.protobuf.Any") return typeof form === "object" && "map" in form ? [] : ["is an object"];
  const message = proto.findMessage(field);
  if (message !== undefined) return refusals(form, message);
  return form === (scalars[field.type] ?? "text") ? [] : [`${field.type} is no ${JSON.stringify(form)}`];
}

/** As JSON has them; bytes and enumerations are texts. */
const scalars: Readonly<Record<string, Form>> = {
  bool: "boolean",
  ...Object.fromEntries(["double", "float", "int32", "uint32"].map((type) => [type, "number"])),
  ...Object.fromEntries(["int64", "uint64", "fixed64"].map((type) => [type, "int64"])),
};
