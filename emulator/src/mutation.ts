import { textParameter, type Call } from "./endpoint";
import { notReady } from "./errors";
import type { Fault, Warning } from "./faultKinds";
import type { JsonObject } from "./json";
import type { Change, OperationFailure, OperationTerms } from "./operation";

/** A change before the faults of its request are known. */
export interface Mutation extends Omit<Change, "land" | "fail" | "operationType" | "before"> {
  /** Called when the operation is about to start: what can be seen of the change while it runs. */
  begin?(): void;
  /** Makes the change; is given the warnings that a fault puts on the object. */
  land(warnings: readonly Warning[]): OperationFailure | undefined;
  /** Clears up after a change that was not made; is given the fields with which a fault leaves the object all the same. */
  fail?(landsAs: JsonObject | undefined): void;
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
  if (call.repeatOf !== undefined) {
    return call.repeatOf.render();
  }
  const { terms, warnings, landsAs } = readFaults(call.takeFaults("operation", operationType));
  const before = world.store.get(mutation.target);
  mutation.begin?.();
  const operation = world.operations.start(
    { ...mutation, before, operationType, land: () => mutation.land(warnings), fail: () => mutation.fail?.(landsAs) },
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

interface Arrangement {
  readonly terms: Partial<OperationTerms>;
  readonly warnings: readonly Warning[];
  readonly landsAs: JsonObject | undefined;
}

function readFaults(faults: readonly Fault[]): Arrangement {
  let terms: Partial<OperationTerms> = {};
  let landsAs: JsonObject | undefined;
  let warnings: readonly Warning[] = [];
  for (const fault of faults) {
    switch (fault.kind) {
      case "operationError":
        ({ landsAs } = fault);
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
  return { terms, warnings, landsAs };
}
