import * as gce from "../../../provider/src/index";
import { Provider } from "../../../provider/src/program/provider";
import { providerNameKey } from "../../../provider/src/settings/settingKeys";
import { captureMessage, type Make, type Mistakes } from "./lane";

const route = { name: "egress", network: "default", destRange: "10.1.0.0/16", nextHopIp: "10.0.0.9" };

/** The JSON of a key of which only the beginning was copied. */
const makeKey = (client_email?: string) => {
  const private_key = "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC";
  return JSON.stringify({ type: "service_account", client_email, private_key });
};

/** A preview of a plain route under this configuration. */
const under =
  (config: Record<string, string>): Make =>
  (lane) =>
    lane.preview("Route", route, config);

export const configurationMistakes: Mistakes = {
  "No project": under({ "gcp:project": "" }),
  "No project in a `gce.Provider`": under({ "gcp:project": "", [providerNameKey]: "eu" }),
  "A path in `gcp:project`": under({ "gcp:project": "projects/my-project" }),
  "A path in the project of a `gce.Provider`": under({ "gcp:project": "projects/my-project", [providerNameKey]: "eu" }),
  "A path in `gcp:region`": (lane) =>
    lane.preview(
      "RegionInstanceGroupManagerPatch",
      { instanceGroupManager: "web", targetSize: 3 },
      { "gcp:region": "regions/us-central1" },
    ),
  "A path in `gcp:zone`": (lane) =>
    lane.preview("Snapshot", { sourceDisk: "database" }, { "gcp:zone": "zones/us-central1-a" }),
  "A path in `gcp:billingProject`": under({ "gcp:billingProject": "projects/my-project" }),
  "A provider with a misspelt setting": () => {
    const args = { projct: "p" };
    return captureMessage(Promise.resolve().then(() => new Provider("eu", args as object)));
  },
  "A provider without an endpoint in a stack for an emulator": (lane) => {
    lane.configure();
    return captureMessage(Promise.resolve().then(() => new Provider("eu", { project: "p" })));
  },
  "A function without a provider in a stack that disables default providers": (lane) => {
    lane.configure({ "pulumi:disable-default-providers": '["*"]' });
    return captureMessage(gce.getNetworkProfiles({}));
  },
  "An endpoint that is not a URL": under({ "gcp:computeCustomEndpoint": "localhost" }),
  "An endpoint without its version": under({ "gcp:computeCustomEndpoint": "http://127.0.0.1:8461" }),
  "An endpoint of another version of the API": under({
    "gcp:computeCustomEndpoint": "https://compute.googleapis.com/compute/beta",
  }),
  "An endpoint with a path behind the version": under({
    "gcp:computeCustomEndpoint": "https://compute.googleapis.com/compute/v1/projects/p",
  }),
  "An endpoint that would show the token to others": under({
    "gcp:computeCustomEndpoint": "http://compute.example.com/compute/v1",
  }),
  "An emulator of another machine, without a token of the configuration": under({
    "gcp:computeCustomEndpoint": "http://emulator:8461/compute/v1",
    "gcp:allowPlainHttp": "true",
    "gcp:accessToken": "",
  }),
  "A request timeout without its unit": under({ "gcp:requestTimeout": "60" }),
  "A scope by its short name": under({ "gcp:scopes": '["compute.readonly"]' }),
  "Two credentials in one configuration": under({ "gcp:credentials": "key.json", "gcp:accessToken": "ya29.a" }),
  "Credentials in base64": under({ "gcp:credentials": Buffer.from(makeKey("email")).toString("base64") }),
  "A key without its account": under({ "gcp:credentials": makeKey() }),
  "A key that is cut": under({ "gcp:credentials": makeKey("email") }),
  "An access token with its scheme": under({ "gcp:accessToken": "Bearer ya29.a" }),
  "A region in `gcp:zone`": (lane) =>
    lane.preview("Snapshot", { sourceDisk: "database" }, { "gcp:zone": "us-central1" }),
  "Default labels with capitals": (lane) =>
    lane.preview("Snapshot", { sourceDisk: "zones/z/disks/d" }, { "gcp:defaultLabels": '{"Team":"net"}' }),
};
