import { describe, expect, it } from "vitest";
import { EngineLog } from "../../../provider/src/engine/engineLog";
import { ProviderProcess, type ProcessOptions } from "../../../provider/src/engine/process";
import type { DefinedProvider } from "../../../provider/src/engine/provider";
import type { Values } from "../../../provider/src/fields/values";
import { kindNamed } from "../../kinds/every";

const network = "projects/p/global/networks/n";
const declared = { project: "p", name: "r", network, destRange: "10.0.0.0/8", nextHopIp: "10.0.0.1" };

/** A provider in a process of its own, for a service that has no object. */
function processOf(options: Partial<ProcessOptions> = {}, config: Values = {}) {
  const connections: { readonly origin: string; readonly sentWith: (string | undefined)[] }[] = [];
  const transport: ProcessOptions["transport"] = ({ origin }) => {
    const sentWith: (string | undefined)[] = [];
    connections.push({ origin, sentWith });
    return {
      send({ headers }) {
        sentWith.push(headers.authorization);
        return Promise.resolve({ status: 404, headers: {}, body: JSON.stringify({ error: { code: 404 } }) });
      },
      close: () => Promise.resolve(),
    };
  };
  const environment = { GOOGLE_OAUTH_ACCESS_TOKEN: "token-of-the-environment" };
  const kinds = { Route: () => kindNamed("Route").definition, Snapshot: () => kindNamed("Snapshot").definition };
  const made = new ProviderProcess({ environment, log: new EngineLog(undefined), transport, kinds, ...options });
  const provider = (kind: string) => {
    const found = made.provider(kind) as DefinedProvider;
    const get = (key: string) => config[key] as string | undefined;
    void found.configure({ config: { get, require: (key) => get(key) ?? "" } });
    return found;
  };
  const check = async (name: string) => {
    const { failures = [] } = await provider("Route").check({}, { ...declared, __as: name });
    return failures.map(({ reason }) => reason);
  };
  return { provider, connections, check };
}

describe("a provider process", () => {
  it("asks the service of its own settings, with its own token, for all kinds over one transport", async () => {
    const environment = { GOOGLE_OAUTH_ACCESS_TOKEN: "token-of-another-one" };
    const [one, other] = [
      processOf(),
      processOf({ environment }, { "gcp:computeCustomEndpoint": "https://example.com/compute/v1" }),
    ];
    for (const { provider } of [one, other]) {
      await expect(provider("Route").read("projects/p/global/routes/r", {})).rejects.toThrow("does not exist");
      await expect(provider("Snapshot").read("projects/p/global/snapshots/s", {})).rejects.toThrow("does not exist");
    }
    const [mine, theirs] = ["Bearer token-of-the-environment", "Bearer token-of-another-one"];
    expect(one.connections).toEqual([{ origin: "https://compute.googleapis.com", sentWith: [mine, mine] }]);
    expect(other.connections).toEqual([{ origin: "https://example.com", sentWith: [theirs, theirs] }]);
  });

  it("knows what its own program declares, and nothing of another one", async () => {
    const one = processOf();
    expect(await one.check("first")).toEqual([]);
    expect(await processOf().check("second")).toEqual([]);
    expect(await one.check("second")).toEqual([
      expect.stringContaining('gce:Route "first" of this program manages it too'),
    ]);
  });
});
