import type { OperationErrorItem } from "../faults";
import type { OperationFailure } from "../operation";

/** Where something failed, for messages and details. */
export interface FailurePlace {
  readonly project: string;
  readonly region: string;
  readonly zone: string;
}

type Failure = (place: FailurePlace) => OperationFailure;

/** A limit that is reached: the code QUOTA_EXCEEDED comes with the quota. */
function quotaExceeded({ region }: FailurePlace): OperationFailure {
  return failure(403, "FORBIDDEN", {
    code: "QUOTA_EXCEEDED",
    message: `Quota 'CPUS' exceeded. Limit: 72.0 in region ${region}.`,
    errorDetails: [
      {
        quotaInfo: {
          metricName: "compute.googleapis.com/cpus",
          limitName: "CPUS-per-project-region",
          dimensions: { region },
          limit: 72,
          futureLimit: 96,
          rolloutStatus: "IN_PROGRESS",
        },
      },
      {
        help: {
          links: [
            { description: "The limits of a project", url: "https://cloud.google.com/compute/resource-usage" },
            { description: "Ask for more", url: "https://cloud.google.com/docs/quotas/view-manage" },
          ],
        },
      },
      { localizedMessage: { locale: "en-US", message: `The limit for CPUs in ${region} is reached.` } },
    ],
  });
}

function noCapacity({ project, zone }: FailurePlace): OperationFailure {
  return failure(503, "SERVICE UNAVAILABLE", {
    code: "ZONE_RESOURCE_POOL_EXHAUSTED_WITH_DETAILS",
    location: "resource.machineType",
    message: `The zone 'projects/${project}/zones/${zone}' does not have enough resources available.`,
    errorDetails: [
      {
        errorInfo: {
          reason: "STOCKOUT",
          domain: "compute.googleapis.com",
          metadatas: { vmType: "n2-standard-8", zone, attachmentCount: "1", retryAfterSeconds: "600" },
        },
      },
      {
        help: {
          links: [{ description: "Resource errors", url: "https://cloud.google.com/compute/docs/resource-error" }],
        },
      },
      { localizedMessage: { locale: "de-CH", message: `In der Zone ${zone} fehlt es an Kapazität.` } },
    ],
  });
}

function notFound({ project }: FailurePlace): OperationFailure {
  return failure(404, "NOT FOUND", {
    code: "RESOURCE_NOT_FOUND",
    location: "resource.disks[0].initializeParams.sourceImage",
    message: `The resource 'projects/${project}/global/images/web-2024' was not found`,
  });
}

function inUse({ project, zone }: FailurePlace): OperationFailure {
  return failure(400, "BAD REQUEST", {
    code: "RESOURCE_IN_USE_BY_ANOTHER_RESOURCE",
    location: "resource.networkInterfaces[0].networkIP",
    message: `The address is in use by 'projects/${project}/zones/${zone}/instances/legacy-1'.`,
  });
}

/** Two errors at once, and a quota whose rollout is not known. */
function several(place: FailurePlace): OperationFailure {
  const quota = failure(403, "FORBIDDEN", {
    code: "QUOTA_EXCEEDED",
    message: "Quota 'SSD_TOTAL_GB' exceeded. Limit: 500.0 globally.",
    errorDetails: [
      {
        quotaInfo: {
          metricName: "compute.googleapis.com/ssd_total_storage",
          limitName: "SSD-TOTAL-GB-per-project",
          dimensions: { global: "global" },
          limit: 500,
          rolloutStatus: "ROLLOUT_STATUS_UNSPECIFIED",
        },
      },
    ],
  });
  return { ...quota, errors: [...quota.errors, ...inUse(place).errors] };
}

/** Ways to fail: between them they have every kind of detail. */
export const FAILURES: readonly [Failure, ...Failure[]] = [quotaExceeded, noCapacity, notFound, several, inUse];

function failure(status: number, text: string, item: OperationErrorItem): OperationFailure {
  return { errors: [item], httpErrorStatusCode: status, httpErrorMessage: text };
}
