import type { Values } from "../../../provider/src/fields/values";
import { backendServicePatch } from "../../../provider/src/resources/backendServicePatch";
import { groupUrl, serveBackends, servicePath } from "../service/items";
import { canonical, listLeaves } from "../service/leaves";
import type { Data } from "../service/objects";
import { fingerprint } from "../service/owned";
import type { Service } from "../service/service";
import type { LibertyName } from "../liberties";
import type { Changed, Loss, SimulatedKind } from "./kind";
import { defineParts } from "./parts";

/*
 * Items of a list that two programs, and somebody else, have at the same time.
 */

const parts = defineParts(servicePath, ["backends", "timeoutSec"]);
const common = { backendService: servicePath, deletionPolicy: "RESTORE" };

/** The backends of the service that is there. */
function readBackends(data: Data | undefined): readonly Values[] {
  return (data?.backends ?? []) as readonly Values[];
}

function isOurs({ group }: Values): boolean {
  return String(group).includes("/ours-");
}

export const items: SimulatedKind = {
  definition: backendServicePatch,
  serve: serveBackends,
  ...parts,
  declare(tape, number, version, previous = {}) {
    const [before] = readBackends(previous).map(({ group }) => group);
    const moves =
      before !== undefined && tape.choose("the next backend", ["stays", "gets another group"], 0.4) !== "stays";
    const name = before === undefined || moves ? `ours-${String(number)}-${String(version)}` : undefined;
    const own = {
      group: name === undefined ? before : groupUrl(name),
      balancingMode: "RATE",
      maxRate: 100 + version,
    };
    const others =
      tape.choose("the patch sets a member of somebody else's backend", ["no", "yes"]) === "yes"
        ? [{ group: groupUrl(`world-${String(number)}`), maxRate: 200 + version }]
        : [];
    const isTimed = number === 0 && tape.choose("the patch sets timeoutSec", ["no", "yes"], 0.3) === "yes";
    return { ...common, backends: [own, ...others], ...(isTimed ? { timeoutSec: 100 + version } : {}) };
  },
  swap: (first, second) => [second, first],
  rival(service) {
    const set = (backends: readonly Values[]) => {
      service.objects.put(
        servicePath,
        { ...service.objects.get(servicePath), backends, fingerprint: fingerprint(service) },
        "rival",
      );
    };
    const current = () => readBackends(service.objects.get(servicePath));
    const find = (isIt: (backend: Values) => boolean) => current().find(isIt);
    const isTheirs = ({ group }: Values) => String(group).includes("/rival-");
    const mine = (backend: Values) => isOurs(backend);
    return [
      {
        name: "adds a backend",
        isPossible: () => current().filter(isTheirs).length < 3,
        make() {
          const number = service.objects.fresh();
          const group = groupUrl(`rival-${String(number)}`);
          set([
            { group, balancingMode: "RATE", maxRate: 5000 + number, preference: `P${String(number)}` },
            ...current(),
          ]);
        },
      },
      {
        name: "takes its backend out",
        isPossible: () => find(isTheirs) !== undefined,
        make: () => set(current().filter((backend) => backend !== find(isTheirs))),
      },
      {
        name: "takes a backend of ours out",
        isPossible: () => find(mine) !== undefined,
        make: () => set(current().filter((backend) => backend !== find(mine))),
      },
      {
        name: "changes a backend of the world",
        isPossible: () => true,
        make() {
          const maxRate = 5000 + service.objects.fresh();
          set(current().map((one) => (String(one.group).includes("/world-0") ? { ...one, maxRate } : one)));
        },
      },
    ];
  },
  losses(service: Service, change: Changed): readonly Loss[] {
    if (change.path !== servicePath) return [];
    const { before, after } = change;
    // An item of ours goes with all that others have set in it.
    const gone = readBackends(before).filter(
      (backend) => isOurs(backend) && !readBackends(after).some(({ group }) => group === backend.group),
    );
    const isInGone = (what: string) => gone.some(({ group }) => what.includes(`[${String(group)}]`));
    const lost = parts.losses(service, change).filter(({ what }) => !isInGone(what));
    return [...lost, ...listDisorder(service, before, after)];
  },
  left: (service) => parts.left(service, ["backends", "timeoutSec"]),
  takesOwnForPrevious: (service, { previousValues }) => parts.own(service, (previousValues ?? {}) as Values),
};

/** Items of others that a change of ours has brought into another order, or taken members from. */
function listDisorder(service: Service, before: Data | undefined, after: Data | undefined): Loss[] {
  const [were, are] = [before, after].map((data) => readBackends(data).filter((one) => !isOurs(one)));
  const order = (backends: readonly Values[] = []) => backends.map(({ group }) => group).join(" ");
  const members = (backends: readonly Values[] = []) =>
    backends.map((one) => [...listLeaves(canonical(one) as Data).keys()].sort().join(",")).join(" ");
  if (order(were) === order(are) && members(were) === members(are)) return [];
  // Where answers have lists in another order, nobody sees the one that is there.
  const isShuffled = ["otherOrder", "changingOrder"].some((name) => service.rate(name as LibertyName) > 0);
  const sorted = (text: string) => text.split(" ").sort().join(" ");
  if (isShuffled && sorted(order(were)) === sorted(order(are))) return [];
  return [
    { what: `the order or the members of backends of others: ${order(were)}, now ${order(are)}`, sinceMs: -Infinity },
  ];
}
