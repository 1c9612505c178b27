import { describe, expect, it } from "vitest";
import { registry } from "../../provider/src/engine/steps/registry";
import { everyKind, nameOf } from "../kinds/every";
import type { AnswerType } from "../kinds/kind";
import { ComputeProto } from "../support/computeProto";
import { SourceFile } from "../support/sourceDeclarations";

/*
 * The messages that the provider knows, against the official `compute.proto`. Where it and the specification differ,
 * the specification wins, and the difference is an entry in `test/kinds`, with its reason.
 */
const proto = ComputeProto.load();

/** A fields table, the message that it describes, and where the two differ. */
const tables = everyKind.map(({ definition, described }) => ({ definition, ...described }));

it.each(tables)(
  "the fields table of $definition.kind has the fields of the message, but for the listed ones",
  (table) => {
    const { definition, message, onlyInProto, onlyInTable } = table;
    const inTable = Object.entries(definition.fields).map(([name, { apiName }]) => apiName ?? name);
    const inProto = Object.keys(proto.fields(message));
    expect(inProto.filter((name) => !inTable.includes(name)).sort()).toEqual(Object.keys(onlyInProto).sort());
    expect(inTable.filter((name) => !inProto.includes(name)).sort()).toEqual(Object.keys(onlyInTable).sort());
    // The API's numeric id is not Pulumi's.
    expect(definition.fields).not.toHaveProperty("id");
    expect(definition.fields.numericId?.apiName).toBe(inProto.includes("id") ? "id" : undefined);
  },
);

it("every resource of the registry has its fields table compared", () => {
  expect(everyKind.map(nameOf)).toEqual(expect.arrayContaining(Object.keys(registry)));
});

/** Those of no kind of resource, or of all. */
const ofNoKind: readonly AnswerType[] = [
  { file: "provider/src/compute/endpoints/operations.ts", interfaceName: "Operation", message: "Operation" },
  { file: "provider/src/compute/warning.ts", interfaceName: "Warning", message: "Warning" },
];

describe("the type of an answer has no member that the message lacks:", () => {
  it.each([...everyKind.flatMap(({ answerTypes }) => answerTypes), ...ofNoKind])(
    "$interfaceName",
    ({ file, interfaceName, message }) => {
      const members = new SourceFile(file).listMembers(interfaceName).map(({ name }) => name);
      expect(members.length).toBeGreaterThan(0);
      expect(Object.keys(proto.fields(message))).toEqual(expect.arrayContaining(members));
    },
  );
});
