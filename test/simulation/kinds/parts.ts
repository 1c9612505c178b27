import type { Values } from "../../../provider/src/fields/values";
import { regionInstanceGroupManagerPatch } from "../../../provider/src/resources/instanceGroupManagerPatch/definition";
import { targetSslProxyCertificateMap } from "../../../provider/src/resources/targetSslProxyCertificateMap/definition";
import { getInstances } from "../service/instances";
import { fingerprint } from "../service/owned";
import { groupPath, mapUrl, proxyPath, serveGroup, serveProxy, templateUrl } from "../service/parts";
import { isRelated, isSame, findLeaves, listDifferences, listLeaves } from "../service/leaves";
import type { Service } from "../service/service";
import { goneTemplates } from "../service/templates";
import { setPart, type Changed, type Loss, type SimulatedKind } from "./kind";

/** The common parts of kinds that set members of an object of others, and restore the previous values. */
export function defineParts(
  path: string,
  parts: readonly string[],
): Pick<SimulatedKind, "toPath" | "losses" | "differs" | "members"> & {
  left(service: Service, parts: readonly string[]): string | undefined;
  own(service: Service, values: Values): string | undefined;
} {
  return {
    toPath: () => path,
    losses({ objects }, { path: changed, before = {}, after = {}, declared }: Changed): readonly Loss[] {
      if (changed !== path) return [];
      const allowed = declared.flatMap((inputs) => [...findLeaves(inputs, parts)]);
      const [were, are] = [listLeaves(before), listLeaves(after)];
      // An argument allows its own value, and no other one.
      const isAllowed = (leaf: string) =>
        allowed.some(([one, value]) => (one === leaf ? isSame(value, are.get(leaf)) : isRelated(one, leaf)));
      return listDifferences(before, after)
        .filter((leaf) => leaf !== "fingerprint" && !isAllowed(leaf))
        .filter((leaf) => objects.findAuthor(path, leaf, were.get(leaf)) === "rival")
        .map((leaf) => {
          // A change with a fingerprint has seen what the rival has set; one that goes back leaves that.
          const isObserved = before.fingerprint !== undefined && allowed.some(([one]) => one === leaf);
          return { what: `${leaf} of ${path}`, sinceMs: isObserved ? -Infinity : objects.leafSinceMs(path, leaf) };
        });
    },
    members: parts,
    differs({ objects }, inputs) {
      const actual = listLeaves(objects.get(path) ?? {});
      const different = [...findLeaves(inputs, parts)].filter(([leaf, value]) => !isSame(actual.get(leaf), value));
      return different.length === 0
        ? undefined
        : different.map(([leaf]) => `${leaf} is ${JSON.stringify(actual.get(leaf))}`).join(", ");
    },
    left({ objects }, its) {
      const actual = findLeaves(objects.get(path) ?? {}, its);
      const before = findLeaves(objects.first(path) ?? {}, its);
      // Nobody else takes a value away.
      const taken = [...before.keys()].filter((leaf) => !actual.has(leaf));
      const ours = [...actual].filter(([leaf, value]) => objects.findAuthor(path, leaf, value) === "ours");
      const left = [...taken, ...ours.map(([leaf, value]) => `${leaf}: ${JSON.stringify(value)}`)];
      return left.length === 0 ? undefined : left.join(", ");
    },
    own({ objects }, values) {
      const ours = [...listLeaves(values)].filter(([leaf, value]) => objects.findAuthor(path, leaf, value) === "ours");
      return ours.length === 0 ? undefined : JSON.stringify(Object.fromEntries(ours));
    },
  };
}

const fields = [
  "description",
  "targetSize",
  "targetStoppedSize",
  "targetSuspendedSize",
  "updatePolicy",
  "versions",
] as const;
type GroupField = (typeof fields)[number];
const group = defineParts(groupPath, fields);

function makeValue(field: GroupField, whose: "ours" | "rival", number: number): unknown {
  if (field === "description") return `${whose} ${String(number)}`;
  if (field === "versions") return [{ instanceTemplate: templateUrl(`${whose.charAt(0)}${String(number)}`) }];
  if (field === "updatePolicy") {
    return {
      type: "OPPORTUNISTIC",
      minimalAction: "REPLACE",
      maxSurge: { fixed: (whose === "ours" ? 100 : 500) + number },
    };
  }
  return (whose === "ours" ? 100 : 5000) + number;
}

/** The actions that only a program of ours asks for. */
const actions = ["RESTART", "REFRESH"];

function withOtherAction(policy: Values): Values {
  return { ...policy, minimalAction: actions.find((action) => action !== policy.minimalAction) };
}

const common = { instanceGroupManager: groupPath, region: "us-central1", deletionPolicy: "RESTORE" };

/** A patch of the group. Each resource has fields of its own, of which the first one is in every program. */
export const definePatch = (fieldsFor: (number: number) => readonly GroupField[]): SimulatedKind => ({
  definition: regionInstanceGroupManagerPatch,
  serve: serveGroup,
  ...group,
  declare(tape, number, version, previous = {}) {
    const [first = "description", ...others] = fieldsFor(number);
    const chosen = [
      first,
      ...others.filter((field) => tape.choose(`the patch sets ${field}`, ["no", "yes"]) === "yes"),
    ];
    const values = chosen.map((field) => {
      const keeps =
        previous[field] !== undefined && tape.choose(`the next patch`, ["changes", "keeps"], 0.4) === "keeps";
      if (keeps) return [field, previous[field]];
      const next = makeValue(field, "ours", version);
      // A change of one member in an object leaves the other ones as they are.
      const isInner =
        field === "updatePolicy" &&
        previous.updatePolicy !== undefined &&
        tape.choose("the next updatePolicy has", ["another maxSurge", "another minimalAction"], 0.4) !==
          "another maxSurge";
      return [field, isInner ? withOtherAction(previous.updatePolicy as Values) : next];
    });
    return { ...common, ...Object.fromEntries(values) };
  },
  swap: (first, second) => [
    { ...second, ...common },
    { ...first, ...common },
  ],
  rival: (service, number) =>
    fieldsFor(number).map((field) => ({
      name: `sets ${field} of the group`,
      isPossible: () => true,
      make: () =>
        setPart(service, groupPath, field, makeValue(field, "rival", service.objects.fresh()), {
          fingerprint: fingerprint(service),
        }),
    })),
  goesBack: ({ waitForInstances, onFailure }) => waitForInstances !== undefined && onFailure === "RESTORE",
  awaits: (service, { waitForInstances: goal }) =>
    goal === undefined ? undefined : getInstances(service, groupPath).differ(goal),
  strands: (service, ...step) => getInstances(service, groupPath).strand(...step),
  // Versions whose template is gone cannot return.
  left: (service, number) =>
    group.left(
      service,
      fieldsFor(number).filter((field) => field !== "versions" || goneTemplates(service).size === 0),
    ),
  takesOwnForPrevious: (service, { previousValues }) => group.own(service, (previousValues ?? {}) as Values),
});

export const groupPatch = definePatch((number) => (number === 0 ? fields.slice(0, 3) : fields.slice(3)));

const certificateMaps = defineParts(proxyPath, ["certificateMap"]);

export const certificateMap: SimulatedKind = {
  definition: targetSslProxyCertificateMap,
  serve: serveProxy,
  ...certificateMaps,
  declare: (_tape, _number, version) => ({
    targetSslProxy: proxyPath,
    certificateMap: mapUrl(`ours-${String(version)}`),
  }),
  makeByOthers({ objects }, { certificateMap: its }) {
    objects.put(proxyPath, { ...objects.get(proxyPath), certificateMap: its }, "world");
  },
  toId: () => `${proxyPath}/certificateMap`,
  rival: (service) => [
    {
      name: "sets another certificate map",
      isPossible: () => true,
      make: () => setPart(service, proxyPath, "certificateMap", mapUrl(`rival-${String(service.objects.fresh())}`)),
    },
  ],
  left: (service) => certificateMaps.left(service, ["certificateMap"]),
  takesOwnForPrevious: (service, outputs) =>
    certificateMaps.own(service, { certificateMap: outputs.previousCertificateMap }),
};
