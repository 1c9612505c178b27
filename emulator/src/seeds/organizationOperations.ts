import { timestamp } from "../identifiers";
import type { JsonObject } from "../json";
import { fullUrl } from "../links";
import { cycle, Draw, LARGEST_ID } from "./draw";
import { FAILURES, type FailurePlace } from "./failures";
import type { Planting, SeedOptions } from "./options";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const SPACING = 97 * MINUTE;
/** Names tell a time too. It is not that of the request, so that a name is the same whenever it is planted. */
const NAME_TIME = Date.UTC(2026, 0, 1);

/** What one operation is, besides who asked for it and when. */
type Shape = (place: FailurePlace, draw: Draw, index: number) => JsonObject;

const pending: Shape = () => ({ status: "PENDING", progress: 0, operationType: "insert" });

const running: Shape = (_place, draw) => ({
  status: "RUNNING",
  progress: draw.between(1, 99),
  operationType: "patch",
  statusMessage: "Waiting for the change to reach every region.",
});

const done: Shape = (_place, draw) => ({
  operationType: draw.oneOf(["insert", "patch", "addRule", "removeRule", "addAssociation", "move", "cloneRules"]),
});

const warned: Shape = ({ project }) => ({
  operationType: "delete",
  warnings: [
    {
      code: "DEPRECATED_RESOURCE_USED",
      message: "The resource is deprecated; a suggested replacement is given.",
      data: [
        { key: "resource_name", value: `projects/${project}/global/images/web-2019` },
        { key: "replacement_suggestion", value: `projects/${project}/global/images/web-2024` },
      ],
    },
  ],
});

const failed: Shape = (place, _draw, index) => {
  const { errors, ...http } = cycle(FAILURES, index)(place);
  return { operationType: "insert", error: { errors }, ...http };
};

/** Metadata that reaches one place after the other, and not all of them. */
const commonMetadata: Shape = ({ region }, draw) => ({
  operationType: "setCommonInstanceMetadata",
  description: "Set the metadata of all instances.",
  setCommonInstanceMetadataOperationMetadata: {
    clientOperationId: `set-metadata-${draw.hex(8)}`,
    perLocationOperations: {
      [`zones/${region}-a`]: { state: "PROPAGATED" },
      [`zones/${region}-b`]: { state: "DONE" },
      [`zones/${region}-d`]: {
        state: "FAILED",
        error: {
          code: 8,
          message: "The metadata server has no room for the values.",
          details: [
            {
              "@type": "type.googleapis.com/google.rpc.ErrorInfo",
              reason: "METADATA_TOO_LARGE",
              domain: "compute.googleapis.com",
              metadata: { limitBytes: "524288" },
            },
          ],
        },
      },
      [`zones/${region}-f`]: { state: "ABANDONED", error: { code: 1, message: "Given up for a later change." } },
    },
  },
});

const spreadingMetadata: Shape = ({ region }, draw) => ({
  status: "RUNNING",
  progress: 50,
  operationType: "setCommonInstanceMetadata",
  setCommonInstanceMetadataOperationMetadata: {
    clientOperationId: `set-metadata-${draw.hex(8)}`,
    perLocationOperations: {
      [`zones/${region}-a`]: { state: "PROPAGATED" },
      [`zones/${region}-b`]: { state: "PROPAGATING" },
    },
  },
});

const bulkInsert: Shape = ({ region, zone }, draw) => {
  const [target, failures] = [draw.between(8, 40), draw.between(1, 4)];
  const created = target - failures;
  return {
    operationType: "bulkInsert",
    operationGroupId: [8, 4, 4, 4, 12].map((digits) => draw.hex(digits)).join("-"),
    instancesBulkInsertOperationMetadata: {
      perLocationStatus: {
        [`zones/${zone}`]: { status: "DONE", targetVmCount: target, createdVmCount: target },
        [`zones/${region}-b`]: {
          status: "ROLLING_BACK",
          targetVmCount: target,
          createdVmCount: created,
          failedToCreateVmCount: failures,
          deletedVmCount: draw.below(created),
        },
      },
    },
  };
};

const startingInstances: Shape = ({ zone }, draw) => ({
  status: "RUNNING",
  progress: 25,
  operationType: "bulkInsert",
  instancesBulkInsertOperationMetadata: {
    perLocationStatus: { [`zones/${zone}`]: { status: "CREATING", targetVmCount: 20, createdVmCount: draw.below(20) } },
  },
});

/** Only the newest few are still going on. */
const UNFINISHED: readonly Shape[] = [running, pending, spreadingMetadata, startingInstances];
const FINISHED: readonly [Shape, ...Shape[]] = [failed, done, warned, failed, commonMetadata, done, bulkInsert, failed];

/** As many operations of the organization as are asked for, the newest first, 97 minutes apart. */
export function* seedOrganizationOperations(options: Required<SeedOptions>, now: number): Generator<Planting> {
  const { project, region, parentId, seed, organizationOperations } = options;
  const place = { project, region, zone: `${region}-a` };
  for (let index = 0; index < organizationOperations; index += 1) {
    const draw = new Draw(seed, "organizationOperations", index);
    const requestedAt = now - MINUTE - index * SPACING;
    const shape = (UNFINISHED[index] ?? cycle(FINISHED, index))(place, draw, index);
    const policy = draw.id();
    yield {
      name: `operation-${String(NAME_TIME - index * SPACING)}-${draw.hex(13)}-${draw.hex(8)}-${draw.hex(8)}`,
      fields: {
        parentId,
        id: index === 0 ? LARGEST_ID : draw.id(),
        targetLink: fullUrl(`locations/global/firewallPolicies/${policy}`),
        targetId: index === 0 ? LARGEST_ID : policy,
        user: draw.oneOf(["ada@example.com", "grace@example.com", `deploy@${project}.iam.gserviceaccount.com`]),
        ...(draw.chance(0.5) ? { clientOperationId: uuid(draw) } : {}),
        ...shape,
        ...times(requestedAt, draw, shape.status),
      },
    };
  }
}

/** An operation that is PENDING has not started, and one that is RUNNING has not ended. */
function times(requestedAt: number, draw: Draw, status: unknown): JsonObject {
  const startedAt = requestedAt + draw.between(50, 900);
  return {
    insertTime: timestamp(requestedAt),
    ...(status === "PENDING" ? {} : { startTime: timestamp(startedAt) }),
    ...(status === undefined ? { endTime: timestamp(startedAt + draw.between(SECOND, 40 * SECOND)) } : {}),
  };
}

function uuid(draw: Draw): string {
  return `${draw.hex(8)}-${draw.hex(4)}-4${draw.hex(3)}-8${draw.hex(3)}-${draw.hex(12)}`;
}
