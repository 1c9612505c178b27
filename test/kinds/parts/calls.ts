import type { Emulator } from "../../../emulator/src/index";
import type { Properties } from "../../support/providerProcess";
import { project } from "../../support/routeProvider";
import type { KindCall } from "../kind";

/** The service's address, with which its links begin. */
export const root = "https://www.googleapis.com/compute/v1/";
export const global = `projects/${project}/global`;
export const region = `projects/${project}/regions/us-central1`;
export const disk = `projects/${project}/zones/us-central1-a/disks/d`;
export const networkPath = `${global}/networks/default`;

/** The cost of an object of its own, to make and to remove. */
export const ownObjectBudget = {
  // No answer but the last shows what the service has made.
  create: ["insert", "wait", "get"],
  read: ["get"],
  // An object of that name that somebody else has created again is left alone.
  delete: ["get", "delete", "wait"],
} as const;

/** The part of an object of its own that the service shows and the state records: its number. */
const ownObject = (path: string) => ({
  path,
  shown: ({ id }: Properties) => id,
  recorded: ({ numericId }: Properties) => numericId,
});

/** The facts of the insert and the delete of an object of its own. */
export interface OwnedCalls extends Pick<KindCall, "program" | "seed" | "path" | "secret"> {
  /** `route`. */
  readonly noun: string;
  /** How messages begin: `gce:Route "r"`. */
  readonly subject: string;
  readonly permissions: { readonly insert: string; readonly delete: string };
}

export function ownedCalls({ noun, subject, permissions, ...parts }: OwnedCalls): [insert: KindCall, remove: KindCall] {
  const call = { ...ownObject(parts.path), ...parts };
  const inProject = parts.path.slice(`projects/${project}`.length);
  return [
    {
      ...call,
      name: `${noun} insert`,
      step: "up",
      request: { method: "POST", path: `${inProject.slice(0, inProject.lastIndexOf("/"))}$` },
      operationType: "insert",
      permission: permissions.insert,
      failure: `${subject}: insert failed: `,
    },
    {
      ...call,
      name: `${noun} delete`,
      step: "destroy",
      request: { method: "DELETE", path: `${inProject}$` },
      operationType: "delete",
      permission: permissions.delete,
      failure: `${subject}: delete failed: `,
    },
  ];
}

/** Puts objects by their paths. */
export function putObjects({ objects }: Emulator, others: Readonly<Record<string, object>> = {}): void {
  for (const [path, object] of Object.entries(others)) objects.put(path, { ...object });
}

/** Puts objects that a program refers to. */
export function putReferences(emulator: Emulator, ...paths: readonly string[]): void {
  for (const path of paths) emulator.objects.put(path, {});
}

/** Puts as many objects, each at the path with its number. */
export function putNumbered(emulator: Emulator, path: string, count: number, object: object): void {
  for (let number = 0; number < count; number += 1) emulator.objects.put(path + String(number), { ...object });
}
