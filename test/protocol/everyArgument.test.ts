import { expect, it } from "vitest";
import { loader } from "../../provider/src/program/loader";
import { everyKind } from "../kinds/every";
import { ComputeProto } from "../support/computeProto";
import { startKindProvider } from "../support/kindProvider";
import { MessageReader } from "../support/messageReader";
import { officialMethod } from "../support/officialRequests";

/** The objects from before, in which all is otherwise. */
const others = Object.fromEntries(
  everyKind.flatMap(({ furtherPrograms = [] }) =>
    furtherPrograms.flatMap((further) => Object.entries(further.others ?? {})),
  ),
);

it("every argument is sent as compute.proto has it", async () => {
  const { emulator, provider } = await startKindProvider("Route", { others });
  const proto = ComputeProto.load();
  for (const { definition, sample } of everyKind) {
    if (sample === undefined) continue;
    const { kind, fields } = definition;
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
    const inBody = Object.keys(sample).filter(
      (name) => fields[name]?.change !== "completes" && !fields[name]?.inPathOnly,
    );
    const names = inBody.map((name) => fields[name]?.apiName ?? name).filter((name) => name in proto.fields(message));
    expect(Object.keys(body as object), kind).toEqual(expect.arrayContaining(names));
  }
});
