import { leftOut, officialFields } from "./generic/officialFields";

/** Fields of an operation. Clients never send one; these are what a filter may name. */
export const operationFields = officialFields("Operation", {
  creationTimestamp: { format: "timestamp", outputOnly: true },
  instancesBulkInsertOperationMetadata: { outputOnly: true },
  // In the description, and not in the specification.
  getVersionOperationMetadata: leftOut,
});
