/** Something that a service or a network may do, and that a client has no right to be surprised by. */
export interface Liberty {
  /** What happens, after the request or the object that it happens to. */
  readonly says: string;
  /** Where it is written that it can happen. */
  readonly source: string;
  /**
   * Seen, or to be expected of the real service. One that is not is only allowed: no document excludes it, and a promise that breaks
   * under it is reported, and fails no run.
   */
  readonly plausible: boolean;
  /** How probable it is at each chance for it; one of them is drawn for a life. */
  readonly rates: readonly number[];
}

const network = "HTTP: a connection can end at any moment";
const specification = "specification";
const wire = "wire facts";

/** Every liberty that the simulated service and its network take. */
export const liberties = {
  requestLost: { says: "is lost on its way", source: network, plausible: true, rates: [0, 0, 0.05, 0.3] },
  answerLost: {
    says: "arrives, and its answer is lost",
    source: network,
    plausible: true,
    rates: [0, 0, 0.05, 0.3, 0.6],
  },
  silence: { says: "gets no answer at all", source: network, plausible: true, rates: [0, 0, 0, 0.1] },
  refusedConnection: { says: "meets nobody", source: network, plausible: true, rates: [0, 0, 0, 0.1] },
  slowNetwork: { says: "takes eight seconds on its way", source: network, plausible: true, rates: [0, 0, 0.1] },
  unavailable: {
    says: "is refused with 503",
    source: "HTTP: 503, 502 and 500 say nothing of the effect",
    plausible: true,
    rates: [0, 0, 0.05, 0.3],
  },
  unavailableAfterEffect: {
    says: "is carried out, and answered with 503",
    source: "HTTP: 503, 502 and 500 say nothing of the effect",
    plausible: true,
    rates: [0, 0, 0.05, 0.3],
  },
  requestTimeout: { says: "is refused with 408", source: "HTTP: 408", plausible: true, rates: [0, 0, 0, 0.1] },
  tooManyRequests: { says: "is refused with 429", source: "HTTP: 429", plausible: true, rates: [0, 0, 0, 0.1] },
  rateLimit: { says: "is refused with 403 rateLimitExceeded", source: wire, plausible: true, rates: [0, 0, 0, 0.1] },
  constraint: {
    says: "is refused for good with 412, as a constraint of the organization",
    source: "public issues, in wire facts",
    plausible: true,
    rates: [0, 0, 0, 0, 0.2],
  },
  badValue: { says: "is refused for good with 400", source: wire, plausible: true, rates: [0, 0, 0, 0, 0.1] },
  doneInFirstAnswer: {
    says: "is DONE in the first answer",
    source: specification,
    plausible: true,
    rates: [0, 0, 0.5],
  },
  slowOperation: { says: "takes its time", source: specification, plausible: true, rates: [0.2, 0.5, 0.9] },
  failsWithoutEffect: { says: "fails without effect", source: specification, plausible: true, rates: [0, 0, 0.2] },
  leavesItsObject: {
    says: "fails, and leaves its object",
    source: "public issues: an insert that fails can leave its object",
    plausible: true,
    rates: [0, 0, 0, 0.15],
  },
  changeFailsAfterEffect: {
    says: "fails after its effect",
    source: "specification: nothing says that a change that fails has no effect",
    plausible: false,
    rates: [0, 0, 0, 0.15],
  },
  unknownAtFirst: { says: "is unknown at first", source: wire, plausible: true, rates: [0, 0, 0.3, 1] },
  forgotten: {
    says: "is no longer found by its name two seconds after its end",
    source: "wire facts: 404 after the retention; nothing says when the list agrees",
    plausible: true,
    rates: [0, 0, 0.2],
  },
  shortRetention: {
    says: "keeps operations for an hour",
    source: "specification: the length of the retention is not given",
    plausible: true,
    rates: [0, 0, 0, 1],
  },
  earlyWait: { says: "returns early", source: specification, plausible: true, rates: [0, 0.1, 0.5] },
  staleRead: {
    says: "shows what was there some seconds ago",
    source: "public issues: eventual visibility",
    plausible: true,
    rates: [0, 0, 0.35],
  },
  deniedList: {
    says: "may not list operations",
    source: "specification: listing operations has a permission of its own",
    plausible: true,
    rates: [0, 0, 0, 0, 0, 0, 0, 1],
  },
  endsNotReady: {
    says: "begins, and ends because another change runs",
    source: "wire facts: RESOURCE_NOT_READY as the error of an operation",
    plausible: true,
    rates: [0, 0, 1],
  },
  busyObjects: { says: "changes an object by one operation at a time", source: wire, plausible: true, rates: [0, 1] },
  reservedNames: {
    says: "holds a name from the moment of the insert",
    source: "public issues",
    plausible: true,
    rates: [0, 1],
  },
  noTarget: {
    says: "does not name the number of its target",
    source: "specification: every member is optional",
    plausible: false,
    rates: [0, 0, 0, 1],
  },
} as const satisfies Readonly<Record<string, Liberty>>;

export type LibertyName = keyof typeof liberties;

export const libertyNames = Object.keys(liberties) as readonly LibertyName[];
