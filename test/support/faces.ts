import { emulatorOptions } from "../kinds/every";
import { startKindProvider } from "./kindProvider";
import { startPlugin, toUrn } from "./pluginProcess";
import type { Properties } from "./providerProcess";
import { declared, toClassUrn } from "./routeProvider";

/** The ways to declare a resource: by a class of the package, and by a resource of the plugin. */
export const faces = ["class", "plugin"] as const;
export type Face = (typeof faces)[number];

/** The process of a face and the emulator that it talks to, for one kind of resource; both end with the test. */
export async function startFace(face: Face, kind: string, others: Readonly<Record<string, object>> = {}) {
  const [toOwnUrn, started] =
    face === "class"
      ? [toClassUrn, await startKindProvider(kind, { others })]
      : [toUrn, await startPlugin({ ...emulatorOptions(), kind, others })];
  const { emulator, provider, nextRun } = started;
  let current = kind;
  provider.urn = toOwnUrn(kind);
  return {
    emulator,
    provider,
    nextRun,
    /** From now on, the engine asks about a resource of another kind. */
    turnTo(next: string): void {
      current = next;
      provider.urn = toOwnUrn(next);
    },
    /** The input of check from the program's side. */
    write: (args: Properties) => (face === "class" ? declared(current, args) : args),
  };
}
