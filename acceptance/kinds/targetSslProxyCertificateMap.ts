import * as gce from "pulumi-gce";
import { named } from "../run/fixtures";
import type { AcceptanceKind, Context, Stage } from "./kind";

export const targetSslProxyCertificateMap: AcceptanceKind = {
  name: "TargetSslProxyCertificateMap",
  declare(context, stage) {
    new gce.TargetSslProxyCertificateMap("TargetSslProxyCertificateMap", {
      targetSslProxy: named(context.made.prefix, "proxy"),
      certificateMap: mapOf(context, stage),
      // With one map alone, this is what changes; the proxy stays as it is.
      ...(stage === "changed" && context.certificateMaps.length === 1 ? { deletionPolicy: "RESTORE" } : {}),
    });
  },
  change: ["update"],
  async look({ service, made: { prefix } }) {
    const { project } = service.place;
    const targetSslProxy = named(prefix, "proxy");
    const [{ certificateMap }] = await service.read(() => service.proxies.get({ project, targetSslProxy }));
    return certificateMap ? { certificateMap: certificateMap.replace(/^.*?projects\//, "projects/") } : undefined;
  },
  expected: (context, stage) => ({ certificateMap: mapOf(context, stage) }),
  async drift({ service, made: { prefix } }) {
    const { project } = service.place;
    const targetSslProxy = named(prefix, "proxy");
    await service.change((requestId) =>
      service.proxies.setCertificateMap({
        project,
        targetSslProxy,
        targetSslProxiesSetCertificateMapRequestResource: {},
        requestId,
      }),
    );
  },
};

function mapOf({ certificateMaps: [first = "", second] }: Context, stage: Stage): string {
  return stage === "made" ? first : (second ?? first);
}
