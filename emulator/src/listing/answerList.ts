import { listParameters, type Call } from "../endpoint";
import type { JsonObject, WrittenJson } from "../json";
import { applyPartialFailure, type PartialFailure } from "./envelope";
import type { ListParameters, ListSource, Page } from "./list";

/** The answer to a list: one page of the source in its envelope, or what a fault that is arranged leaves of it. */
export function answerList(
  call: Call,
  source: ListSource,
  render: (page: Page, failure: PartialFailure | undefined) => JsonObject,
  parameters: ListParameters = listParameters(call),
): JsonObject | WrittenJson {
  const { snapshots, writtenPages } = call.world;
  const page = snapshots.page(source, parameters);
  const failure = call.takeFault("list");
  if (failure?.kind !== "partialFailure") {
    return writtenPages.body(page, () => render(page, undefined));
  }
  return render(applyPartialFailure(page, failure, parameters.returnPartialSuccess === true), failure);
}
