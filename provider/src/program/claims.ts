import * as pulumi from "@pulumi/pulumi";
import { findScopeConflict, type ClaimForm, type PlacedResource } from "../fields/claimScope";
import { isValues, pick, text, withoutAbsent, type Values } from "../fields/values";
import { parseLink, type LinkContext } from "../names/links";
import { serviceAddress } from "../settings/lostEndpoint";
import { Settings, type ConfigReader } from "../settings/settings";
import { findProvider } from "./placement";
import { readEnvironment, providerArguments } from "./provider";

/*
 * Two resources of one provider that manage one object are refused by the process of that provider, which knows more. Each
 * `gce.Provider` has a process of its own, so only the program sees two resources of different providers. What it does not
 * know for sure it lets through.
 */

/** The claim of what an argument names: a global object of this collection, or a part of it. */
export function claimNamedBy(argument: string, collection: string, part = ""): ClaimForm {
  return {
    arguments: ["project", argument],
    place(values, context) {
      const path = parseNamedPath(argument, collection, values, context);
      return path === undefined ? undefined : [{ property: argument, at: path + part }];
    },
  };
}

/** The claim of a name at a policy, by which it knows a network, and which is in the project of that. */
export const associationNameClaim: ClaimForm = {
  arguments: ["project", "attachmentTarget", "firewallPolicy", "name"],
  place(values, context) {
    const network = parseNamedPath("attachmentTarget", "networks", values, context);
    const own = { ...values, project: network?.split("/")[1] };
    const policy = network && parseNamedPath("firewallPolicy", "firewallPolicies", own, context);
    const name = text(values, "name");
    return policy && name !== undefined ? [{ property: "name", at: `${policy}/associations/${name}` }] : undefined;
  },
};

/** The path of the global object that an argument names. */
function parseNamedPath(
  argument: string,
  collection: string,
  values: Values,
  { project }: LinkContext,
): string | undefined {
  const context = { project: text(values, "project") ?? project };
  const parsed = parseLink(text(values, argument) ?? "", { collection, scopes: ["global"] }, context);
  return "problem" in parsed ? undefined : parsed.path;
}

interface Claim extends PlacedResource {
  readonly name: string;
  readonly provider: pulumi.ProviderResource | undefined;
}

/**
 * The claims of a run, by the resource of its stack and what is outermost in their places. Several programs can run in one
 * process. A test with mocks runs none, and may declare the same again and again.
 */
const claimsByStack = new WeakMap<pulumi.Resource, Map<string, Claim[]>>();

/**
 * Notes what a resource is to manage.
 *
 * @returns why it cannot: a resource of another provider manages it already. A promise if the program does not give plain
 * values; what a preview does not know, it lets through.
 */
export function findConflict(
  form: ClaimForm,
  { kind, name, args }: { readonly kind: string; readonly name: string; readonly args: Values },
  options: pulumi.CustomResourceOptions,
): string | undefined | Promise<string | undefined> {
  const stack = pulumi.runtime.getStackResource();
  if (stack === undefined || mayDiffer(options, options.parent ?? stack)) return undefined;
  const provider = findProvider(kind, options);
  const own = provider && providerArguments(provider);
  if (provider !== undefined && own === undefined) return undefined;
  const environment = readEnvironment(provider);
  const ownInputs = { ...pick(args, form.arguments), own: pick({ ...own }, placing) };
  const note = (known: Values) => {
    const config: ConfigReader = own
      ? (key) => text(known.own as Values, key.replace("gcp:", ""))
      : (key) => pulumi.runtime.getConfig(key);
    const address = serviceAddress(config, environment);
    const project = new Settings(config, environment).text("gcp:project");
    const place = form.place(withoutAbsent(known), { project });
    if (place === undefined || address === undefined) return undefined;
    const claim = { kind: `gce.${kind}`, place, repeatable: form.repeatable, name: JSON.stringify(name), provider };
    return claimOrConflict(stack, `${address}/${place[0]?.at ?? ""}`, claim);
  };
  if (Object.values(ownInputs).every(isPlain)) return note(ownInputs);
  const known = pulumi.output(ownInputs);
  const { isKnown, isSecret } = known as unknown as Readonly<Record<"isKnown" | "isSecret", Promise<boolean>>>;
  return Promise.all([isKnown, isSecret]).then(
    // A secret must not be in a message.
    ([isKnown, isHidden]) =>
      isKnown && !isHidden
        ? new Promise((resolve) => {
            known.apply((values) => {
              resolve(note(values));
            });
          })
        : undefined,
    // The registration of the resource fails with the same error.
    () => undefined,
  );
}

/** The arguments of a provider that say where an object is. */
const placing = ["project", "computeCustomEndpoint", "universeDomain"];

/** True if the resource may be of another object than its arguments say, or may leave the object to others on purpose. */
function mayDiffer({ id, urn, retainOnDelete, ...options }: pulumi.CustomResourceOptions, parent: pulumi.Resource) {
  const { __transformations } = parent as { __transformations?: unknown[] };
  const changes = [options.transformations, options.transforms, __transformations];
  return id !== undefined || urn !== undefined || retainOnDelete === true || changes.some((list) => list?.length);
}

function isPlain(value: unknown): boolean {
  const isText = (one: unknown) => one === undefined || typeof one === "string";
  return isText(value) || (isValues(value) && Object.values(value).every(isText));
}

/** Why the claim cannot be beside those of other providers; it is noted if it can. */
function claimOrConflict(stack: pulumi.Resource, outermost: string, claim: Claim): string | undefined {
  const claims = claimsByStack.get(stack) ?? new Map<string, Claim[]>();
  claimsByStack.set(stack, claims);
  const beside = claims.get(outermost) ?? [];
  for (const other of beside.filter(({ provider }) => provider !== claim.provider)) {
    const conflict = findScopeConflict(claim, other, "of this program, under another provider,");
    if (conflict !== undefined) return conflict.reason;
  }
  claims.set(outermost, [...beside, claim]);
  return undefined;
}
