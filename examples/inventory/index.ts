import * as pulumi from "@pulumi/pulumi";
import * as gce from "pulumi-gce";

/*
 * Three questions that people ask, as tables on the terminal. Nothing is made: `pulumi preview` answers them as well.
 */
const config = new pulumi.Config();

const day = 24 * 60 * 60 * 1000;
const weekAgo = new Date(Date.now() - 7 * day).toISOString();

/** The last part of a URL: the name of what it is about. */
const nameOf = (url = "") => url.slice(url.lastIndexOf("/") + 1);

// Where can a bundle of links end? The service picks the locations; what is held in memory is one page of them.
async function locationsWithLacp() {
  const rows: string[][] = [];
  const filter = '(status = "AVAILABLE") (lacp = "LACP_SUPPORTED")';
  for await (const location of gce.iterateInterconnectRemoteLocations({ filter, orderBy: "name" })) {
    const { city = "", remoteService = "", constraints, maxLagSize100Gbps = 0, maxLagSize10Gbps = 0 } = location;
    const vlan = constraints?.portPairVlan === "PORT_PAIR_MATCHING_VLAN" ? "same VLAN" : "any VLAN";
    rows.push([location.name, city, remoteService, `${maxLagSize100Gbps} × 100G, ${maxLagSize10Gbps} × 10G`, vlan]);
  }
  return table("Remote locations that accept LACP", ["location", "city", "service", "bundles", "pairs of ports"], rows);
}

// Which instances need somebody's attention, and why?
async function unhealthyInstances() {
  const { managedInstances } = await gce.getManagedInstances({ instanceGroupManager: config.require("group") });
  const rows = managedInstances.flatMap((instance) => {
    const {
      name = "",
      currentAction = "NONE",
      instanceStatus = "not there",
      instanceHealth = [],
      lastAttempt,
    } = instance;
    const health = instanceHealth.filter(({ detailedHealthState }) => detailedHealthState !== "HEALTHY");
    const errors = lastAttempt?.errors?.errors ?? [];
    const reasons = [
      ...health.map(({ detailedHealthState, healthCheck }) => `${nameOf(healthCheck)}: ${detailedHealthState}`),
      ...errors.map(({ code, message }) => `${code}: ${message}`),
    ];
    return reasons.length === 0 ? [] : [[name, instanceStatus, currentAction, reasons.join("; ")]];
  });
  return table("Instances that are not healthy", ["instance", "status", "action", "because"], rows);
}

// What failed this week, and which quota was in the way?
async function failedOperations() {
  const { operations } = await gce.getOrganizationOperations({
    parentId: config.require("organization"),
    filter: `(status = "DONE") (insertTime >= "${weekAgo}")`,
    orderBy: "creationTimestamp desc",
  });
  const rows = operations.flatMap(({ insertTime = "", operationType = "", user = "", error }) =>
    (error?.errors ?? []).map(({ code = "", errorDetails = [] }) => {
      const quota = errorDetails.find(({ quotaInfo }) => quotaInfo)?.quotaInfo;
      return [insertTime, operationType, user, code, quota ? `${quota.limitName}: ${quota.limit}` : "–"];
    }),
  );
  return table("Operations of the last seven days that failed", ["requested", "type", "by", "error", "quota"], rows);
}

// One after the other would take three times as long.
export const counts = Promise.all([locationsWithLacp(), unhealthyInstances(), failedOperations()]).then((tables) => {
  for (const { text } of tables) void pulumi.log.info(text);
  const [locations, instances, operations] = tables.map(({ rows }) => rows);
  return { locations, instances, operations };
});

/** Rows below a heading, each column as wide as it has to be. */
function table(title: string, heading: readonly string[], rows: readonly (readonly string[])[]) {
  const widths = heading.map((cell, column) => Math.max(cell.length, ...rows.map((row) => (row[column] ?? "").length)));
  const line = (cells: readonly string[]) =>
    `  ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")}`.trimEnd();
  const rule = line(widths.map((width) => "─".repeat(width)));
  const body = rows.length === 0 ? ["  none"] : [line(heading), rule, ...rows.map(line)];
  return { text: [`${title}: ${String(rows.length)}`, ...body].join("\n"), rows: rows.length };
}
