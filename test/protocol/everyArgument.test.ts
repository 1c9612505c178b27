import { expect, it } from "vitest";
import { loader } from "../../provider/src/program/loader";
import { everyKind, nameOf } from "../kinds/every";
import { ComputeProto } from "../support/computeProto";
import { everyGroupSetting } from "../support/groupSettings";
import { startKindProvider } from "../support/kindProvider";
import { MessageReader } from "../support/messageReader";
import { officialMethod } from "../support/officialRequests";
import { group, references } from "./others";

/** A value for every argument that is sent, for the kinds that have many. */
const whole = [
  ...everyKind.flatMap(({ sample, ...kind }) =>
    sample === undefined ? [] : [[nameOf({ sample, ...kind }), sample] as const],
  ),
  ["RegionInstanceGroupManagerPatch", { instanceGroupManager: "web", ...everyGroupSetting }] as const,
];

/** A group in which all of it is otherwise, but for the zones, which cannot change. */
const another = {
  targetSize: 20,
  updatePolicy: { type: "PROACTIVE" },
  baseInstanceName: "other",
  distributionPolicy: { targetShape: "BALANCED", zones: [{ zone: "zones/us-central1-a" }] },
};

it("every argument is sent as compute.proto has it", async () => {
  const { emulator, provider } = await startKindProvider("Route", { others: { ...references, [group]: another } });
  const proto = ComputeProto.load();
  for (const [kind, sample] of whole) {
    // Some exclude each other, so check has something against them, and the service refuses them.
    const { inputs } = await provider.check({}, { __provider: loader(kind), ...sample });
    emulator.clearRequests();
    const failure = await provider.create(inputs).then(String, String);
    const { method, path, body } =
      emulator.requests().find((request) => request.method !== "GET") ?? expect.fail(failure);
    const { body: message = "" } = officialMethod(method, path);
    const reader = new MessageReader(proto);
    reader.read(message, body);
    // A merge patch clears with null.
    expect(reader.problems.filter((problem) => !problem.includes(" is null, "))).toEqual([]);
    const { fields = {} } = everyKind.find((each) => nameOf(each) === kind)?.definition ?? {};
    const inBody = Object.keys(sample).filter(
      (name) => fields[name]?.change !== "completes" && !fields[name]?.inPathOnly,
    );
    const names = inBody.map((name) => fields[name]?.apiName ?? name).filter((name) => name in proto.fields(message));
    expect(Object.keys(body as object), kind).toEqual(expect.arrayContaining(names));
  }
});
