import * as gce from "pulumi-gce";
import { named } from "../plan/fixtures";
import { fixturePath, type AcceptanceKind, type Context, type Stage } from "./kind";

export const targetSslProxyCertificateMap: AcceptanceKind = {
  name: "TargetSslProxyCertificateMap",
  declare(context, stage) {
    new gce.TargetSslProxyCertificateMap("TargetSslProxyCertificateMap", {
      targetSslProxy: named(context.made.prefix, "proxy"),
      certificateMap: mapForStage(context, stage),
      // With one map alone, this is what changes; the proxy stays as it is.
      ...(stage === "changed" && context.certificateMaps.length === 1 ? { deletionPolicy: "RESTORE" } : {}),
    });
  },
  change: ["update"],
  async look(context) {
    const { certificateMap } = await context.service.get(fixturePath(context, "proxy"));
    return certificateMap ? { certificateMap: certificateMap.replace(/^.*?projects\//, "projects/") } : undefined;
  },
  expected: (context, stage) => ({ certificateMap: mapForStage(context, stage) }),
  drift(context) {
    const method = `${fixturePath(context, "proxy")}/setCertificateMap`;
    return context.service.change((requestId) => context.service.send("POST", method, { requestId }, {}));
  },
};

function mapForStage({ certificateMaps: [first = "", second] }: Context, stage: Stage): string {
  return stage === "made" ? first : (second ?? first);
}
