import { expect, it } from "vitest";
import { conform, type Form } from "../../../provider/src/types/form";

const form: Form = {
  members: {
    text: "text",
    number: "number",
    id: "int64",
    flag: "boolean",
    list: { list: { members: { tags: { list: "text" } } } },
    map: { map: "number" },
  },
};

it.each<[what: string, json: string, conforming: object]>([
  ["a number as a text", '{"number":"404","map":{"a":"-1.5e3"}}', { number: 404, map: { a: -1500 } }],
  ["a number with a point", '{"number":1.0,"id":7.0}', { number: 1, id: "7" }],
  ["a long number as a number", '{"id":7}', { id: "7" }],
  ["members that are null", '{"text":null,"list":[{"tags":null}],"map":{"a":null}}', { list: [{}], map: {} }],
  [
    "members that no form names",
    '{"new":{"a":[null,1]},"text":"A_NEW_WORD"}',
    { new: { a: [null, 1] }, text: "A_NEW_WORD" },
  ],
])("an answer may have %s, as the JSON of protocol buffers may", (_what, json, conforming) => {
  const answer = JSON.parse(json) as object;
  expect(conform(form, answer)).toBeUndefined();
  expect(answer).toEqual(conforming);
});

it.each([
  ['{"number":"many"}', "number is a text, and must be a number"],
  ['{"number":""}', "number is a text, and must be a number"],
  ['{"flag":"true"}', "flag is a text, and must be true or false"],
  ['{"id":1e30}', "id is a number, and must be a whole number, as a text"],
  ['{"list":[{},{"tags":["a",{}]}]}', "list[1].tags[1] is an object, and must be a text"],
  ['{"list":[null]}', "list[0] is null, and must be an object"],
  ['{"map":{"a b":[]}}', 'map["a b"] is a list, and must be a number'],
  ['{"map":{"__proto__":true}}', "map.__proto__ is true, and must be a number"],
])("%s is refused: %s", (json, problem) => {
  expect(conform(form, JSON.parse(json) as object)).toBe(problem);
});
