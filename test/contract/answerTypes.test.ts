import { describe, expect, it } from "vitest";
import { everyKind } from "../kinds/every";
import type { AnswerType } from "../kinds/kind";
import { ComputeProto } from "../support/computeProto";
import { SourceFile } from "../support/sourceDeclarations";

const proto = ComputeProto.load();

/** Those of no kind of resource, or of all. */
const ofNoKind: readonly AnswerType[] = [
  { file: "provider/src/compute/endpoints/operations.ts", interfaceName: "Operation", message: "Operation" },
  { file: "provider/src/compute/warning.ts", interfaceName: "Warning", message: "Warning" },
];

/** Several kinds may be answered with one type. */
const types = new Map(
  [...everyKind.flatMap(({ answerTypes }) => answerTypes), ...ofNoKind].map(({ file, interfaceName, message }) => [
    [file, interfaceName, message].join(),
    [file, interfaceName, message] as const,
  ]),
);

describe("the type of an answer has no member that the message lacks:", () => {
  it.each([...types.values()])("%s, %s", (file, interfaceName, message) => {
    const fields = proto.fields(message);
    const members = new SourceFile(file).membersOf(interfaceName).map(({ name }) => name);
    expect(members.length).toBeGreaterThan(0);
    expect(members.filter((name) => !(name in fields))).toEqual([]);
  });
});
