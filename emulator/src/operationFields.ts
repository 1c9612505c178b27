import { output, warningField, type Field, type Fields, type MapField } from "./schema";

const plain = { type: "string" } as const;
const count = { type: "integer" } as const;
const textMap: MapField = { type: "map", values: plain };
const text = output(plain);
const time = output({ type: "string", format: "timestamp" });

/** What is told of one error: one of the four members. */
const errorDetailFields: Fields = {
  errorInfo: { type: "object", fields: { reason: plain, domain: plain, metadatas: textMap } },
  quotaInfo: {
    type: "object",
    fields: {
      metricName: plain,
      limitName: plain,
      dimensions: textMap,
      limit: { type: "number" },
      futureLimit: { type: "number" },
      rolloutStatus: { type: "string", values: ["IN_PROGRESS", "ROLLOUT_STATUS_UNSPECIFIED"] },
    },
  },
  help: {
    type: "object",
    fields: { links: { type: "list", items: { type: "object", fields: { description: plain, url: plain } } } },
  },
  localizedMessage: { type: "object", fields: { locale: plain, message: plain } },
};

/** The errors of an operation, and of the last attempt at an instance of a group. */
export const errorsField: Field = {
  type: "object",
  fields: {
    errors: {
      type: "list",
      items: {
        type: "object",
        fields: {
          code: plain,
          location: plain,
          message: plain,
          errorDetails: { type: "list", items: { type: "object", fields: errorDetailFields } },
        },
      },
    },
  },
};

const perLocationOperation: Field = {
  type: "object",
  fields: {
    state: plain,
    error: {
      type: "object",
      fields: { code: count, message: plain, details: { type: "list", items: { type: "any" } } },
    },
  },
};

const perLocationStatus: Field = {
  type: "object",
  fields: {
    status: plain,
    targetVmCount: count,
    createdVmCount: count,
    failedToCreateVmCount: count,
    deletedVmCount: count,
  },
};

/** Fields of an operation. Clients never send one; these are what a filter may name. */
export const operationFields: Fields = {
  kind: text,
  id: output({ type: "int64" }),
  creationTimestamp: time,
  name: text,
  zone: text,
  region: text,
  clientOperationId: text,
  operationType: text,
  targetLink: text,
  targetId: output({ type: "int64" }),
  status: text,
  statusMessage: text,
  user: text,
  progress: output(count),
  insertTime: time,
  startTime: time,
  endTime: time,
  error: output(errorsField),
  warnings: output({ type: "list", items: warningField }),
  httpErrorStatusCode: output(count),
  httpErrorMessage: text,
  selfLink: text,
  description: text,
  operationGroupId: text,
  setCommonInstanceMetadataOperationMetadata: output({
    type: "object",
    fields: { clientOperationId: plain, perLocationOperations: { type: "map", values: perLocationOperation } },
  }),
  instancesBulkInsertOperationMetadata: output({
    type: "object",
    fields: { perLocationStatus: { type: "map", values: perLocationStatus } },
  }),
};
