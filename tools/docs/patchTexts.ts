import { permissionTo } from "../../provider/src/compute/objects";
import type { ResourceDefinition } from "../../provider/src/lifecycle/schema/definition";
import { capitalize } from "./declarations";
import type { SourceComment } from "./definitionSource";
import { joinParts } from "./page";

/** The definition of a kind that sets parts of an object of somebody else's. */
export interface PatchDefinition extends ResourceDefinition {
  readonly patches: NonNullable<ResourceDefinition["patches"]>;
  readonly partial: NonNullable<ResourceDefinition["partial"]>;
}

/** True if a definition is one of those. */
export function isPatch(definition: ResourceDefinition): definition is PatchDefinition {
  return definition.patches !== undefined && definition.partial !== undefined;
}

/** The argument that names the object. */
export function objectArgument({ identity }: PatchDefinition): string {
  return identity.members.at(-1) ?? "";
}

/** The doc comment of a class without its examples: the definition's own, and all that follows from the definition. */
export function classText(definition: PatchDefinition, { text, tags }: SourceComment): string {
  const { patches, kind, identity, timeoutMs } = definition;
  const { noun } = patches;
  const { deadline = "", source } = tags;
  if (source === undefined) throw new Error(`${kind}: the doc comment of the definition has no @source.`);
  const argument = objectArgument(definition);
  const places = identity.members.map((name) => [name, name === argument ? "NAME" : name.toUpperCase()]);
  const [parts, same, page] = hasItems(definition)
    ? ["fields or items", "the same", pageText(noun)]
    : ["members", "the same member", ""];
  return joinParts(
    text,
    "As an output, each field has only what the program manages, with URLs for links.",
    `If you remove a field from the program, it returns to the value that it had before this resource first changed it. If somebody else has changed the field since, the resource leaves it alone and shows a warning. Destroy leaves the ${noun} as it is, unless \`deletionPolicy\` is \`RESTORE\`.`,
    `Several patches can manage one ${noun} if they manage different ${parts}. If two patches of one program and one provider manage ${same}, the preview shows an error. Patches of different programs that manage ${same} overwrite each other in every run. ${page}`,
    `Id: the path of the ${noun}, \`${definition.path(Object.fromEntries(places) as Record<string, string>)}\`. Nothing can look it up by that id, because only the program knows which fields it manages.`,
    `Default deadline of each step: ${String(timeoutMs / 60_000)} minutes (custom timeouts set another). ${deadline}`,
    `Permissions: ${permissionsText(definition, tags.permissions)} Scope: \`compute\` or \`cloud-platform\`.`,
    `Source: ${source}`,
  );
}

/** True if a list of the object is managed item by item. */
function hasItems({ partial }: PatchDefinition): boolean {
  return Object.values(partial.members).some(({ byKey }) => byKey !== undefined);
}

function pageText(noun: string): string {
  return `\`patches.md\` has the details, and what the owner of ${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun} writes to leave a patch alone.`;
}

function permissionsText(
  { patches: { collection } }: PatchDefinition,
  others = "the right to use what its links name.",
): string {
  const operations = { name: `${collection.scope}Operations`, scope: collection.scope };
  const all = [
    permissionTo("get", collection),
    permissionTo("update", collection),
    permissionTo("get", operations),
    permissionTo("list", operations),
  ];
  return `${all.map((name) => `\`${name}\``).join(", ")}, and ${others}`;
}

/** The text of the interface of the arguments. */
export function argumentsText({ patches: { noun } }: PatchDefinition): string {
  return `The ${noun}, and the fields that the resource manages: at least one. Every link takes a name, a path, a full URL, or another resource's \`id\` or \`selfLink\`.`;
}

/** The text of an argument that each such kind has; `undefined` for one of the kind's own. */
export function argumentText(name: string, definition: PatchDefinition, { tags }: SourceComment): string | undefined {
  const { noun } = definition.patches;
  const place = (what: string) =>
    `${capitalize(what)} of the ${noun}. Default: the ${what} that the link names, or else \`gcp:${what}\`. A change replaces.`;
  const added = hasItems(definition) ? ", and takes out the items that this resource has added" : "";
  const { restore = "" } = tags;
  const texts: Readonly<Record<string, string>> = {
    project: place("project"),
    region: place("region"),
    zone: place("zone"),
    [objectArgument(definition)]: `The ${noun}, which must exist. A change replaces.`,
    deletionPolicy: `The effect of a delete on the settings: \`RETAIN\` keeps them. \`RESTORE\` restores the earlier values${added}, except ${added === "" ? "those that" : "what"} somebody else has changed since. ${restore} \`PREVENT\` makes the delete an error. Default: \`gcp:deletionPolicy\` (\`ABANDON\` means \`RETAIN\`), or \`RETAIN\`. A change makes no call.`,
    previous:
      "The earlier values, in the shape of the arguments above. Give it when a warning says that they are not known, or that the value of the program counts as the earlier one: a run was killed between its change and the writing of the state, or another resource managed the field. It replaces what is recorded: `previousValues` shows what holds.",
  };
  return texts[name];
}

/** The text of an output that each such kind has, the same way. */
export function outputText(name: string, definition: PatchDefinition, { tags }: SourceComment): string | undefined {
  const { noun } = definition.patches;
  const argument = objectArgument(definition);
  const { shorthand } = definition.partial;
  const hasKeys = hasItems(definition);
  const example = tags.member === undefined ? "" : `, such as \`${tags.member}\``;
  const alsoHas =
    shorthand === undefined ? "" : `Has \`${shorthand.standsFor}\` also if the program gives \`${shorthand.name}\`.`;
  const texts: Readonly<Record<string, string>> = {
    project: `Project of the ${noun}.`,
    region: `Region of the ${noun}.`,
    zone: `Zone of the ${noun}.`,
    [argument]: `The ${noun}.`,
    managedFields: `Every member that the resource manages${example}${hasKeys ? "; that of an item has the key of the item in it" : ""}. The preview knows it. The resource itself needs it, to find the members that leave the program.`,
    previousValues: `The values of the managed fields before this resource first changed them, recorded once. A field ${hasKeys ? "or an item " : ""}is absent if it was absent, or if nobody knows its earlier value: a warning names it, and no restore changes it. ${alsoHas} The resource itself needs it, to restore a field that leaves the program, and at a destroy with \`RESTORE\`. A secret.`,
    fingerprint: `Fingerprint of the ${noun} after the last step. Each change reads a fresh one.`,
    kind: `Always \`compute#${argument}\`.`,
    numericId: `The service's own number for the ${noun} (the API's \`id\`), as a string, because it does not fit a number.`,
    creationTimestamp: `When the service created the ${noun}, in RFC 3339.`,
    selfLink: `URL of the ${noun}. The preview knows it.`,
  };
  return texts[name];
}
