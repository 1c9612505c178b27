import type { ResourceDefinition } from "../../../provider/src/lifecycle/schema/definition";
import type { Properties } from "../../support/providerProcess";
import type { KindCall, PlainCase } from "../kind";

/** The facts of a kind that sets parts of an object of somebody else's. */
export interface Patches {
  /** `gce:SubnetworkPatch "us-central1/shared"`. */
  readonly subject: string;
  /** For the names of calls: `subnetwork patch`. */
  readonly name: string;
  /** A program for the object of all calls. */
  readonly program: Properties;
  readonly seed: KindCall["seed"];
  readonly path: string;
  readonly permission: string;
  shown(object: Properties): unknown;
  recorded(outputs: Properties): unknown;
}

/** The patch of a create, and the one of a destroy that puts back what was there. */
export function patchCalls({ subject, name, path, program, ...parts }: Patches): [set: KindCall, restore: KindCall] {
  const [, collection = "", object = ""] = /([^/]+)\/([^/]+)$/.exec(path) ?? [];
  const call = {
    ...parts,
    path,
    program: { ...program, deletionPolicy: "RESTORE" },
    request: { method: "PATCH", path: `/${collection}/${object}$` },
    operationType: "patch",
  } as const;
  return [
    { ...call, name, step: "up", failure: `${subject}: patch failed: ` },
    { ...call, name: `${name} (restore)`, step: "destroy", failure: `${subject}: delete failed: ` },
  ];
}

/** The requests of each step: an object has other authors, and a recorded fingerprint is seldom the newest. */
export const patchBudget: PlainCase["budget"] = {
  create: ["get", "patch", "wait", "get"],
  read: ["get"],
  update: ["get", "patch", "wait", "get"],
  // `deletionPolicy` RETAIN leaves the object as it is.
  delete: [],
};

/** Why a fields table has members that the message has not. */
export const onlyInPatches = {
  project: "Part of the path.",
  previous: "What was there before, as the program knows it; never sent.",
  previousValues: "What was there before; known only here.",
  managedFields: "What is managed here; known only here.",
};

/** The file of the class that is written of a definition. */
export const generatedClass = ({ kind }: ResourceDefinition) =>
  `provider/src/resources/generated/${kind.charAt(0).toLowerCase()}${kind.slice(1)}.ts`;

/** Fields that have one reason in common. */
export const because = (reason: string, ...fields: readonly string[]): Record<string, string> =>
  Object.fromEntries(fields.map((field) => [field, reason]));
