import { defineCollection, type CollectionDefinition } from "../collection";
import { NAME_PATTERN } from "../identifiers";
import { commonOutputFields, output } from "../schema";

/** Templates are put from outside, for groups that name one by its number: no method is served. */
const common: Omit<CollectionDefinition, "path"> = {
  kind: "compute#instanceTemplate",
  listKind: "compute#instanceTemplateList",
  fields: {
    ...commonOutputFields,
    name: { type: "string", required: true, pattern: NAME_PATTERN },
    description: { type: "string" },
    region: output({ type: "string" }),
    sourceInstance: { type: "string" },
    sourceInstanceParams: { type: "any" },
    properties: { type: "any" },
  },
};

export const instanceTemplates = defineCollection({
  path: "projects/{project}/global/instanceTemplates/{instanceTemplate}",
  ...common,
});
export const regionInstanceTemplates = defineCollection({
  path: "projects/{project}/regions/{region}/instanceTemplates/{instanceTemplate}",
  ...common,
});
