import { Provider } from "../../../provider/src/program/provider";
import { providerNameKey } from "../../../provider/src/settings/settings";
import { messageOf } from "./lane";
import type { Mistake } from "./mistakes";

const route = { name: "egress", network: "default", destRange: "10.1.0.0/16", nextHopIp: "10.0.0.9" };

/** A preview of a plain route under this configuration. */
const under =
  (config: Record<string, string>): Mistake["make"] =>
  (lane) =>
    lane.preview("Route", route, config);

export const configurationMistakes: readonly Mistake[] = [
  {
    title: "No project",
    make: under({ "gcp:project": "" }),
    names: ["project"],
    says: ["No project is set", "pulumi config set gcp:project <project>"],
  },
  {
    title: "No project in a `gce.Provider`",
    make: under({ "gcp:project": "", [providerNameKey]: "eu" }),
    names: ['gce.Provider "eu"', "project"],
    says: ["takes none from the stack", 'new gce.Provider("eu", { project: "…" })'],
    note: "A `gce.Provider` has its own settings and those of the environment. The configuration of the stack belongs to the default provider.",
  },
  {
    title: "A provider with a misspelt setting",
    make: () => {
      const given = { projct: "p" };
      return messageOf(Promise.resolve().then(() => new Provider("eu", given as object)));
    },
    names: ['gce.Provider "eu"', "projct"],
    says: ["is not an argument", "Did you mean project?"],
  },
  {
    title: "A provider without an endpoint in a stack for an emulator",
    make: (lane) => {
      lane.configure();
      return messageOf(Promise.resolve().then(() => new Provider("eu", { project: "p" })));
    },
    names: ['gce.Provider "eu"', "computeCustomEndpoint"],
    says: [
      "takes nothing from the configuration of the stack",
      'or computeCustomEndpoint: "https://compute.googleapis.com/compute/v1"',
    ],
    note: "If the environment variable `GOOGLE_COMPUTE_CUSTOM_ENDPOINT` sets the endpoint of the emulator, every provider has it.",
  },
  {
    title: "An endpoint that is not a URL",
    make: under({ "gcp:computeCustomEndpoint": "localhost" }),
    names: ["gcp:computeCustomEndpoint"],
    says: ["is not a URL", "https://compute.googleapis.com/compute/v1"],
  },
  {
    title: "An endpoint without its version",
    make: under({ "gcp:computeCustomEndpoint": "http://127.0.0.1:8461" }),
    names: ["gcp:computeCustomEndpoint"],
    says: ["must end with the version", "Give: http://127.0.0.1:8461/compute/v1"],
  },
  {
    title: "An endpoint that would show the token to others",
    make: under({ "gcp:computeCustomEndpoint": "http://compute.example.com/compute/v1" }),
    names: ["gcp:computeCustomEndpoint"],
    says: ["a token would travel as plain text", "Use https"],
  },
  {
    title: "A request timeout without its unit",
    make: under({ "gcp:requestTimeout": "60" }),
    names: ["gcp:requestTimeout"],
    says: ['it is "60"', "Give its unit: 60s"],
  },
  {
    title: "A scope by its short name",
    make: under({ "gcp:scopes": '["compute.readonly"]' }),
    names: ["gcp:scopes[0]"],
    says: ['it is "compute.readonly"', "Give: https://www.googleapis.com/auth/compute.readonly"],
  },
  {
    title: "Two credentials in one configuration",
    make: under({ "gcp:credentials": "key.json", "gcp:accessToken": "ya29.a" }),
    names: ["gcp:accessToken", "gcp:credentials"],
    says: ["keep one", "pulumi config rm gcp:credentials"],
  },
  {
    title: "A region in `gcp:zone`",
    make: (lane) => lane.preview("Snapshot", { sourceDisk: "database" }, { "gcp:zone": "us-central1" }),
    names: ["sourceDisk", "gcp:zone"],
    says: ["not a region", "us-central1-b"],
  },
  {
    title: "Default labels with capitals",
    make: (lane) =>
      lane.preview("Snapshot", { sourceDisk: "zones/z/disks/d" }, { "gcp:defaultLabels": '{"Team":"net"}' }),
    names: ["gcp:defaultLabels"],
    says: ['"Team"', "lower-case letters"],
  },
];
