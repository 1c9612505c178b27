import type { Values } from "../../../provider/src/fields/values";
import { fates } from "../service/fates";
import { fingerprint } from "../service/owned";
import { groupPath, templateUrl } from "../service/parts";
import type { Tape } from "../tape";
import { listGroupHands } from "./groupHands";
import { setPart, type SimulatedKind } from "./kind";
import { definePatch } from "./parts";

const patch = definePatch((number) => [
  "versions",
  "updatePolicy",
  ...(number === 0 ? (["description", "targetSize"] as const) : (["targetSuspendedSize"] as const)),
]);

function makeVersions(tape: Tape, whose: "the program" | "a rival", name: string, chance: number): readonly Values[] {
  const fate = tape.choose(`the template of ${whose}`, ["gets ready", "has errors", "never gets healthy"], chance);
  return [{ instanceTemplate: templateUrl(fates[fate] + name) }];
}

/** A patch that waits for the instances of the group, and may go back where they do not get there. */
export const rollout: SimulatedKind = {
  ...patch,
  declare(tape, number, version, previous = {}) {
    const values = patch.declare(tape, number, version, previous);
    const versions =
      values.versions === previous.versions
        ? values.versions
        : makeVersions(tape, "the program", `o${String(version)}`, 0.5);
    const goal = tape.choose("the patch waits until the instances are", ["UPDATED", "STABLE", "as they are"], 0.3);
    const policy = { ...(values.updatePolicy as Values | undefined) };
    // Under any other policy, no instance would ever be UPDATED.
    const type = goal === "UPDATED" ? "PROACTIVE" : tape.choose("the policy is", ["PROACTIVE", "OPPORTUNISTIC"], 0.2);
    const updatePolicy = goal !== "UPDATED" && values.updatePolicy === undefined ? {} : { ...policy, type };
    const all = { ...values, versions, ...(Object.keys(updatePolicy).length === 0 ? {} : { updatePolicy }) };
    if (goal === "as they are") return all;
    const then = tape.choose("where they do not get there, the change", ["goes back", "stays"], 0.25);
    const deadline = tape.choose(
      "they have for each step",
      ["all the time", "90 s"],
      tape.isRaised("hands") ? 0.6 : 0.2,
    );
    return {
      ...all,
      waitForInstances: goal,
      ...(then === "goes back" ? { onFailure: "RESTORE" } : {}),
      ...(deadline === "90 s" ? { progressDeadlineSec: 90 } : {}),
    };
  },
  hands: listGroupHands,
  waits: ({ waitForInstances }) => waitForInstances !== undefined,
  rival: (service, number, inputs) =>
    patch.rival(service, number, inputs).map((move) =>
      move.name.includes("versions")
        ? {
            ...move,
            make: () =>
              setPart(
                service,
                groupPath,
                "versions",
                makeVersions(service.tape, "a rival", `r${String(service.objects.fresh())}`, 0.2),
                { fingerprint: fingerprint(service) },
              ),
          }
        : move,
    ),
};
