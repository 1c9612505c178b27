import type { Values } from "../../../provider/src/fields/values";
import { regionInstanceGroupManagerPatch } from "../../../provider/src/resources/regionInstanceGroupManagerPatch/definition";
import { targetSslProxyCertificateMap } from "../../../provider/src/resources/targetSslProxyCertificateMap/definition";
import { fingerprint } from "../service/owned";
import { groupPath, mapUrl, proxyPath, serveGroup, serveProxy, templateUrl } from "../service/parts";
import { canonical } from "../service/objects";
import type { Service } from "../service/service";
import { setPart, type Changed, type Loss, type SimulatedKind } from "./kind";

/** What kinds have in common that set members of an object of others, and put back what was there. */
function defineParts(
  path: string,
  partsIn: (inputs: Values) => readonly string[],
): Pick<SimulatedKind, "pathOf" | "losses" | "differs"> & {
  left(service: Service, parts: readonly string[]): string | undefined;
  own(service: Service, values: Values): string | undefined;
} {
  return {
    toPath: () => path,
    losses({ objects }, { path: changed, before = {}, after = {}, declared }: Changed): readonly Loss[] {
      if (changed !== path) return [];
      const allowed = new Set(declared.flatMap(partsIn));
      return Object.keys({ ...before, ...after })
        .filter((part) => part !== "fingerprint" && !allowed.has(part) && !same(before[part], after[part]))
        .filter((part) => objects.findAuthor(path, part, before[part]) === "rival")
        .map((part) => ({ what: `${part} of ${path}`, sinceMs: objects.partSinceMs(path, part) }));
    },
    differs({ objects }, inputs) {
      const actual = objects.get(path) ?? {};
      const different = partsIn(inputs).filter((part) => !same(actual[part], inputs[part]));
      return different.length === 0
        ? undefined
        : different.map((part) => `${part} is ${JSON.stringify(actual[part])}`).join(", ");
    },
    left({ objects }, parts) {
      const actual = objects.get(path) ?? {};
      const before = objects.first(path) ?? {};
      const ours = parts.filter((part) =>
        // Nobody else takes a value away.
        actual[part] === undefined
          ? before[part] !== undefined
          : objects.findAuthor(path, part, actual[part]) === "ours",
      );
      return ours.length === 0 ? undefined : ours.map((part) => `${part}: ${JSON.stringify(actual[part])}`).join(", ");
    },
    own({ objects }, values) {
      const ours = Object.entries(values).filter(([part, value]) => objects.findAuthor(path, part, value) === "ours");
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
const fieldsFor = (number: number) => (number === 0 ? fields.slice(0, 3) : fields.slice(3));
const group = defineParts(groupPath, (inputs) => fields.filter((field) => inputs[field] !== undefined));

function makeValue(field: (typeof fields)[number], whose: "ours" | "rival", number: number): unknown {
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
    const [first = "description", ...others] = fieldsFor(number);
    const chosen = [
      first,
      ...others.filter((field) => tape.choose(`the patch sets ${field}`, ["no", "yes"]) === "yes"),
    ];
    const values = chosen.map((field) => {
      const keeps =
        previous[field] !== undefined && tape.choose(`the next patch`, ["changes", "keeps"], 0.4) === "keeps";
      return [field, keeps ? previous[field] : makeValue(field, "ours", version)];
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
  left: (service, number) => group.left(service, fieldsFor(number)),
  takesOwnForPrevious: (service, { previousValues }) => group.own(service, (previousValues ?? {}) as Values),
};

const certificateMaps = defineParts(proxyPath, ({ certificateMap }) =>
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
