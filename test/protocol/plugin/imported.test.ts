import { expect, it } from "vitest";
import { revealed, startPlugin } from "../../support/pluginProcess";
import { mapNamed, policy, proxies, proxy, role } from "../others";

const granted = (member: string) => ({ iamPolicy: { bindings: [{ role, members: [member] }] } });

/** Imported by its id, then changed by somebody else, and then refreshed. */
async function refreshed(
  kind: string,
  id: string,
  objects: Readonly<Record<string, object>>,
  theirs: Readonly<Record<string, object>> = {},
) {
  const started = await startPlugin({ kind, others: objects });
  const { emulator, provider } = started;
  const imported = await provider.read(id, {});
  for (const [path, object] of Object.entries(theirs)) emulator.objects.patch(path, { ...object });
  const read = await provider.read(imported.id, imported.props, imported.inputs);
  const joinLogs = () => provider.logs.map(({ message }) => message).join("\n");
  return { ...started, ...read, joinLogs };
}

it.each([
  [
    "TargetSslProxyCertificateMap",
    `${proxy}/certificateMap`,
    { [proxy]: { ...proxies[proxy], certificateMap: mapNamed("ours") } },
    { [proxy]: { certificateMap: mapNamed("theirs") } },
    { __own: [mapNamed("ours")] },
    ["the earlier certificate map of the proxy is unknown", "which the state does not record as set by this resource"],
  ],
  [
    "FirewallPolicyIamPolicy",
    policy,
    { [policy]: granted("user:ours@example.com") },
    { [policy]: granted("user:theirs@example.com") },
    { __own: [expect.any(String)] },
    ["the earlier policy is not known", "the earlier policy is not known"],
  ],
])(
  "a destroy of an imported %s leaves what is there, and says why",
  async (kind, id, objects, theirs, recorded, words) => {
    for (const [index, change] of [{}, theirs].entries()) {
      const { emulator, provider, joinLogs, ...read } = await refreshed(kind, id, objects, change);
      expect(revealed(read.props)).toMatchObject(recorded);
      emulator.clearRequests();
      await provider.delete(read.id, read.props);
      expect(emulator.requests().filter(({ method }) => method !== "GET")).toEqual([]);
      expect(joinLogs()).toMatch(words[index] ?? "");
    }
  },
);
