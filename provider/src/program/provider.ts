import * as pulumi from "@pulumi/pulumi";
import { failureLines } from "../shown/text";
import { providerPackage } from "./typeToken";
import { providerNameKey, settingKeys } from "../settings/settings";
import { unknownArguments } from "../fields/unknownArguments";

/**
 * A set of settings of its own — another project, another identity — for the resources that name it with
 * `{ provider }`. It has its own process; everything that is not given comes from the environment, **not** from the
 * stack's configuration: a project that the stack configures has to be given here again.
 *
 * A rotated `accessToken` shows as a change of the provider alone: no resource changes.
 *
 * @example
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
 */
export class Provider extends pulumi.ProviderResource {
  constructor(name: string, args: ProviderArgs = {}, options?: pulumi.ResourceOptions) {
    refuseUnknown(name, args);
    super(providerPackage, name, { ...providerProperties(args), [providerNameKey]: name }, options);
  }
}

/** Settings of a `Provider`; each is the `gcp:` configuration key of the same name. */
export interface ProviderArgs {
  /** Default project of resources. */
  project?: pulumi.Input<string | undefined>;
  /** Default region of resources. */
  region?: pulumi.Input<string | undefined>;
  /** Default zone of resources. */
  zone?: pulumi.Input<string | undefined>;
  /** A service account key or another credentials file: its path, or its JSON. Kept as a secret. */
  credentials?: pulumi.Input<string | undefined>;
  /** An OAuth 2.0 access token, or the path of a file that holds one. Kept as a secret. */
  accessToken?: pulumi.Input<string | undefined>;
  /** Workload identity federation with a token that the caller has. Kept as a secret. */
  externalCredentials?: pulumi.Input<ExternalCredentialsArgs | undefined>;
  /** Service account to impersonate, on top of whatever credentials are used. */
  impersonateServiceAccount?: pulumi.Input<string | undefined>;
  /** Delegation chain of the impersonation. */
  impersonateServiceAccountDelegates?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** OAuth 2.0 scopes. Default: cloud-platform. */
  scopes?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** Charges quota to `billingProject`, or to the project of each resource. Default: false. */
  userProjectOverride?: pulumi.Input<boolean | undefined>;
  /** The project that `userProjectOverride` charges. */
  billingProject?: pulumi.Input<string | undefined>;
  /** Reason for the requests, for audit logs. */
  requestReason?: pulumi.Input<string | undefined>;
  /** Longest time for one ordinary request, as a duration: `"60s"` (default). */
  requestTimeout?: pulumi.Input<string | undefined>;
  /** Service root with its version, with or without a slash at the end. Default: the public service. */
  computeCustomEndpoint?: pulumi.Input<string | undefined>;
  /** Default: `googleapis.com`. */
  universeDomain?: pulumi.Input<string | undefined>;
  /** Labels for every resource that has labels. */
  defaultLabels?: pulumi.Input<Record<string, pulumi.Input<string>> | undefined>;
  /** Default of the resources' `deletionPolicy`. */
  deletionPolicy?: pulumi.Input<string | undefined>;
  /** Adds a label that says Pulumi made the object. Default: false. */
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
  const [first = "", ...more] = problems.map(({ reason }) => reason);
  throw new pulumi.RunError(
    failureLines([`gce.Provider ${JSON.stringify(name)}: ${first}`, ...more.map((line) => `  ${line}`)]),
  );
}

const secretArguments = new Set(["credentials", "accessToken", "externalCredentials"]);

/** Provider settings are texts: lists, maps and booleans travel as JSON. */
function providerProperties(args: ProviderArgs): pulumi.Inputs {
  const given = Object.entries(args as Record<string, pulumi.Input<unknown>>).filter(
    ([, value]) => value !== undefined,
  );
  return Object.fromEntries(
    given.map(([key, value]) => {
      const text: pulumi.Output<unknown> = pulumi.jsonStringify(value);
      return [
        `gcp:${key}`,
        secretArguments.has(key) ? pulumi.secret(text.apply(withoutQuotes)) : text.apply(withoutQuotes),
      ];
    }),
  );
}

/** A text stays as it is; everything else is its JSON, and `null` is absent. */
function withoutQuotes(json: unknown): unknown {
  if (json === "null") return undefined;
  return typeof json === "string" && json.startsWith('"') ? JSON.parse(json) : json;
}
