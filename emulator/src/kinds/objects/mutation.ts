import { textParameter, type Call } from "../endpoint";
import { notReady } from "../../basics/errors";
import type { Fault, FaultKind } from "../../world/settings/faultKinds";
import type { JsonObject } from "../../basics/json";
import type { Change, OperationFailure, Warning } from "../../world/operation";

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
  if (world.operations.findRunning(mutation.target) !== undefined) throw notReady(mutation.target);
  if (call.repeated !== undefined) return call.repeated.render();
  const { failure, landsAs, objectWarnings, terms } = readFaults(call.takeFaults("operation", operationType));
  const before = world.store.get(mutation.target);
  mutation.begin?.();
  const operation = world.operations.start(
    {
      ...mutation,
      before,
      operationType,
      land: () => mutation.land(objectWarnings),
      fail: () => mutation.fail?.(landsAs),
    },
    {
      durationMs: world.latency.operationMs(operationType),
      user: call.user,
      requestId: textParameter(call, "requestId"),
      sequence: call.sequence,
      failure: failure ?? mutation.failure,
      ...terms,
    },
  );
  if (call.requestIdKey !== undefined) world.requestIds.remember(call.requestIdKey, operation);
  return operation.render();
}

/** The effect of a request's faults on its operation. Of several of one kind the last one counts. */
function readFaults(faults: readonly Fault[]) {
  const last = <Kind extends FaultKind>(kind: Kind) =>
    faults.findLast((fault): fault is Extract<Fault, { kind: Kind }> => fault.kind === kind);
  const error = last("operationError");
  const failure: OperationFailure | undefined = error && {
    errors: error.errors,
    httpErrorStatusCode: error.httpErrorStatusCode ?? 400,
    httpErrorMessage: error.httpErrorMessage ?? "BAD REQUEST",
  };
  return {
    failure,
    landsAs: error?.landsAs,
    objectWarnings: last("resourceWarnings")?.warnings ?? [],
    terms: {
      vanishes: last("operationVanishes")?.when,
      notFoundTimes: last("operationNotFoundAtFirst")?.times ?? 0,
      warnings: last("operationWarnings")?.warnings,
      doneAtOnce: last("doneAtOnce") !== undefined,
    },
  };
}
