import type * as pulumi from "@pulumi/pulumi";

/** The effect of each of Pulumi's resource options, as `provider/docs/resourceOptions.md` says it. */
export const resourceOptions = {
  additionalSecretOutputs: "Pulumi encrypts these outputs in the state, and shows them as `[secret]`.",
  aliases:
    "A resource keeps its object under a new logical name, parent or type, without a call. With another name and another `provider` in one run, it needs this.",
  customTimeouts: "The deadlines of create, update and delete, also in a transform.",
  deleteBeforeReplace:
    "The order of a replacement. By default, an object whose name stays the same is deleted first, and otherwise the new one is made first. The classes of group patches, certificate maps and whole IAM policies have `true` by default.",
  deletedWith:
    "If Pulumi deletes the other resource, it forgets this one, and the object stays. Pulumi 3.274 also replaces it with the other: then leave out the name.",
  dependsOn: "Pulumi makes the object after the other resource, and deletes it before.",
  envVarMappings: "The engine refuses it, because it is for providers.",
  hideDiffs: "Pulumi makes changes of these arguments, and does not show them.",
  hooks: "Pulumi calls the functions of the program before and after each step.",
  id: "`get` reads an object without managing it.",
  ignoreChanges: "Pulumi ignores changes of these arguments, in the program or in a refresh.",
  import:
    "The package refuses it. Give the name and `adoptExisting: true`, use `get`, or [`pulumi import`](otherLanguages.md#import-an-object).",
  parent: "The resource belongs to the other one, and takes over its provider.",
  pluginDownloadURL: "The package refuses it, because the npm package is the provider.",
  protect: "Deletes and replacements are errors of the preview.",
  provider:
    "A `gce.Provider` with separate settings. Another one replaces nothing. The package refuses that of another package.",
  replaceOnChanges:
    "A change of these arguments, or of members such as `labels.env`, replaces the object. Another spelling does not.",
  replaceWith:
    "If Pulumi replaces the other resource, it also replaces this one. A fixed name needs `deleteBeforeReplace: true`.",
  replacementTrigger:
    "If the value changes, Pulumi replaces the resource. A fixed name needs `deleteBeforeReplace: true`.",
  retainOnDelete: "The object stays when Pulumi deletes or replaces the resource.",
  transformations: "Pulumi applies them. The package does not look for refused options in their results.",
  transforms:
    "Pulumi applies them, as above. If it passes `deleteBeforeReplace: false`, return `{ ...opts, deleteBeforeReplace: undefined }`, or Pulumi cannot replace an object that keeps its name. Return `true` as it is.",
  urn: "Reads the outputs of a resource of the same stack, and manages nothing.",
  version: "The package refuses it. Set the version of `pulumi-gce` in `package.json`.",
} as const satisfies Record<keyof pulumi.CustomResourceOptions, string>;

export type ResourceOption = keyof typeof resourceOptions;
