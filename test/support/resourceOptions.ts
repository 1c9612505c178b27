import type * as pulumi from "@pulumi/pulumi";

/** The effect of each of Pulumi's resource options, as `provider/docs/resourceOptions.md` says it. */
export const resourceOptions = {
  additionalSecretOutputs: "Pulumi encrypts these outputs in the state, and shows them as `[secret]`.",
  aliases:
    "A resource keeps its object under a new logical name, parent or type. It makes no call. A resource that gets another name and another `provider` in one run needs it.",
  customTimeouts: "Sets the deadlines of create, update and delete, also in a transform.",
  deleteBeforeReplace:
    "Sets the order of a replacement. Without it, the step deletes an object whose name stays the same first, and otherwise makes the new object first. The classes of group patches, certificate maps and whole IAM policies have `true`, if the program does not say `false`.",
  deletedWith:
    "If Pulumi deletes the other resource, it forgets this one, and the object stays. Pulumi 3.274 also replaces this one if it replaces the other: then leave out the name.",
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
    "Takes a `gce.Provider` with separate settings. Another one replaces nothing. The package refuses a provider of another package.",
  replaceOnChanges:
    "A change of these arguments, or of members such as `labels.env`, replaces the object. An argument that only has another spelling does not.",
  replaceWith:
    "If Pulumi replaces the other resource, it also replaces this one. A resource with a fixed name needs `deleteBeforeReplace: true`.",
  replacementTrigger:
    "If the value changes, Pulumi replaces the resource. A resource with a fixed name needs `deleteBeforeReplace: true`.",
  retainOnDelete: "The object stays when Pulumi deletes or replaces the resource.",
  transformations: "Pulumi applies them. The package does not look for refused options in their results.",
  transforms:
    "Pulumi applies them, as above. Pulumi's SDK passes `deleteBeforeReplace: false` to a transform. Return `{ ...opts, deleteBeforeReplace: undefined }`, or Pulumi cannot replace an object that keeps its name. Where it passes `true`, return that.",
  urn: "Reads the outputs of a resource of the same stack, and manages nothing.",
  version: "The package refuses it. Set the version of `pulumi-gce` in `package.json`.",
} as const satisfies Record<keyof pulumi.CustomResourceOptions, string>;

export type ResourceOption = keyof typeof resourceOptions;
