import type * as pulumi from "@pulumi/pulumi";

/** What each of Pulumi's resource options does here, as `provider/docs/resourceOptions.md` says it. */
export const resourceOptions = {
  additionalSecretOutputs: "These outputs are kept encrypted and shown as `[secret]`.",
  aliases: "A resource keeps its object under a new logical name, parent or type; no call is made.",
  customTimeouts: "The deadlines of create, update and delete, also where a transform sets them.",
  deleteBeforeReplace:
    "Decides the order of a replacement. Without it, an object whose name stays the same is deleted first, and otherwise the new one is made first.",
  deletedWith: "The object is not deleted when the other resource is: only forgotten.",
  dependsOn: "Made after the other resource and deleted before it.",
  envVarMappings: "Refused by the engine: it is for providers.",
  hideDiffs: "Changes of these arguments are made, and not shown.",
  hooks: "The program's functions are called before and after each step.",
  id: "`get` reads an object without managing it.",
  ignoreChanges: "Changes of these arguments, in the program or found by a refresh, are left alone.",
  import: "Refused: give the name and `adoptExisting: true`, or use `get`.",
  parent: "The resource belongs to the other one, and takes over its provider.",
  pluginDownloadURL: "Refused: the npm package is the provider.",
  protect: "Deleting and replacing are errors of the preview.",
  provider: "A `gce.Provider`, for settings of its own; one of another package is refused.",
  replaceOnChanges:
    "A change of these arguments, or of members such as `labels.env`, replaces the object. An argument that is only spelt in another way does not.",
  replaceWith: "Replaced when the other resource is. With a name of its own it needs `deleteBeforeReplace: true`.",
  replacementTrigger: "Replaced when the value changes. With a name of its own it needs `deleteBeforeReplace: true`.",
  retainOnDelete: "The object stays when the resource is deleted or replaced.",
  transformations: "Applied. Options that are refused are not looked for in what they give.",
  transforms:
    "Applied, as above. Pulumi's SDK hands a transform `deleteBeforeReplace: false`: return `{ ...opts, deleteBeforeReplace: undefined }`, or an object that keeps its name cannot be replaced.",
  urn: "Reads the outputs of a resource of the same stack; nothing is managed.",
  version: "Refused: set the version of `pulumi-gce` in `package.json`.",
} as const satisfies Record<keyof pulumi.CustomResourceOptions, string>;

export type ResourceOption = keyof typeof resourceOptions;
