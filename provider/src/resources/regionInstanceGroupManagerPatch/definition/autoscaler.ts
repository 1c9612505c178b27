import { getRegionAutoscaler } from "../../../compute/endpoints/regionAutoscalers";
import type { ApiInstanceGroupManager } from "../../../compute/endpoints/regionInstanceGroupManagers";
import { NotFoundError, PermissionDeniedError } from "../../../http/errors/responseError";
import type { Job } from "../../../lifecycle/job";
import { answeredPath, parseLink, type LinkTarget } from "../../../names/links";

/** The autoscaler of a group. */
export interface Autoscaler {
  readonly link: string;
  /** Of its policy: with `OFF` alone it does not decide on the size. `undefined` where that is not known. */
  readonly mode: string | undefined;
  /** Why the mode is not known, as the end of a sentence. */
  readonly unknownBecause?: string;
}

const autoscalers: LinkTarget = { collection: "autoscalers", scopes: ["region"] };

/** The mode of a policy that names none. */
const usualMode = "ON";

/** The autoscaler of a group, with its mode; `undefined` for a group that has none. */
export async function autoscalerOf(job: Job, { status }: ApiInstanceGroupManager): Promise<Autoscaler | undefined> {
  const { autoscaler: link = "" } = status ?? {};
  if (link === "") return undefined;
  const parsed = parseLink(answeredPath(link), autoscalers, {});
  const unknown = (unknownBecause: string): Autoscaler => ({ link, mode: undefined, unknownBecause });
  if ("problem" in parsed) return unknown("its link is not that of a regional autoscaler");
  const [, project = "", , region = "", , name = ""] = parsed.path.split("/");
  try {
    const { autoscalingPolicy } = await getRegionAutoscaler(job.client, { project, region, name }, job.call);
    return { link, mode: autoscalingPolicy?.mode ?? usualMode };
  } catch (error) {
    if (error instanceof PermissionDeniedError) return unknown("the permission compute.autoscalers.get is missing");
    if (error instanceof NotFoundError) return unknown("the service does not find it");
    throw error;
  }
}

/** Whether the autoscaler lets others decide on the size, as far as that is known. */
export function isOff({ mode }: Autoscaler): boolean {
  return mode === "OFF";
}
