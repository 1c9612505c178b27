import { expect, it } from "vitest";
import { listPages } from "../../../../provider/src/functions/call/listing";
import { ResultBound } from "../../../../provider/src/functions/call/resultBound";
import type { FunctionCall, ListDefinition } from "../../../../provider/src/functions/call/definition";
import { Deadline } from "../../../../provider/src/http/deadline";

it("a list keeps each item once, and nothing of the answer that has it", async () => {
  const definition = {
    name: "getThings",
    items: "things",
    apiMember: "things",
    request: () => ({ action: "list things", method: "GET", path: "things" }),
  } as unknown as ListDefinition<object, unknown>;
  const client = { request: () => Promise.resolve({ kind: "k", things: [{ id: "1" }, { id: "2" }] }) };
  const context = () => ({ deadline: Deadline.after(60_000) });
  const call = { checked: { maxItems: 1 }, client, context, log: {} } as unknown as FunctionCall<object, unknown>;
  const listed: unknown[] = [];
  for await (const page of listPages(definition, call, new ResultBound(undefined, { kind: "listTooLarge" })))
    listed.push(page);
  expect(listed).toEqual([{ items: [{ numericId: "1" }], page: { kind: "k" } }]);
});
