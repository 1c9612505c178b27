import * as pulumi from "@pulumi/pulumi";
import { failureLines } from "../messages/text";
import { providerPackage } from "../names/typeToken";
import { lostEndpoint } from "../settings/lostEndpoint";
import type { Environment } from "../settings/settings";
import { providerNameKey, secretSettings, settingKeys } from "../settings/settingKeys";
import { unknownArguments } from "../fields/unknownArguments";
import { withoutColors } from "../messages/inspection";
import { mapEnvironment } from "./placement";
import { warn } from "./warning";

/**
 * Settings of their own, such as another project or another identity, for the resources that use the provider.
 *
 * Pass the provider with the option `{ provider }`. Each provider has its own process. A setting that you do not give
 * comes from the environment, and **not** from the configuration of the stack. For example, give `project` again even
 * if the stack configures `gcp:project`.
 *
 * If the stack configures an endpoint, give `computeCustomEndpoint` too: the endpoint of the stack, or
 * `https://compute.googleapis.com/compute/v1` for the public service. Without it, the requests of the provider go to the public
 * service. The preview warns of that. If the endpoint of the stack is one of this machine, or plain http, such as an emulator, the preview
 * refuses the provider.
 *
 * If you rotate the `accessToken`, only the provider changes. No resource changes.
 *
 * @example A route in another project
 * ```ts
 * import * as gce from "pulumi-gce";
 *
 * const shared = new gce.Provider("shared", { project: "shared-vpc-project" });
 * new gce.Route(
 *   "egress",
 *   { network: "default", destRange: "0.0.0.0/0", nextHopGateway: "default-internet-gateway" },
 *   { provider: shared },
 * );
 * ```
 *
 * @example With a token of another stack
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as gce from "pulumi-gce";
 *
 * const identity = new pulumi.StackReference("acme/identities/prod");
 * const deployer = new gce.Provider("deployer", {
 *   project: identity.requireOutput("project"),
 *   accessToken: identity.requireOutput("accessToken"),
 * });
 * const profiles = gce.getNetworkProfilesOutput({}, { provider: deployer });
 * export const count = profiles.networkProfiles.apply((all) => all.length);
 * ```
 *
 * @example With another service account for each project
 * ```ts
 * import * as gce from "pulumi-gce";
 *
 * const associations = ["blue-project", "green-project"].map((project) => {
 *   const provider = new gce.Provider(project, {
 *     project,
 *     impersonateServiceAccount: `network-admin@${project}.iam.gserviceaccount.com`,
 *   });
 *   return new gce.NetworkFirewallPolicyAssociation(
 *     project,
 *     { attachmentTarget: "default", firewallPolicy: "baseline" },
 *     { provider },
 *   );
 * });
 * export const policies = associations.map(({ firewallPolicy }) => firewallPolicy);
 * ```
 */
export class Provider extends pulumi.ProviderResource {
  constructor(name: string, args: ProviderArgs = {}, options?: pulumi.ResourceOptions) {
    refuseUnknown(name, args);
    const declaration = { args, mappings: options?.envVarMappings };
    if (!args.computeCustomEndpoint) warnOtherService(name, declaration);
    const properties = withEndpoint(name, declaration, providerProperties(args));
    super(providerPackage, name, { ...properties, [providerNameKey]: name }, options);
    mappingsByProvider.set(this, declaration.mappings);
  }
}

/** A provider, as a program declares it. */
interface Declaration {
  readonly args: ProviderArgs;
  readonly mappings: Readonly<Record<string, string>> | undefined;
}

const mappingsByProvider = new WeakMap<pulumi.ProviderResource, Declaration["mappings"]>();

/** The variables that a provider sees; the default provider sees those of the program. */
export function readEnvironment(provider: pulumi.ProviderResource | undefined): Environment {
  return mapEnvironment(process.env, provider && mappingsByProvider.get(provider));
}

/** Settings of a `Provider`. Each has the name of its `gcp:` configuration key. */
export interface ProviderArgs {
  /** Default project of resources. */
  project?: pulumi.Input<string | undefined>;
  /** Default region of resources. */
  region?: pulumi.Input<string | undefined>;
  /** Default zone of resources. */
  zone?: pulumi.Input<string | undefined>;
  /** A service account key or another credentials file: its path, or its JSON. A secret. */
  credentials?: pulumi.Input<string | undefined>;
  /** An OAuth 2.0 access token, or the path of a file that holds one. A secret. */
  accessToken?: pulumi.Input<string | undefined>;
  /** Workload identity federation with a token that the caller has. A secret. */
  externalCredentials?: pulumi.Input<ExternalCredentialsArgs | undefined>;
  /** Service account to impersonate, on top of whatever credentials are used. */
  impersonateServiceAccount?: pulumi.Input<string | undefined>;
  /** Delegation chain of the impersonation. */
  impersonateServiceAccountDelegates?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** OAuth 2.0 scopes of the token. Default: `https://www.googleapis.com/auth/cloud-platform`. */
  scopes?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /**
   * `true` charges quota to `billingProject`, or else to the project of each resource. `false` charges no project, also none that
   * the environment or the credentials name. Without it, `billingProject` or its default pays, if there is one.
   */
  userProjectOverride?: pulumi.Input<boolean | undefined>;
  /**
   * The project whose quota every request uses, also of functions and of the wait. The account of the credentials, or the one that it
   * impersonates, needs `serviceusage.services.use` in it. Default: the `quota_project_id` of the credentials, but not with
   * `impersonateServiceAccount`.
   */
  billingProject?: pulumi.Input<string | undefined>;
  /** Reason for the requests, for audit logs. */
  requestReason?: pulumi.Input<string | undefined>;
  /** Longest time for one ordinary request, as a duration. Default: `"60s"`. */
  requestTimeout?: pulumi.Input<string | undefined>;
  /** Root of the service with its version, such as `http://127.0.0.1:8461/compute/v1`. Default: the public service. */
  computeCustomEndpoint?: pulumi.Input<string | undefined>;
  /**
   * Allows a `computeCustomEndpoint` that is plain http to another machine, such as an emulator in another container:
   * `http://emulator:8461/compute/v1`. Requests then show their token to others, so `accessToken` must give one that is no secret.
   * The package takes no other credentials there. Default: false.
   */
  allowPlainHttp?: pulumi.Input<boolean | undefined>;
  /** Domain of the universe that the calls go to. Default: `googleapis.com`. */
  universeDomain?: pulumi.Input<string | undefined>;
  /** Labels for every resource that has labels. */
  defaultLabels?: pulumi.Input<Record<string, pulumi.Input<string>> | undefined>;
  /** Default of `deletionPolicy` for every resource. */
  deletionPolicy?: pulumi.Input<string | undefined>;
  /** Adds the label `goog-pulumi-provisioned` to every resource that has labels. Default: false. */
  addPulumiAttributionLabel?: pulumi.Input<boolean | undefined>;
}

/** Workload identity federation with a token that the caller already has. */
export interface ExternalCredentialsArgs {
  /** Audience of the workload identity provider. */
  audience: pulumi.Input<string>;
  /** Service account whose identity is taken on. */
  serviceAccountEmail: pulumi.Input<string>;
  /** The token to exchange. */
  identityToken: pulumi.Input<string>;
}

/** JavaScript has no types to say so, and a setting that nobody reads would be missed at the first call. */
function refuseUnknown(name: string, args: object): void {
  const known = settingKeys.filter((key) => key !== providerNameKey).map((key) => key.replace(/^gcp:/, ""));
  const problems = unknownArguments(Object.keys(args), known, {});
  if (problems.length === 0) return;
  throw refusal(name, ...problems.map(({ reason }) => reason));
}

function refusal(name: string, first = "", ...more: readonly string[]): pulumi.RunError {
  return withoutColors(new pulumi.RunError(failureLines([`gce.Provider ${JSON.stringify(name)}: ${first}`, ...more])));
}

const endpointKey = "gcp:computeCustomEndpoint";

/** The properties. An endpoint that is known only later is refused then, if it is none. */
function withEndpoint(
  name: string,
  declaration: Declaration,
  properties: Record<string, pulumi.Output<unknown>>,
): pulumi.Inputs {
  const known = properties[endpointKey]?.apply((endpoint) => {
    if (!endpoint && declaration.args.computeCustomEndpoint) warnOtherService(name, declaration);
    return endpoint;
  });
  return known === undefined ? properties : { ...properties, [endpointKey]: known };
}

/**
 * A stack for an emulator runs with the credentials of whoever runs it: they must not reach the service unasked. Of any other
 * endpoint of the stack, such as a private one, nobody knows whether the provider should have it too.
 */
function warnOtherService(name: string, { args: { universeDomain }, mappings }: Declaration): void {
  const found = lostEndpoint((key) => pulumi.runtime.getConfig(key), mapEnvironment(process.env, mappings));
  if (found === undefined) return;
  const [local, other] = [found.configured, found.otherwise].map((address) => JSON.stringify(address));
  if (!found.leavesEmulator) {
    // One that names its own universe says where it goes.
    if (universeDomain) return;
    warn(
      `gce.Provider ${JSON.stringify(name)}: its requests go to ${other ?? ""}, and those of the stack to ${local ?? ""}. ` +
        "A gce.Provider takes nothing from the configuration of the stack. Give computeCustomEndpoint (or universeDomain) to say which you mean.",
    );
    return;
  }
  throw refusal(
    name,
    `computeCustomEndpoint is missing. The stack configures ${local ?? ""}, which looks like an emulator. ` +
      `A gce.Provider takes nothing from the configuration of the stack, so its requests would go to ${other ?? ""} with your credentials. ` +
      `Give the endpoint that you mean: computeCustomEndpoint: ${local ?? ""}, or computeCustomEndpoint: ${other ?? ""}.`,
  );
}

/** Provider settings are texts: lists, maps and booleans travel as JSON. */
function providerProperties(args: ProviderArgs): Record<string, pulumi.Output<unknown>> {
  const present = Object.entries(args as Record<string, pulumi.Input<unknown>>).filter(
    ([, value]) => value !== undefined,
  );
  return Object.fromEntries(
    present.map(([key, value]) => {
      const text: pulumi.Output<unknown> = pulumi.jsonStringify(value);
      return [
        `gcp:${key}`,
        secretSettings.includes(key) ? pulumi.secret(text.apply(withoutQuotes)) : text.apply(withoutQuotes),
      ];
    }),
  );
}

/** A text stays as it is; everything else is its JSON, and `null` is absent. */
function withoutQuotes(json: unknown): unknown {
  if (json === "null") return undefined;
  return typeof json === "string" && json.startsWith('"') ? JSON.parse(json) : json;
}
