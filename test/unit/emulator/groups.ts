import type { Emulator } from "../../../emulator/src/index";
import { emulatorForTest, operate, ROOT, send, until, type Wire } from "./helpers";

export const SCOPE = "projects/p/regions/us-central1";
export const GROUP = `${SCOPE}/instanceGroupManagers/g`;
export const LIST = `/${GROUP}/listManagedInstances`;
export const template = (name: string) => `${ROOT}projects/p/global/instanceTemplates/${name}`;

export async function start(group: Record<string, unknown> = {}, instancesMs = 0): Promise<Emulator> {
  const emulator = await emulatorForTest({ latency: { instancesMs } });
  emulator.objects.put(GROUP, { targetSize: 3, instanceTemplate: "global/instanceTemplates/one", ...group });
  return emulator;
}

export async function read(emulator: Emulator): Promise<Wire> {
  return (await send(emulator, "GET", `/${GROUP}`)).json;
}

/** Patches with the current fingerprint, and gives the operation as it is when it is DONE. */
export async function patch(emulator: Emulator, fields: Record<string, unknown>): Promise<Wire> {
  const { fingerprint } = await read(emulator);
  return operate(emulator, "PATCH", `/${GROUP}`, { body: { ...fields, fingerprint } });
}

export interface Instance {
  readonly name: string;
  readonly id?: string;
  readonly currentAction: string;
  readonly version?: { readonly name?: string; readonly instanceTemplate?: string };
}

export async function instances(emulator: Emulator): Promise<Instance[]> {
  return ((await send(emulator, "POST", LIST)).json.managedInstances ?? []) as Instance[];
}

/** Waits until no instance changes any more. */
export function settled(emulator: Emulator): Promise<void> {
  return until(() => (emulator.objects.get(GROUP)?.status as { isStable: boolean }).isStable);
}
