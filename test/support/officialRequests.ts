import { expect } from "vitest";
import type { Emulator } from "../../emulator/src/index";
import { ComputeProto, type Rpc } from "./computeProto";

const proto = ComputeProto.load();

/** Every request is a method of the official `compute.proto`, with parameters of that method, and a body where it has one. */
export function expectOfficial(emulator: Emulator): void {
  for (const { method, path, query, body } of emulator.requests()) {
    const rpc = officialMethod(method, path);
    const official = Object.keys(rpc.query);
    expect(official, rpc.name).toEqual(expect.arrayContaining(Object.keys(query)));
    if (method !== "GET")
      expect("requestId" in query, `${rpc.name} has a request id`).toBe(official.includes("requestId"));
    expect(body !== undefined, `${rpc.name} has a body`).toBe(rpc.body !== undefined);
  }
}

/** The method that a request is. */
export function officialMethod(method: string, path: string): Rpc {
  const segments = path.replace(/^\/compute\/v1\//, "").split("/");
  const found = [...proto.rpcs.values()].filter((rpc) => {
    const expected = rpc.path.split("/");
    const isMatch = (segment: string, index: number) => segment.startsWith("{") || segment === segments[index];
    return rpc.method === method && expected.length === segments.length && expected.every(isMatch);
  });
  // A fixed segment says more than a variable.
  const [rpc] = found.sort((left, right) => left.path.split("{").length - right.path.split("{").length);
  return rpc ?? expect.fail(`The API has no ${method} ${path}.`);
}
