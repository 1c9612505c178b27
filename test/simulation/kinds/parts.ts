import type { Values } from "../../../provider/src/fields/values";
import { regionInstanceGroupManagerPatch } from "../../../provider/src/resources/regionInstanceGroupManagerPatch/definition";
import { targetSslProxyCertificateMap } from "../../../provider/src/resources/targetSslProxyCertificateMap/definition";
import { fingerprint } from "../service/owned";
import { groupPath, mapUrl, proxyPath, serveGroup, serveProxy, templateUrl } from "../service/parts";
import { canonical } from "../service/objects";
import type { Service } from "../service/service";
import { setPart, type Changed, type Loss, type SimulatedKind } from "./kind";

/** What kinds have in common that set members of an object of others, and put back what was there. */
function partsOf(
  path: string,
  partsIn: (inputs: Values) => readonly string[],
): Pick<SimulatedKind, "pathOf" | "losses" | "differs"> & {
  left(service: Service, parts: readonly string[]): string | undefined;
  own(service: Service, values: Values): string | undefined;
} {
  return {
    pathOf: () => path,
    losses({ objects }, { path: changed, before = {}, after = {}, declared }: Changed): readonly Loss[] {
      if (changed !== path) return [];
      const allowed = new Set(declared.flatMap(partsIn));
      return Object.keys({ ...before, ...after })
        .filter((part) => part !== "fingerprint" && !allowed.has(part) && !same(before[part], after[part]))
        .filter((part) => objects.authorOf(path, part, before[part]) === "rival")
        .map((part) => ({ what: `${part} of ${path}`, sinceMs: objects.partSinceMs(path, part) }));
    },
    differs({ objects }, inputs) {
      const there = objects.get(path) ?? {};
      const different = partsIn(inputs).filter((part) => !same(there[part], inputs[part]));
      return different.length === 0
        ? undefined
        : different.map((part) => `${part} is ${JSON.stringify(there[part])}`).join(", ");
    },
    left({ objects }, parts) {
      const there = objects.get(path) ?? {};
      const before = objects.first(path) ?? {};
      const ours = parts.filter((part) =>
        // Nobody else takes a value away.
        there[part] === undefined ? before[part] !== undefined : objects.authorOf(path, part, there[part]) === "ours",
      );
      return ours.length === 0 ? undefined : ours.map((part) => `${part}: ${JSON.stringify(there[part])}`).join(", ");
    },
    own({ objects }, values) {
      const ours = Object.entries(values).filter(([part, value]) => objects.authorOf(path, part, value) === "ours");
      return ours.length === 0 ? undefined : JSON.stringify(Object.fromEntries(ours));
    },
  };
}

const same = (left: unknown, right: unknown) => JSON.stringify(canonical(left)) === JSON.stringify(canonical(right));

const fields = [
  "description",
  "targetSize",
  "targetStoppedSize",
  "targetSuspendedSize",
  "updatePolicy",
  "versions",
] as const;
/** Two patches of the group, each with members of its own. */
const fieldsOf = (number: number) => (number === 0 ? fields.slice(0, 3) : fields.slice(3));
const group = partsOf(groupPath, (inputs) => fields.filter((field) => inputs[field] !== undefined));

function valueOf(field: (typeof fields)[number], whose: "ours" | "rival", number: number): unknown {
  if (field === "description") return `${whose} ${String(number)}`;
  if (field === "versions") return [{ instanceTemplate: templateUrl(`${whose.charAt(0)}${String(number)}`) }];
  if (field === "updatePolicy")
    return {
      type: "OPPORTUNISTIC",
      minimalAction: "REPLACE",
      maxSurge: { fixed: (whose === "ours" ? 100 : 500) + number },
    };
  return (whose === "ours" ? 100 : 5000) + number;
}

const common = { instanceGroupManager: groupPath, region: "us-central1", deletionPolicy: "RESTORE" };

export const groupPatch: SimulatedKind = {
  definition: regionInstanceGroupManagerPatch,
  serve: serveGroup,
  ...group,
  declare(tape, number, version, previous = {}) {
    const [first = "description", ...others] = fieldsOf(number);
    const chosen = [
      first,
      ...others.filter((field) => tape.choose(`the patch sets ${field}`, ["no", "yes"]) === "yes"),
    ];
    const values = chosen.map((field) => {
      const keeps =
        previous[field] !== undefined && tape.choose(`the next patch`, ["changes", "keeps"], 0.4) === "keeps";
      return [field, keeps ? previous[field] : valueOf(field, "ours", version)];
    });
    return { ...common, ...Object.fromEntries(values) };
  },
  swap: (first, second) => [
    { ...second, ...common },
    { ...first, ...common },
  ],
  rival: (service, number) =>
    fieldsOf(number).map((field) => ({
      name: `sets ${field} of the group`,
      isPossible: () => true,
      make: () =>
        setPart(service, groupPath, field, valueOf(field, "rival", service.objects.fresh()), {
          fingerprint: fingerprint(service),
        }),
    })),
  left: (service, number) => group.left(service, fieldsOf(number)),
  takesOwnForPrevious: (service, { previousValues }) => group.own(service, (previousValues ?? {}) as Values),
};

const certificateMaps = partsOf(proxyPath, ({ certificateMap }) =>
  certificateMap === undefined ? [] : ["certificateMap"],
);

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
  idOf: () => `${proxyPath}/certificateMap`,
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
