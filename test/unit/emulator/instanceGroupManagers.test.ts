import { describe, expect, it } from "vitest";
import type { Emulator } from "../../../emulator/src/index";
import { refusal, ROOT, send } from "./helpers";
import { SCOPE, GROUP, template, start, read } from "./groups";

const zone = (letter: string) => `${ROOT}projects/p/zones/us-central1-${letter}`;

async function refused(emulator: Emulator, fields: Record<string, unknown>) {
  const { fingerprint } = await read(emulator);
  return refusal(emulator, "PATCH", `/${GROUP}`, { body: { ...fields, fingerprint } });
}

describe("a managed instance group", () => {
  it.each([[{ fingerprint: "AAAAAAAAAAA=" }], [{ fingerprint: null }], [{}]])(
    "is not changed with the fingerprint of %j",
    async (fields) => {
      const emulator = await start();
      const answer = await refusal(emulator, "PATCH", `/${GROUP}`, { body: { description: "x", ...fields } });
      expect(answer).toMatchObject({ status: 412, reason: "conditionNotMet" });
    },
  );

  it.each([
    [{ autoHealingPolicies: [{}, {}] }, "resource.autoHealingPolicies"],
    [{ autoHealingPolicies: [{ initialDelaySec: 3601 }] }, "resource.autoHealingPolicies[0].initialDelaySec"],
    [{ autoHealingPolicies: [{ healthCheck: "h" }] }, "resource.autoHealingPolicies[0].healthCheck"],
    [{ standbyPolicy: { initialDelaySec: -1 } }, "resource.standbyPolicy.initialDelaySec"],
    [{ standbyPolicy: { mode: "AUTO" } }, "resource.standbyPolicy.mode"],
    [{ updatePolicy: { type: "EAGER" } }, "resource.updatePolicy.type"],
    [{ updatePolicy: { minimalAction: "REBOOT" } }, "resource.updatePolicy.minimalAction"],
    [{ updatePolicy: { maxSurge: { percent: 20 } } }, "Only one of fixed and percent"],
    [{ updatePolicy: { maxSurge: { fixed: null, percent: 101 } } }, "resource.updatePolicy.maxSurge.percent"],
    [{ updatePolicy: { maxSurge: { fixed: -1 } } }, "resource.updatePolicy.maxSurge.fixed"],
    [{ updatePolicy: { maxSurge: { fixed: 2 } } }, "at least equal to the number of zones"],
    [{ updatePolicy: { maxUnavailable: { fixed: null, percent: 20 } } }, "10 or more instances"],
    [{ updatePolicy: { maxSurge: { fixed: 0 }, maxUnavailable: { fixed: 0 } } }, "greater than 0"],
    [{ updatePolicy: { replacementMethod: "RECREATE" } }, "maxSurge must be equal to 0"],
    [{ versions: [{ instanceTemplate: template("a") }, { instanceTemplate: template("b") }] }, "unique"],
    [
      {
        versions: [
          { instanceTemplate: template("a"), name: "a" },
          { instanceTemplate: template("b"), name: "b" },
        ],
      },
      "Exactly one must have no targetSize",
    ],
    [{ versions: [{ instanceTemplate: template("a"), targetSize: { fixed: 1 } }] }, "Exactly one"],
    [{ versions: [{ name: "a" }] }, "resource.versions[0].instanceTemplate"],
    [
      { versions: [{ instanceTemplate: template("a"), targetSize: { fixed: 1, percent: 1 } }] },
      "resource.versions[0].targetSize",
    ],
    [{ instanceTemplate: null, versions: null }, "resource.instanceTemplate"],
    [{ instanceTemplate: "one" }, "resource.instanceTemplate"],
    [{ baseInstanceName: "B" }, "resource.baseInstanceName"],
    [{ baseInstanceName: "x".repeat(59) }, "resource.baseInstanceName"],
    [{ baseInstanceName: "x-#-#" }, "resource.baseInstanceName"],
    [{ baseInstanceName: "-##" }, "resource.baseInstanceName"],
    [{ distributionPolicy: { zones: [{ zone: "zones/us-central1-a" }] } }, "Zone configuration is immutable"],
    [{ distributionPolicy: { zones: ["a", "b", "c"].map((letter) => ({ zone: zone(letter) })) } }, "immutable"],
    [{ distributionPolicy: { zones: null } }, "immutable"],
    [{ distributionPolicy: null }, "immutable"],
    [{ distributionPolicy: { targetShape: "ROUND" } }, "resource.distributionPolicy.targetShape"],
    [{ targetSize: -1 }, "resource.targetSize"],
    [{ targetStoppedSize: 1.5 }, "resource.targetStoppedSize"],
    [{ listManagedInstancesResults: "ALL" }, "resource.listManagedInstancesResults"],
    [{ instanceLifecyclePolicy: { forceUpdateOnRepair: "MAYBE" } }, "forceUpdateOnRepair"],
    [{ statefulPolicy: { preservedState: { disks: { d: { autoDelete: "ALWAYS" } } } } }, "autoDelete"],
    [{ name: "other" }, "resource.name"],
    [{ allInstancesConfig: { labels: {} } }, "labels"],
    [{ maxSurge: {} }, "maxSurge"],
  ])("refuses the patch %j", async (fields, names) => {
    const emulator = await start();
    const answer = await refused(emulator, fields);
    expect(answer.status).toBe(400);
    expect(answer.message).toContain(names);
  });

  it.each<[string | undefined, number, number]>([
    ["ON", 4, 412],
    [undefined, 4, 412],
    ["ONLY_SCALE_OUT", 4, 412],
    ["OFF", 4, 200],
    ["ON", 3, 200],
  ])(
    "with an autoscaler whose mode is %j, and a size of 3, answers a patch to the size %i with %i",
    async (mode, targetSize, status) => {
      const emulator = await start();
      const autoscaler = `${SCOPE}/autoscalers/a`;
      emulator.objects.put(autoscaler, {
        target: GROUP,
        ...(mode === undefined ? {} : { autoscalingPolicy: { mode } }),
      });
      emulator.objects.patch(GROUP, { status: { autoscaler: ROOT + autoscaler } });
      const { fingerprint } = await read(emulator);
      const answer = await send(emulator, "PATCH", `/${GROUP}`, { body: { targetSize, fingerprint } });
      expect(answer.status).toBe(status);
      if (status === 412)
        expect(answer.json).toMatchObject({
          error: {
            errors: [{ reason: "conditionNotMet" }],
            message: expect.stringContaining("remove the autoscaler or set autoscaling policy mode to OFF") as string,
          },
        });
    },
  );
});
