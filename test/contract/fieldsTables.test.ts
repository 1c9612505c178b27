import { describe, expect, it } from "vitest";
import { registry } from "../../provider/src/engine/steps/registry";
import { everyKind, nameOf } from "../kinds/every";
import { operationAnswer } from "../../provider/src/compute/endpoints/operations";
import type { Form } from "../../provider/src/types/form";
import { warningForm } from "../../provider/src/types/forms";
import type { AnswerForm } from "../kinds/kind";
import { findDoubts, type Kind } from "../../provider/src/fields/kind";
import { ComputeProto } from "../support/computeProto";
import { valuesInComments } from "../support/enumComments";

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

/** A value that no field knows, and that is like none. */
const nextYears = "ZQ_NEXT_YEAR_QZ";

describe("an open enumeration knows the values of the official description:", () => {
  const messages = new Map(everyKind.map(({ definition, described }) => [definition.kind, described.message]));
  const values = everyKind.flatMap(({ definition }) =>
    Object.entries(definition.fields)
      .filter(([, { change }]) => change !== "output" && change !== "createOnly")
      .flatMap(([name, { kind, apiName = name }]) => listWords(kind, [apiName], messages.get(definition.kind) ?? "")),
  );
  it("is found in the tables", () => {
    expect(values.length).toBeGreaterThan(10);
  });
  it.each(values)("$path", ({ kind, official }) => {
    expect(official.length).toBeGreaterThan(1);
    for (const value of official) expect(findDoubts(kind, value, "it")).toEqual([]);
    expect(findDoubts(kind, nextYears, "it")).toHaveLength(1);
  });
});

interface Words {
  readonly path: string;
  readonly kind: Kind;
  /** Its values in the description, in the enumeration or in its comment. */
  readonly official: readonly string[];
}

function listWords(kind: Kind, path: readonly string[], message: string): Words[] {
  const name = path.at(-1) ?? "";
  const field = proto.fields(message)[name];
  if (field === undefined) return [];
  const inner = proto.findMessage(field);
  const item = kind.item ?? (field.map ? kind.member?.("x") : undefined);
  const whole = item ?? kind;
  if (inner !== undefined) {
    return Object.keys(proto.fields(inner)).flatMap((key) => {
      const member = whole.member?.(key);
      return member === undefined ? [] : listWords(member, [...path, key], inner);
    });
  }
  const isWord = findDoubts(whole, nextYears, name).some(({ reason }) => reason.includes("the known values are"));
  return isWord ? [{ path: path.join("."), kind: whole, official: officialValues(message, name) }] : [];
}

function officialValues(message: string, field: string): string[] {
  const name = field.charAt(0).toUpperCase() + field.slice(1);
  const values = [...(proto.enumValues(message, name) ?? []), ...(valuesInComments().get(`${message}.${name}`) ?? [])];
  return values.filter((value) => !/^(?:UNSPECIFIED|INVALID)_|_UNSPECIFIED$/.test(value));
}

/** Those of no kind of resource, or of all. */
const ofNoKind: readonly AnswerForm[] = [
  { form: operationAnswer, message: "Operation" },
  { form: warningForm, message: "Warnings" },
];

describe("the form of an answer has no member that the message lacks:", () => {
  const answerForms = [...everyKind.flatMap((kind) => kind.answerForms ?? []), ...ofNoKind];
  it.each(answerForms)("$message", ({ form, message }) => {
    expect(form).toHaveProperty("members");
    expect(listUnknown(form, message)).toEqual([]);
  });
});

/** The members of a form, at every depth, that the message does not have. */
function listUnknown(form: Form, message: string): string[] {
  if (typeof form === "string" || !("members" in form)) return [];
  const fields = proto.fields(message);
  return Object.entries(form.members).flatMap(([name, member]) => {
    const field = fields[name];
    if (field === undefined) return [`${message}.${name}`];
    const item =
      typeof member === "string" ? member : "list" in member ? member.list : "map" in member ? member.map : member;
    const found = proto.findMessage(field);
    return found === undefined ? [] : listUnknown(item, found);
  });
}
