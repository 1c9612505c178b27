import { listParameters, listQuery, type Call } from "../endpoint";
import { ApiError } from "../../basics/errors";
import type { Fault } from "../../world/settings/faultKinds";
import { toText, type JsonObject } from "../../basics/json";
import { fullUrl } from "../../basics/links";
import type { ListParameters, ListSource, Page } from "../../world/listing/list";

/** How the pages of one collection are wrapped. */
export interface ListEnvelope {
  /** Such as `compute#routeList`. */
  readonly kind: string;
  /** True if the envelope has `unreachables`. */
  readonly hasUnreachables?: boolean;
  /** The `etag` of the whole list, where the envelope has one. */
  readonly etag?: string;
}

/** The answer to a list: one page of the source, or what a fault that is arranged leaves of it. */
export function answerList(
  call: Call,
  source: ListSource,
  render: (page: Page, failure: PartialFailure | undefined) => JsonObject,
  parameters: ListParameters = listParameters(call),
): JsonObject {
  const choice = Object.entries(call.query).filter(([name]) => !Object.hasOwn(listQuery, name));
  const { snapshots, store } = call.world;
  const page = snapshots.page(`${call.path} ${JSON.stringify(choice)}`, store.changeCount, source, parameters);
  const [failure] = call.takeFaults("list");
  return failure?.kind === "partialFailure"
    ? render(applyPartialFailure(page, failure, parameters.returnPartialSuccess === true), failure)
    : render(page, undefined);
}

/** The same in the envelope of most lists. */
export function answerPage(call: Call, envelope: ListEnvelope, source: ListSource): JsonObject {
  return answerList(call, source, (page, failure) => renderPage(call.path, envelope, page, failure));
}

/** The fault that a list cannot reach some places. */
export type PartialFailure = Extract<Fault, { kind: "partialFailure" }>;

/** Leaves out what a partial failure hides, or fails as a whole when the caller has not asked for a part. */
function applyPartialFailure(page: Page, failure: PartialFailure, accepts: boolean): Page {
  if (!accepts)
    throw new ApiError(503, "backendError", `These places could not be reached: ${failure.unreachables.join(", ")}.`);
  return { ...page, items: page.items.filter(({ name }) => failure.omit?.includes(toText(name)) !== true) };
}

/** The body of a list's answer. */
export function renderPage(
  path: string,
  envelope: ListEnvelope,
  { items, nextPageToken }: Page,
  failure: PartialFailure | undefined,
): JsonObject {
  const warning = chooseWarning(path, items.length === 0, failure);
  return {
    kind: envelope.kind,
    id: path,
    ...(envelope.etag === undefined ? {} : { etag: envelope.etag }),
    ...(items.length === 0 ? {} : { items }),
    ...(nextPageToken === undefined ? {} : { nextPageToken }),
    selfLink: fullUrl(path),
    ...(failure === undefined || envelope.hasUnreachables !== true ? {} : { unreachables: failure.unreachables }),
    ...(warning === undefined ? {} : { warning }),
  };
}

function chooseWarning(path: string, isEmpty: boolean, failure: PartialFailure | undefined): JsonObject | undefined {
  if (failure !== undefined) return unreachable(failure.unreachables);
  // `global`, `zones/z`: a project does not stand before its places, and `locations` is part of the place's name.
  return isEmpty ? noResults(path.replace(/^projects\/[^/]+\//, "").replace(/\/[^/]+$/, "")) : undefined;
}

/** The warning of a list that could not reach some places. */
export function unreachable(places: readonly string[]): JsonObject {
  return {
    code: "UNREACHABLE",
    message: "Some places could not be reached; the list is not complete.",
    data: places.map((value) => ({ key: "scope", value })),
  };
}

/** The warning of a page without anything of a scope. */
export function noResults(scope: string): JsonObject {
  return {
    code: "NO_RESULTS_ON_PAGE",
    message: `There are no results for scope '${scope}' on this page.`,
    data: [{ key: "scope", value: scope }],
  };
}
