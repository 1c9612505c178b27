import { notFound, ok, type Answer } from "./answers";
import { numbered, toScope } from "./owned";
import { project } from "./names";
import type { Data } from "./objects";
import { groupPath, policyPath } from "./parts";
import type { Operation } from "./operations";
import type { Request, Service } from "./service";

const amounts = {
  "3 items": 3,
  "no item": 0,
  "one item": 1,
  "499 items": 499,
  "500 items": 500,
  "501 items": 501,
  "1203 items": 1203,
};
const pageSizes = { "as large as they may be": 500, "of 100 items": 100, "of 7 items": 7 };
const states = ["NONE", "CREATING", "DELETING"] as const;

/** Lists, as the functions read them, and what was asked of them. */
export class ServedLists {
  /** All that is there, in the order of the service. */
  readonly items: readonly Data[];
  /** Different pages that were asked for. */
  readonly pages = new Set<string>();
  private readonly pageSize: number;

  constructor(private readonly service: Service) {
    const { tape } = service;
    const amount = tape.pick("the list has", amounts);
    this.pageSize = tape.pick("pages are", pageSizes);
    this.items = Array.from({ length: amount }, (_, index) => {
      const path = `projects/${project}/zones/us-central1-a/instances/i${String(index).padStart(4, "0")}`;
      const { name, id, selfLink } = numbered(service, path, {});
      return { name, id, instance: selfLink, currentAction: states[index % states.length] };
    });
    for (const path of [
      "projects/*/global/(networkProfiles|interconnectRemoteLocations)",
      "locations/global/operations",
    ])
      service.on("GET", path, (request) => this.page(request, "items"));
    service.on("POST", "projects/.+/instanceGroupManagers/web/listManagedInstances", (request) =>
      this.page(request, "managedInstances"),
    );
  }

  /** The items that a call with these arguments has to return. */
  wanted({ filter, maxItems, orderBy }: Data): readonly Data[] {
    const ordered = orderBy === undefined ? this.items : [...this.items].reverse();
    return ordered.filter(matches(String(filter ?? ""))).slice(0, (maxItems as number | undefined) ?? Infinity);
  }

  private page({ query }: Request, member: string): Answer {
    const token = query.get("pageToken") ?? "at 0";
    this.pages.add(token);
    const [, from = "0", again = ""] = /^at (\d+)( again)?$/.exec(token) ?? [];
    if (again === "" && this.service.meets(`the page at ${from}`, ["emptyPage"]) !== undefined)
      return ok({ nextPageToken: `at ${from} again` });
    const asked = Number(query.get("maxResults") ?? 0);
    const end = Number(from) + Math.min(this.pageSize, asked === 0 ? 500 : asked);
    const all = this.wanted({ filter: query.get("filter"), orderBy: query.get("orderBy") ?? undefined });
    const items = all.slice(Number(from), end);
    return ok({
      ...(items.length > 0 ? { [member]: items } : {}),
      ...(end < all.length ? { nextPageToken: `at ${String(end)}` } : {}),
    });
  }
}

const matches = (filter: string) => {
  const [, member = "", value] = /^(\w+) = "(\w+)"$/.exec(filter) ?? [];
  return (item: Data) => value === undefined || item[member] === value;
};

export const rule: Data = { priority: 1000, action: "mirror", ruleName: "mirrored", direction: "INGRESS" };

export function serveRule(service: Service): void {
  service.on("GET", "projects/*/global/firewallPolicies/a/getPacketMirroringRule", ({ query }) =>
    query.get("priority") === String(rule.priority) ? ok(rule) : notFound(policyPath("a")),
  );
}

/** An operation of a region, which somebody else has begun. */
export function beginOperation(service: Service): Operation {
  service.operations.begin({
    type: "patch",
    scope: toScope(groupPath),
    path: groupPath,
    requestId: undefined,
    target: { link: groupPath, id: "1" },
    effect: () => undefined,
  });
  const begun = service.operations.all.at(-1);
  if (begun === undefined) throw new Error("The operation has not begun.");
  return begun;
}
