import type { Operation as ApiOperation } from "../../compute/endpoints/operations";
import type { LinkedObject, LinkScope } from "../../fields/linkScope.js";
import { booleanKind, durationKind, locationKind, projectKind } from "../../fields/scalars";
import { parseDuration } from "../../names/duration";
import type { LinkTarget } from "../../names/links";
import { path } from "../../names/path";
import type { Operation } from "../../types/output";
import { linkedObject, linkRule } from "../call/arguments";
import type { GetDefinition } from "../call/definition";
import { withNumericId } from "../call/listArguments";

interface Arguments extends Pick<LinkScope, "project" | "region"> {
  operation: string;
  timeout?: string | undefined;
  waitInPreview?: boolean | undefined;
}

const operations: LinkTarget = { collection: "operations", scopes: ["region"] };

const minutes = 60_000;

type Members = Operation & { project: string; operation: string };

export const regionOperation: GetDefinition<Arguments, LinkedObject, Members> = {
  name: "waitForRegionOperation",
  rules: {
    operation: linkRule(operations, otherScopeHint),
    region: locationKind("region"),
    project: projectKind,
    timeout: durationKind,
    waitInPreview: booleanKind,
  },
  required: ["operation"],
  aliases: { name: "operation", operationId: "operation" },
  timeoutMs: 20 * minutes,
  ownTimeoutMs: ({ timeout }) => (timeout === undefined ? undefined : parseDuration(timeout)),
  resolve: (args, context) => linkedObject("operation", args.operation, operations, args, context),
  id: operationPath,
  async call({ client, context, log, isPreview, target, checked: { operation, waitInPreview = false } }) {
    const id = operationPath(target);
    const action = `wait for ${id}`;
    // The client is loaded when it is needed, as with the other functions: a program that only declares does without.
    const { tryGetOperation, waitForOperation, assertNotFailed } = await import("../../compute/operation.js");
    let state: ApiOperation | undefined;
    if (isPreview && !waitInPreview) {
      state = await tryGetOperation(client, id, context());
      const { OperationVanishedError } = await import("../../compute/errors/operationError.js");
      if (state === undefined) throw new OperationVanishedError(action, id);
      assertNotFailed(action, id, state);
    } else state = await waitForOperation(client, id, { ...context(), action, mayBeNew: true });
    for (const warning of state.warnings ?? []) log.warn(warning);
    return { ...(withNumericId(state) as Operation), operation, project: target.project };
  },
};

function operationPath({ project, region = "", name }: LinkedObject): string {
  return path`projects/${project}/regions/${region}/operations/${name}`;
}

function otherScopeHint(link: string): string | undefined {
  const scope = /(?:^|\/)(global|zones)\/(?:[^/]+\/)?operations\//.exec(link)?.[1];
  return scope === undefined
    ? undefined
    : `names ${scope === "global" ? "a global operation" : "an operation of a zone"}; this function waits only for operations of a region: projects/PROJECT/regions/REGION/operations/NAME.`;
}
