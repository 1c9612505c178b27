import type { Values } from "../../provider/src/fields/values";
import type { RunningCall } from "./calls";
import { isAsDeclared } from "./kinds/owned";
import type { Changed, SimulatedKind } from "./kinds/kind";
import type { Scene } from "./promises";

/** A resource of the program, as a command knows it. */
export interface Wanted {
  readonly kind: SimulatedKind;
  readonly inputs: Values;
}

/** A run that is started again with what people write does what they mean. */
export const peoplePromises = {
  /** A replacement deletes no object that is by now as the program says. The step fails, and names `pulumi refresh`. */
  wantedObjectsStay(
    { service: { objects } }: Scene,
    { path, before, after }: Changed,
    call: RunningCall | undefined,
    wanted: Wanted | undefined,
    sinceMs: number,
  ): string | undefined {
    if (call?.method !== "delete" || before === undefined || after !== undefined) return undefined;
    if (wanted?.kind.replaceable === undefined || wanted.kind.toPath(wanted.inputs) !== path) return undefined;
    const names = Object.keys(wanted.kind.replaceable);
    // One that is of no use is replaced.
    if (wanted.kind.definition.unusable?.(before) !== undefined) return undefined;
    const isOld = names.every((name) => objects.leafSinceMs(path, name) < sinceMs);
    return isOld && isAsDeclared(before, wanted.inputs, wanted.kind.replaceable)
      ? `${path} is deleted, and is as the program says`
      : undefined;
  },

  /** No program is refused as if one of its resources were two. */
  resourcesAreOne(_scene: Scene, errors: string): string | undefined {
    return errors.includes("of this program manages it too") ? errors : undefined;
  },

  /** A resource that takes over what another one has says so, and names `aliases`. */
  takeoversWarn(_scene: Scene, urn: string, warnings: readonly string[]): string | undefined {
    return warnings.some((text) => text.includes("aliases"))
      ? undefined
      : `${urn} takes over what another resource has, and the step says ${JSON.stringify(warnings)}`;
  },

  /** Where names go round, an `up` makes it so, or takes nothing away, and gives no advice that has no end. */
  namesGoRound(_scene: Scene, { ok, errors }: { ok: boolean; errors: string }, deletes: number) {
    if (ok) return undefined;
    return deletes === 0 && !errors.includes("set deleteBeforeReplace")
      ? undefined
      : `names go round, and \`up\` deletes ${String(deletes)} objects: ${errors}`;
  },
} as const;
