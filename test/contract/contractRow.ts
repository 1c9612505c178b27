import { expect } from "vitest";
import type { CallContext, ComputeClient } from "../../provider/src/http/client";
import { Deadline } from "../../provider/src/http/deadline";
import { check } from "../../provider/src/lifecycle/check";
import type { ResourceDefinition } from "../../provider/src/lifecycle/definition";
import type { Values } from "../../provider/src/fields/values";
import { offlineResource } from "../support/offlineResource";

/** One use of an endpoint function, and the method of the proto that it has to be. */
export interface ContractRow {
  rpc: string;
  /** Values of the path's variables, different from each other. */
  variables: Readonly<Record<string, string>>;
  call: (client: ComputeClient) => Promise<unknown>;
}

/** The functions of one file of `provider/src/compute/endpoints` by name, each with its uses. */
export type ContractRows = Readonly<Record<string, readonly ContractRow[]>>;

/** For the calls of the rows. */
export const context: CallContext = { deadline: Deadline.after(60_000) };
export const requestId = "7f1f0f1e-27c4-4b3c-8d3c-1a2b3c4d5e6f";

/** Every parameter of a list. */
export const wholeQuery = {
  filter: "name = a",
  orderBy: "name",
  maxResults: 7,
  returnPartialSuccess: true,
  pageToken: "t",
};

/** The same of one that cannot be sorted. */
export const unsortedQuery = { ...wholeQuery, orderBy: undefined };

/** The body of a create call with every field that can be in one; the sample has a value for each. */
export function wholeBody(definition: ResourceDefinition, sample: Values): Values {
  const resource = offlineResource(definition);
  const { inputs } = check(resource, {}, sample);
  const sendable = Object.entries(definition.fields)
    .filter(([, { change, inPathOnly }]) => change !== "output" && change !== "completes" && !inPathOnly)
    .map(([name, { apiName }]) => apiName ?? name);
  const body = definition.schema.body(inputs, definition.schema.context(inputs, resource.links));
  expect(Object.keys(body).sort(), "every argument that is sent has a sample").toEqual(sendable.sort());
  return body;
}
