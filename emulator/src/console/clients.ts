import { ANY_TOKEN } from "../clientEnvironment";
import { SEED_DEFAULTS } from "../seeds/options";
import { setupCommands } from "../setup";

/** How one client is pointed at an emulator. */
export interface ClientInstructions {
  readonly client: string;
  /** What has to be known beside the code. */
  readonly note?: string;
  readonly code: string;
}

/** How clients are pointed at the emulator with this address, such as `http://127.0.0.1:8461`. */
export function clientInstructions(origin: string): readonly ClientInstructions[] {
  const endpoint = `${origin}/compute/v1/`;
  const { hostname, port, protocol } = new URL(origin);
  const { project } = SEED_DEFAULTS;
  return [
    {
      client: "Pulumi",
      note: "Type this in the folder of a program. It points pulumi-gce at the emulator, and @pulumi/gcp as far as it uses Compute Engine.",
      code: setupCommands(`${origin}/compute/v1`).join("\n"),
    },
    {
      client: "Terraform",
      code: `provider "google" {
  project                 = "${project}"
  access_token            = "${ANY_TOKEN}"
  compute_custom_endpoint = "${endpoint}"
}`,
    },
    {
      client: "gcloud",
      code: `export CLOUDSDK_API_ENDPOINT_OVERRIDES_COMPUTE=${endpoint}
export CLOUDSDK_AUTH_ACCESS_TOKEN=${ANY_TOKEN}
export CLOUDSDK_CORE_PROJECT=${project}
gcloud compute networks list`,
    },
    {
      client: "Node.js: @google-cloud/compute",
      code: `import { NetworksClient } from "@google-cloud/compute";
import { GoogleAuth, OAuth2Client } from "google-auth-library";

const authClient = new OAuth2Client();
authClient.setCredentials({ access_token: "${ANY_TOKEN}", expiry_date: Date.now() + 3_600_000 });
const networks = new NetworksClient({
  apiEndpoint: "${hostname}",
  port: ${port === "" ? (protocol === "https:" ? "443" : "80") : port},
  protocol: "${protocol.slice(0, -1)}",
  fallback: "rest",
  auth: new GoogleAuth({ authClient }),
});
const [list] = await networks.list({ project: "${project}" });`,
    },
    {
      client: "Go: google.golang.org/api/compute/v1",
      code: `service, err := compute.NewService(ctx,
	option.WithEndpoint("${endpoint}"),
	option.WithTokenSource(oauth2.StaticTokenSource(&oauth2.Token{AccessToken: "${ANY_TOKEN}"})))
list, err := service.Networks.List("${project}").Do()`,
    },
    {
      client: "Python: google-cloud-compute",
      note:
        "Wait for an operation with your own client, as this code does: the operation that insert() returns asks " +
        "compute.googleapis.com for its progress.",
      code: `from google.cloud import compute_v1
from google.oauth2.credentials import Credentials

options = {
    "credentials": Credentials(token="${ANY_TOKEN}"),
    "client_options": {"api_endpoint": "${origin}"},
}
networks = compute_v1.NetworksClient(**options)
operations = compute_v1.GlobalOperationsClient(**options)
operation = networks.insert_unary(
    project="${project}",
    network_resource=compute_v1.Network(name="web", auto_create_subnetworks=False),
)
operations.wait(project="${project}", operation=operation.name)`,
    },
    {
      client: "Java: google-cloud-compute",
      code: `NetworksSettings settings = NetworksSettings.newBuilder()
    .setEndpoint("${origin}")
    .setCredentialsProvider(FixedCredentialsProvider.create(
        OAuth2Credentials.create(new AccessToken("${ANY_TOKEN}", null))))
    .build();
try (NetworksClient networks = NetworksClient.create(settings)) {
  networks.list("${project}").iterateAll().forEach(network -> System.out.println(network.getName()));
}`,
    },
    {
      client: "curl",
      code: `curl --header "Authorization: Bearer ${ANY_TOKEN}" ${endpoint}projects/${project}/global/networks`,
    },
  ];
}

/** What is true of all of them. */
export const CREDENTIALS_NOTE =
  "Any text is a token, and any name is a project. No client needs a key, an account or the network. " +
  "PUT /_emulator/tokens makes the emulator take only the tokens that you name, with the permissions that you give them.";
