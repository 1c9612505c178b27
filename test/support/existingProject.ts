import type { Emulator } from "../../emulator/src/index";
import { answerAsPulumi, existingRoute, exported, project, routes, startCli } from "./cli";

/* A project that was made by hand, for `pulumi-gce adopt`. */

export const global = `projects/${project}/global`;
export const url = (path: string) => `https://www.googleapis.com/compute/v1/${path}`;
export const disk = `projects/${project}/zones/us-central1-a/disks/d`;
const member = "user:alice@example.com";

/** One object of each kind, and some that no program can manage. */
export function putObjects({ objects }: Emulator): void {
  objects.put(`${routes}/egress-route`, { ...existingRoute(), description: "to ${site}\u202e", tags: ["web"] });
  objects.put(`${routes}/subnet`, {
    ...existingRoute(),
    nextHopIp: undefined,
    nextHopNetwork: url(`${global}/networks/default`),
    routeType: "SUBNET",
  });
  objects.put(`${routes}/peered`, { ...existingRoute(), nextHopPeering: "peering" });
  objects.put(`${global}/snapshots/nightly`, { sourceDisk: url(disk), labels: { env: "dev", "goog-x": "y" } });
  objects.put(`${global}/snapshots/scheduled`, { sourceDisk: url(disk), autoCreated: true });
  objects.put(`${global}/firewallPolicies/core`, {
    associations: [{ name: "guard", attachmentTarget: url(`${global}/networks/default`) }],
  });
  objects.put(`${global}/targetSslProxies/mail`, {
    certificateMap: `//certificatemanager.googleapis.com/projects/${project}/locations/global/certificateMaps/m`,
  });
  const conditional = {
    role: "roles/viewer",
    members: [member],
    condition: { title: "until 2030", expression: "true" },
  };
  const bindings = [{ role: "roles/viewer", members: [member] }, conditional];
  objects.put("locations/global/firewallPolicies/42", {
    shortName: "corp",
    parent: "organizations/7",
    iamPolicy: { version: 3, bindings },
  });
}

/** An emulator with the objects, and a stack of that configuration which has a route and further resources. */
export async function startProject(
  configuration: Readonly<Record<string, string>> = { "gcp:project": project },
  resources: readonly object[] = [],
) {
  const cli = await startCli();
  putObjects(cli.emulator);
  cli.emulator.objects.put(`${routes}/managed`, existingRoute());
  const managed = exported("Route", "managed", {}, { id: `${routes}/managed` });
  answerAsPulumi(cli.folder, {
    config: JSON.stringify(Object.fromEntries(Object.entries(configuration).map(([key, value]) => [key, { value }]))),
    export: JSON.stringify({ version: 3, deployment: { resources: [managed, ...resources] } }),
  });
  return cli;
}
