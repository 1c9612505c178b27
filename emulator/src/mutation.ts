import { textParameter, type Call } from "./endpoint";
import { notReady } from "./errors";
import type { Fault, Warning } from "./faults";
import type { JsonObject } from "./json";
import type { Change, OperationFailure, OperationTerms } from "./operation";

/** A change before the faults of its request are known. */
export interface Mutation extends Omit<Change, "land" | "operationType"> {
  /** Makes the change; is given the warnings that a fault puts on the object. */
  land(warnings: readonly Warning[]): OperationFailure | undefined;
  /** Known beforehand to end badly, as when a quota is used up. */
  readonly failure?: OperationFailure | undefined;
}

/** Starts the operation of a mutation and answers it. The one place where operations come from. */
export function startOperation(call: Call, mutation: Mutation): JsonObject {
  const { world, endpoint } = call;
  const operationType = endpoint.operationType ?? "update";
  if (world.operations.runningOn(mutation.target) !== undefined) {
    throw notReady(mutation.target);
  }
  const { terms, warnings } = readFaults(call.takeFaults("operation", operationType));
  const operation = world.operations.start(
    { ...mutation, operationType, land: () => mutation.land(warnings) },
    {
      durationMs: world.latency.operationMs(operationType),
      user: call.user,
      requestId: textParameter(call, "requestId"),
      ...(mutation.failure === undefined ? {} : { failure: mutation.failure }),
      ...terms,
    },
  );
  if (call.requestIdKey !== undefined) {
    world.requestIds.remember(call.requestIdKey, operation);
  }
  return operation.render();
}

function readFaults(faults: readonly Fault[]): { terms: Partial<OperationTerms>; warnings: readonly Warning[] } {
  let terms: Partial<OperationTerms> = {};
  let warnings: readonly Warning[] = [];
  for (const fault of faults) {
    switch (fault.kind) {
      case "operationError":
        terms = {
          ...terms,
          failure: {
            errors: fault.errors,
            httpErrorStatusCode: fault.httpErrorStatusCode ?? 400,
            httpErrorMessage: fault.httpErrorMessage ?? "BAD REQUEST",
          },
        };
        break;
      case "operationVanishes":
        terms = { ...terms, vanishes: fault.when };
        break;
      case "operationNotFoundAtFirst":
        terms = { ...terms, notFoundTimes: fault.times };
        break;
      case "operationWarnings":
        terms = { ...terms, warnings: fault.warnings };
        break;
      case "doneAtOnce":
        terms = { ...terms, doneAtOnce: true };
        break;
      case "resourceWarnings":
        ({ warnings } = fault);
        break;
    }
  }
  return { terms, warnings };
}
