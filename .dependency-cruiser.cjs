/**
 * The floors of the house, from top to bottom: a file imports only what is on its own floor's room or below, and no file
 * imports itself by way of others. Types count: who needs a type needs to know the room.
 */
const floors = [
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
];

const anyOf = (rooms) => `^provider/src/(${rooms.join("|")})(/|\\.ts$)`;

/** A room reaches neither the floors above nor its neighbours. */
const downwards = floors.flatMap((rooms, floor) =>
  rooms.map((room) => ({
    name: `${room}-imports-from-below`,
    comment: `${room} imports only what stands below it: see the floors in provider/docs/architecture.md.`,
    severity: "error",
    from: { path: anyOf([room]) },
    to: { path: anyOf([...floors.slice(0, floor).flat(), ...rooms.filter((other) => other !== room)]) },
  })),
);

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
    {
      name: "every-file-has-a-floor",
      comment: "A new room needs a floor in .dependency-cruiser.cjs.",
      severity: "error",
      from: { path: "^provider/src/", pathNot: anyOf(floors.flat()) },
      to: {},
    },
  ],
  options: {
    includeOnly: "^(provider|emulator)/src/",
    tsPreCompilationDeps: true,
  },
};
