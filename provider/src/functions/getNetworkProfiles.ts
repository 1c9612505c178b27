import type * as pulumi from "@pulumi/pulumi";
import type { NetworkProfile } from "../types/output";
import { listForms, type Waiting } from "./forms/forms";
import type { ListResult, ProjectListArgs } from "./call/listArguments";
import { networkProfiles } from "./definitions/projectLists";
import type { FunctionOptions, FunctionOutputOptions } from "./forms/options";

/** Arguments of `getNetworkProfiles`. */
export type GetNetworkProfilesArgs = ProjectListArgs;

/** Arguments of `getNetworkProfilesOutput`. */
export type GetNetworkProfilesOutputArgs = Waiting<GetNetworkProfilesArgs>;

/** Result of `getNetworkProfiles`. */
export interface GetNetworkProfilesResult extends GetNetworkProfilesArgs, ListResult {
  /** The project. */
  readonly project: string;
  /** The profiles, in the order of `orderBy`. */
  readonly networkProfiles: NetworkProfile[];
  /** Etag of the list. If there are several pages, it is the etag of the first page. */
  readonly etag?: string;
  /** Places that the service could not reach, with `returnPartialSuccess`. */
  readonly unreachables?: string[];
}

/**
 * The network profiles that a project can use. Each profile says which features a network has that uses it.
 *
 * Every page is fetched. Each request is repeated up to 5 times.
 *
 * Permission: `compute.networkProfiles.list`. Scope: `compute.readonly`, `compute` or `cloud-platform`.
 *
 * Source: specification, "NetworkProfile" and endpoint 2.
 *
 * @example Profiles of zones
 * ```ts
 * import * as gce from "pulumi-gce";
 *
 * const { networkProfiles } = gce.getNetworkProfilesOutput({ filter: 'location.scope = "ZONE"' });
 * export const names = networkProfiles.apply((all) => all.map(({ name }) => name));
 * ```
 *
 * @example With a project that is not known yet
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as gce from "pulumi-gce";
 *
 * const project = new pulumi.StackReference("acme/projects/prod").requireOutput("networkProject");
 * const profiles = gce.getNetworkProfilesOutput({ project });
 * export const count = profiles.networkProfiles.apply((all) => all.length);
 * ```
 *
 * @example One by one, in another project
 * ```ts
 * import * as gce from "pulumi-gce";
 *
 * async function firstTen() {
 *   const names: string[] = [];
 *   for await (const { name } of gce.iterateNetworkProfiles({ project: "shared-vpc-project" })) {
 *     if (name !== undefined) names.push(name);
 *     if (names.length === 10) break;
 *   }
 *   return names;
 * }
 * export const names = firstTen();
 * ```
 */
export function getNetworkProfiles(
  args?: GetNetworkProfilesArgs,
  opts?: FunctionOptions,
): Promise<GetNetworkProfilesResult> {
  return forms.promise(args, opts);
}

/**
 * The same as `getNetworkProfiles`, for arguments that can be unknown. While an argument is unknown, the result is
 * unknown, and there is no call.
 */
export function getNetworkProfilesOutput(
  args?: GetNetworkProfilesOutputArgs,
  opts?: FunctionOutputOptions,
): pulumi.Output<GetNetworkProfilesResult> {
  return forms.output(args, opts);
}

/**
 * The same as `getNetworkProfiles`, but it returns the items one by one. It keeps one page in memory, and `break` stops
 * it.
 */
export function iterateNetworkProfiles(
  args?: GetNetworkProfilesArgs,
  opts?: FunctionOptions,
): AsyncIterable<NetworkProfile> {
  return forms.iterate(args, opts);
}

const forms = listForms<GetNetworkProfilesArgs, NetworkProfile, GetNetworkProfilesResult>(networkProfiles);
