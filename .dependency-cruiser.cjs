/**
 * The floors of the houses, from top to bottom: a file imports only what is in its own room or on a floor below, and no file
 * imports itself by way of others. Types count: who needs a type needs to know the room.
 */
const houses = {
  "provider/src": [
    ["cli"],
    ["index"],
    ["engine"],
    ["resources"],
    ["parts"],
    ["lifecycle"],
    ["functions"],
    ["program"],
    ["settings"],
    ["compute"],
    ["http", "fields"],
    ["types", "names", "messages"],
    ["version"],
  ],
  "provider/src/lifecycle": [["steps"], ["observation"], ["resource"], ["schema"], ["changes"], ["job"]],
  "emulator/src": [
    ["cli", "testing"],
    ["index", "commandLine"],
    ["emulator"],
    ["console", "controls"],
    ["server"],
    ["kinds"],
    ["world"],
    ["basics"],
  ],
  "emulator/src/kinds": [
    ["catalog"],
    ["routes"],
    ["groups", "policies"],
    ["generic"],
    ["rules"],
    ["objects"],
    ["collection"],
    ["listing"],
    ["endpoint"],
  ],
  "emulator/src/world": [
    ["saved"],
    ["world"],
    ["storedKind"],
    ["operations", "requestIds", "settings", "listing", "store", "requestLog"],
    ["operation", "projects", "timers", "memoryBudget", "heapEstimate", "queue"],
  ],
};

const anyOf = (house, rooms) => `^${house}/(${rooms.join("|")})(/|\\.ts$)`;

/** A room reaches neither the floors above nor its neighbours. */
const downwards = Object.entries(houses).flatMap(([house, floors]) =>
  floors.flatMap((rooms, floor) =>
    rooms.map((room) => ({
      name: `${house}/${room}-imports-from-below`,
      comment: `${room} imports only what stands below it: see the floors in provider/docs/architecture.md.`,
      severity: "error",
      from: { path: anyOf(house, [room]) },
      to: { path: anyOf(house, [...floors.slice(0, floor).flat(), ...rooms.filter((other) => other !== room)]) },
    })),
  ),
);

const placed = Object.entries(houses).map(([house, floors]) => ({
  name: `every-file-of-${house}-has-a-floor`,
  comment: "A new room needs a floor in .dependency-cruiser.cjs.",
  severity: "error",
  from: { path: `^${house}/`, pathNot: anyOf(house, floors.flat()) },
  to: {},
}));

module.exports = {
  forbidden: [
    ...downwards.filter(({ to }) => !to.path.includes("()")),
    {
      name: "no-circle",
      comment: "No file imports itself by way of others.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    ...placed,
  ],
  options: {
    includeOnly: "^(provider|emulator)/src/",
    tsPreCompilationDeps: true,
  },
};
