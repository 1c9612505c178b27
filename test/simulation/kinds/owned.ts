import { pick, type Values } from "../../../provider/src/fields/values";
import type { ResourceDefinition } from "../../../provider/src/lifecycle/schema/definition";
import { route as routeDefinition } from "../../../provider/src/resources/route/definition";
import { snapshot as snapshotDefinition } from "../../../provider/src/resources/snapshot/definition";
import { isByOtherStack } from "../calls";
import { readRate } from "../families";
import { host } from "../service/answers";
import { project } from "../service/names";
import { makeOther } from "../../support/whatPeopleWrite/drift";
import { findLeaves, isSame } from "../service/leaves";
import { fingerprint, numbered, relabelled, findDiskNumber, serveRoutes, serveSnapshots } from "../service/owned";
import type { Service } from "../service/service";
import type { Changed, Loss, Move, SimulatedKind } from "./kind";

/** True if an object has each of these arguments that the program declares, and is of its disk: nobody changes that in place. */
export function isAsDeclared(actual: Values, inputs: Values, replaceable: Values = {}): boolean {
  const hasDisk = inputs.sourceDisk === undefined || actual.sourceDisk === host + String(inputs.sourceDisk);
  const names = Object.keys(replaceable);
  return hasDisk && names.every((name) => inputs[name] === undefined || isSame(actual[name], inputs[name]));
}

/** Somebody changes an argument that the program could change only by a replacement. */
function listChangesInPlace({ objects }: Service, path: string, replaceable: Values): readonly Move[] {
  const read = (name: string) => objects.get(path)?.[name];
  return Object.keys(replaceable).map((name) => ({
    name: `changes ${name} of ${path.slice(path.lastIndexOf("/") + 1)} in place`,
    isPossible: () =>
      read(name) !== undefined && objects.findMaker(path) === "ours" && !objects.isBy(path, name, "rival"),
    make: () => objects.put(path, { ...objects.get(path), [name]: makeOther(read(name)) }, "rival"),
  }));
}

/** The common parts of whole objects. */
function ownedKind(
  definition: ResourceDefinition,
  collection: string,
  more: Pick<SimulatedKind, "serve" | "declare" | "differs" | "members"> & {
    readonly replaceable: Values;
    /** An object just as these arguments declare it. */
    asDeclared(inputs: Values): Values;
    /** A rival's object of the name. */
    rivals(service: Service): Values;
    rivalChanges?(service: Service, path: string): readonly Move[];
  },
): SimulatedKind {
  const pathTo = (number: number) => `projects/${project}/global/${collection}/x${String(number)}`;
  const toPath = ({ name }: Values) => `projects/${project}/global/${collection}/${String(name)}`;
  const { asDeclared, rivals, rivalChanges, ...own } = more;
  return {
    definition,
    isOwned: true,
    adopts: true,
    toPath,
    holdings({ objects, operations }) {
      const existing = objects.paths().filter((path) => path.includes(`/global/${collection}/`));
      const coming = operations.all.filter(
        ({ mutation, call, hasEffect, isDue }) =>
          !isByOtherStack(call) &&
          mutation.type === "insert" &&
          mutation.path.includes(`/${collection}/`) &&
          hasEffect &&
          !isDue,
      );
      const isLeaving = (path: string) => operations.coming(path).some(({ mutation }) => mutation.type === "delete");
      return [
        ...existing.filter((path) => objects.findMaker(path) === "ours"),
        ...coming.map(({ mutation }) => mutation.path),
      ].filter((path) => !isLeaving(path));
    },
    losses: ({ objects }, { path, before }: Changed): readonly Loss[] => {
      const isRivals = path.includes(`/${collection}/`) && objects.findMaker(path) === "rival";
      return isRivals && before !== undefined ? [{ what: path, sinceMs: objects.madeSinceMs(path) }] : [];
    },
    makeByOthers(service, inputs) {
      const path = toPath(inputs);
      const disk = inputs.sourceDisk === undefined ? {} : findDiskNumber(inputs);
      service.objects.put(
        path,
        numbered(service, path, { ...rivals(service), ...asDeclared(inputs), ...disk }),
        "world",
      );
    },
    toId: toPath,
    rival(service, number, inputs) {
      const path = pathTo(number);
      const { objects } = service;
      const isPresent = () => objects.get(path) !== undefined;
      const make = (data: Values) => objects.put(path, numbered(service, path, data), "rival");
      return [
        {
          name: `deletes x${String(number)}`,
          isPossible: isPresent,
          make: () => objects.put(path, undefined, "rival"),
        },
        {
          name: `makes an object of its own named x${String(number)}`,
          isPossible: () => !isPresent(),
          make: () => make(rivals(service)),
        },
        {
          name: `makes what the program declares as x${String(number)}`,
          isPossible: () => !isPresent(),
          make: () => make({ ...rivals(service), ...asDeclared(inputs) }),
        },
        {
          name: `makes x${String(number)} as the program has it, under labels of its own`,
          isPossible: () => !isPresent() && inputs.labels !== undefined,
          make: () => make({ ...rivals(service), ...asDeclared(inputs), labels: { version: "rival" } }),
        },
        {
          name: `makes x${String(number)} again, just as it was`,
          isPossible: isPresent,
          make() {
            const same = objects.get(path) ?? {};
            objects.put(path, undefined, "rival");
            make(same);
          },
        },
        {
          name: `puts one of its own in the place of x${String(number)}`,
          isPossible: isPresent,
          make() {
            objects.put(path, undefined, "rival");
            make(rivals(service));
          },
        },
        ...(rivalChanges === undefined ? [] : rivalChanges(service, path)),
      ];
    },
    drifts: (service, inputs) => listChangesInPlace(service, toPath(inputs), own.replaceable),
    left: ({ objects }) =>
      objects.paths().find((path) => path.includes(`/global/${collection}/`) && objects.findMaker(path) === "ours"),
    ...own,
  };
}

export const route = ownedKind(routeDefinition, "routes", {
  serve: serveRoutes,
  replaceable: { destRange: undefined, nextHopIp: undefined, priority: 900, description: "ours" },
  declare: (tape, number, version, previous) => ({
    name: previous?.name ?? `x${String(number)}`,
    network: `projects/${project}/global/networks/default`,
    nextHopIp: "10.0.0.1",
    destRange:
      previous !== undefined &&
      tape.choose("the next program has", ["another range", "the same range"], 0.3) === "the same range"
        ? previous.destRange
        : `10.${String(version)}.${String(number)}.0/24`,
    ...(tape.choose("the route", ["is new", "may be adopted"], readRate(tape, "adopts")) === "may be adopted"
      ? { adoptExisting: true }
      : {}),
  }),
  differs({ objects }, inputs) {
    const actual = objects.get(route.toPath(inputs));
    const isSameRoute = actual !== undefined && isAsDeclared(actual, inputs, route.replaceable);
    return isSameRoute ? undefined : `the route is ${JSON.stringify(actual)}`;
  },
  asDeclared: (inputs) => pick(inputs, ["destRange", "nextHopIp", "priority", "description"]),
  rivals: (service) => ({
    kind: "compute#route",
    network: `${host}projects/${project}/global/networks/default`,
    destRange: `172.16.${String(service.objects.fresh() % 250)}.0/24`,
    priority: 1000,
    nextHopIp: "10.0.0.9",
  }),
});

const kmsKeyName = `projects/${project}/locations/us/keyRings/ring/cryptoKeys/key`;
const rivalsDisk = `${host}projects/${project}/zones/us-central1-a/disks/rival`;

export const snapshot = ownedKind(snapshotDefinition, "snapshots", {
  serve: serveSnapshots,
  replaceable: { snapshotEncryptionKey: { kmsKeyName }, description: "ours" },
  declare: (tape, number, version, previous) => ({
    name: previous?.name ?? `x${String(number)}`,
    sourceDisk:
      previous !== undefined &&
      tape.choose("the next program has", ["other labels", "another disk"], 0.3) === "other labels"
        ? previous.sourceDisk
        : `projects/${project}/zones/us-central1-a/disks/disk-${String(version)}`,
    labels: {
      version: `ours-${String(version)}`,
      ...(tape.choose("the snapshot has", ["one label", "two labels"]) === "two labels" ? { team: "ours" } : {}),
    },
    ...(tape.choose("the snapshot", ["is new", "may be adopted"], readRate(tape, "adopts")) === "may be adopted"
      ? { adoptExisting: true }
      : {}),
  }),
  members: ["labels"],
  differs({ objects }, inputs) {
    const actual = objects.get(snapshot.toPath(inputs)) ?? {};
    const its = findLeaves(actual, ["labels"]);
    const isLabelled = [...findLeaves(inputs, ["labels"])].every(([leaf, value]) => its.get(leaf) === value);
    return isLabelled && isAsDeclared(actual, inputs, snapshot.replaceable) && actual.status === "READY"
      ? undefined
      : `the snapshot is ${JSON.stringify(actual)}`;
  },
  asDeclared: ({ sourceDisk, labels }) => ({ sourceDisk: host + String(sourceDisk), labels }),
  rivals: (service) => ({
    kind: "compute#snapshot",
    status: "READY",
    sourceDisk: rivalsDisk,
    ...findDiskNumber({ sourceDisk: rivalsDisk }),
    labelFingerprint: fingerprint(service),
  }),
  rivalChanges(service, path) {
    const isPresent = () => service.objects.get(path) !== undefined;
    const setLabel = (key: string) => {
      const data = service.objects.get(path);
      const labels = { ...(data?.labels as Values), [key]: `r${String(service.objects.fresh())}` };
      service.objects.put(path, relabelled(service, data, labels), "rival");
    };
    return [
      { name: "adds a label", isPossible: isPresent, make: () => setLabel("rival") },
      ...["version", "team"].map((key) => ({
        name: `changes the label ${key}`,
        isPossible: isPresent,
        make: () => setLabel(key),
      })),
    ];
  },
});
