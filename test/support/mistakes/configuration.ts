import { Provider } from "../../../provider/src/program/provider";
import { providerNameKey } from "../../../provider/src/settings/settings";
import { messageOf, type Make, type Mistakes } from "./lane";

const route = { name: "egress", network: "default", destRange: "10.1.0.0/16", nextHopIp: "10.0.0.9" };

/** A preview of a plain route under this configuration. */
const under =
  (config: Record<string, string>): Make =>
  (lane) =>
    lane.preview("Route", route, config);

export const configurationMistakes: Mistakes = {
  "No project": under({ "gcp:project": "" }),
  "No project in a `gce.Provider`": {
    make: under({ "gcp:project": "", [providerNameKey]: "eu" }),
    note: "A `gce.Provider` has its own settings and those of the environment. The configuration of the stack belongs to the default provider.",
  },
  "A provider with a misspelt setting": () => {
    const given = { projct: "p" };
    return messageOf(Promise.resolve().then(() => new Provider("eu", given as object)));
  },
  "A provider without an endpoint in a stack for an emulator": {
    make: (lane) => {
      lane.configure();
      return messageOf(Promise.resolve().then(() => new Provider("eu", { project: "p" })));
    },
    note: "If the environment variable `GOOGLE_COMPUTE_CUSTOM_ENDPOINT` sets the endpoint of the emulator, every provider has it.",
  },
  "An endpoint that is not a URL": under({ "gcp:computeCustomEndpoint": "localhost" }),
  "An endpoint without its version": under({ "gcp:computeCustomEndpoint": "http://127.0.0.1:8461" }),
  "An endpoint that would show the token to others": under({
    "gcp:computeCustomEndpoint": "http://compute.example.com/compute/v1",
  }),
  "A request timeout without its unit": under({ "gcp:requestTimeout": "60" }),
  "A scope by its short name": under({ "gcp:scopes": '["compute.readonly"]' }),
  "Two credentials in one configuration": under({ "gcp:credentials": "key.json", "gcp:accessToken": "ya29.a" }),
  "A region in `gcp:zone`": (lane) =>
    lane.preview("Snapshot", { sourceDisk: "database" }, { "gcp:zone": "us-central1" }),
  "Default labels with capitals": (lane) =>
    lane.preview("Snapshot", { sourceDisk: "zones/z/disks/d" }, { "gcp:defaultLabels": '{"Team":"net"}' }),
};
