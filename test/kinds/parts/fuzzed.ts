import type { JsonObject } from "../../support/json";
import type { Properties } from "../../support/providerProcess";
import type { FuzzedCase } from "../kind";
import { root } from "./calls";

/** A project for each case. */
export const projectOf = (number: number) => `fuzz-${String(number)}-x`;

/** The answers that every change and wait has in common. */
export function operationFor(path: string, target: string): JsonObject {
  const [, project = ""] = path.split("/");
  const name = /\/operations\/([^/]+)/.exec(path)?.[1] ?? "operation-1";
  return {
    kind: "compute#operation",
    id: "77",
    name,
    status: "DONE",
    progress: 100,
    operationType: "insert",
    targetId: "1234",
    targetLink: root + target,
    selfLink: `${root}projects/${project}/global/operations/${name}`,
    warnings: [{ code: "W", message: "m", data: [{ key: "k", value: "v" }] }],
  };
}

/** A kind whose object is read at one path. */
export function ofObject(
  kind: string,
  parts: {
    path: string;
    program: Properties;
    next: Properties;
    object: JsonObject;
    id?: string;
    more?: readonly string[];
  },
): FuzzedCase {
  const { path, program, next, object, id = path, more = [] } = parts;
  const [, key = ""] = path.split("/");
  const name = path.slice(path.lastIndexOf("/") + 1);
  const collection = path.slice(0, path.lastIndexOf("/"));
  return {
    key,
    id,
    program,
    next,
    mayChange: [path, collection, ...more],
    answer: ({ method, path: asked }) => {
      if (asked.endsWith("/operations")) return { items: [] };
      if (asked.endsWith("/listManagedInstances"))
        return { managedInstances: [{ instance: "i", currentAction: "NONE" }] };
      if (method === "GET" && asked === path)
        return { kind, id: "1234", name, selfLink: root + path, creationTimestamp: "2026-01-01T00:00:00Z", ...object };
      const region = /\/regions\/([^/]+)\//.exec(asked)?.[1];
      return { ...operationFor(asked, path), ...(region === undefined ? {} : { region, selfLink: "" }) };
    },
  };
}
