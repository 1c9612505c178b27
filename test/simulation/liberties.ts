/** Something that a service or a network may do, and that a client has no right to be surprised by. */
export interface Liberty {
  /** The event, in words that follow the request or the object that it happens to. */
  readonly says: string;
  /** Where it is written that it can happen. */
  readonly source: string;
  /** How probable it is at each chance for it; one of them is drawn for a life. */
  readonly rates: readonly number[];
}

const network = "HTTP: a connection can end at any moment";
const specification = "specification";
const wire = "wire facts";

const httpJson = "JSON: an object has no order, and clients bear members that they do not know";
const proto = "protocol buffers in JSON: what is empty can be left out, and can be there";
const report = "public issues, in wire facts";
const unavailable = "HTTP: 503, 502 and 500 say nothing of the effect";

/** How the service writes its answers, for all of a life. */
const written = (says: string, source: string): Liberty => ({ says, source, rates: [0, 0, 0, 0, 0, 1] });

/** How a program writes the arguments of a resource. */
const writes = (says: string, source = wire): Liberty => ({ says, source, rates: [0, 0, 0.05, 0.1] });

/** Spellings of the service: it is consistent, and has each of them for all of a life or not at all. */
export const answerSpellings = {
  linksOnOtherHost: written("links to compute.googleapis.com", wire),
  betaLinks: written("links to the beta version", wire),
  alphaLinks: written("links to the alpha version", wire),
  betaPlaces: written("links regions and zones to the beta version, and all else to v1", report),
  unknownMembers: written("has unknown members in every message", httpJson),
  emptyLists: written("shows empty lists", proto),
  emptyMaps: written("shows empty maps", proto),
  emptyTexts: written("shows empty texts", proto),
  falseMembers: written("shows what is false", proto),
  emptiesAbsent: written("leaves out whatever is empty", wire),
  defaultsPresent: written("shows defaults", specification),
  defaultsAbsent: written("leaves out defaults", wire),
  envelopeAbsent: written("leaves out kinds, links to themselves, and times", specification),
  calculatedSizes: written("shows what sizes come to", wire),
  associationWithNames: written("shows the number and the names of the policy of an association", specification),
  otherOrder: written("has lists backwards", "specification: no order is given"),
  changingOrder: written("has lists backwards in every second answer", "specification: no order is given"),
  membersInOtherOrder: written("has members backwards", httpJson),
  wideNumbers: written("writes numbers of 64 bits as numbers", "JSON: other writers do"),
  offsetTimes: written("writes times of another offset", "RFC 3339"),
  timesWithoutFraction: written("writes times without a fraction", "RFC 3339"),
  timesInNanoseconds: written("writes times in nanoseconds", "RFC 3339"),
  bareOperations: written("says only name and status of operations that do not fail", specification),
  unknownStatus: written("has a status of operations that nobody knows", "the client: enumerations are open"),
  fallingProgress: written("has operations whose progress falls", "specification: it need not grow"),
  operationWarnings: written("warns in every operation", specification),
  deletedAlready: written("ends a delete as one of something that is gone", wire),
  emptyObjectForDelete: written("answers a delete with an empty object", "HTTP: 200 says that it is accepted"),
  emptyBodyForDelete: written("answers a delete with nothing", "HTTP: 200 says that it is accepted"),
  emptyFirstPage: written("begins each list with an empty page, and ends it with an empty token", specification),
  configuredByNumber: written("is configured with the number of the project", wire),
} as const satisfies Readonly<Record<string, Liberty>>;

/** Spellings of a program, which mean the same to the service. */
export const programSpellings = {
  bareNames: writes("with bare names"),
  pathsWithoutProject: writes("with paths that begin with `global`, `regions` or `zones`"),
  pathsWithSlash: writes("with paths that begin with a slash", "the documentation of this package"),
  urls: writes("with URLs"),
  urlsOnOtherHost: writes("with URLs on compute.googleapis.com"),
  urlsInCapitals: writes("with URLs on a host in capitals", "HTTP: hosts have no letter case"),
  betaUrls: writes("with URLs of the beta version"),
  alphaUrls: writes("with URLs of the alpha version"),
  fullResourceNames: writes("with full resource names", "the documentation of this package"),
  uniqueIds: writes("with `?uniqueId` behind the links of templates"),
  numberedProject: writes("with the number of the project in links"),
  projectArgument: writes("with the number of the project as an argument"),
  capitalAccounts: writes("with accounts in capitals"),
  mixedAccounts: writes("with accounts that begin with a capital"),
} as const satisfies Readonly<Record<string, Liberty>>;

/** Events that happen now and then. */
const happens = (says: string, source: string, rates: readonly number[]): Liberty => ({ says, source, rates });

/** Every liberty that the simulated service takes, with its network, the machines of the user, and others. */
export const liberties = {
  ...answerSpellings,
  ...programSpellings,
  requestLost: happens("is lost on its way", network, [0, 0, 0.05, 0.3]),
  answerLost: happens("arrives, and its answer is lost", network, [0, 0, 0.05, 0.3, 0.6]),
  silence: happens("gets no answer at all", network, [0, 0, 0, 0.1]),
  refusedConnection: happens("meets nobody", network, [0, 0, 0, 0.1]),
  slowAnswer: happens("is answered after 25 s", network, [0, 0, 0, 0, 0.3]),
  slowNetwork: happens("takes eight seconds on its way", network, [0, 0, 0.1]),
  unavailable: happens("is refused with 503", unavailable, [0, 0, 0.05, 0.3]),
  unavailableAfterEffect: happens("is carried out, and answered with 503", unavailable, [0, 0, 0.05, 0.3]),
  requestTimeout: happens("is refused with 408", "HTTP: 408", [0, 0, 0, 0.1]),
  tooManyRequests: happens("is refused with 429", "HTTP: 429", [0, 0, 0, 0.1]),
  rateLimit: happens("is refused with 403 rateLimitExceeded", wire, [0, 0, 0, 0.1]),
  operationInProgress: happens("is refused with 409 operationInProgress", report, [0, 0, 0, 0.1]),
  projectLost: happens("is refused with 404, as in a project that is deleted for now", report, [0, 0, 0, 0.05]),
  constraint: happens("is refused for good with 412, as a constraint of the organization", report, [0, 0, 0, 0, 0.2]),
  badValue: happens("is refused for good with 400", wire, [0, 0, 0, 0, 0.1]),
  emptyPage: happens("is empty, and not the last", specification, [0, 0, 0.3]),
  doneInFirstAnswer: happens("is DONE in the first answer", specification, [0, 0, 0.5]),
  slowOperation: happens("takes its time", specification, [0.2, 0.5, 0.9]),
  failsWithoutEffect: happens("fails without effect", specification, [0, 0, 0.2]),
  leavesItsObject: happens(
    "fails, and leaves its object",
    "public issues: an insert that fails can leave its object",
    [0, 0, 0, 0.15],
  ),
  changeFailsAfterEffect: happens(
    "fails after its effect",
    "public issues, in wire facts: an operation that ends in an error can have had its effect",
    [0, 0, 0, 0.15, 0.4],
  ),
  unknownAtFirst: happens("is unknown at first", wire, [0, 0, 0.3, 1]),
  forgotten: happens(
    "is no longer found by its name two seconds after its end",
    "wire facts: 404 after the retention; nothing says when the list agrees",
    [0, 0, 0.2],
  ),
  shortRetention: happens(
    "keeps operations for an hour",
    "specification: the length of the retention is not given",
    [0, 0, 0, 1],
  ),
  earlyWait: happens("returns early", specification, [0, 0.1, 0.5]),
  staleRead: happens("shows what was there some seconds ago", "public issues: eventual visibility", [0, 0, 0.35]),
  deniedList: happens(
    "may not list operations",
    "specification: listing operations has a permission of its own",
    [0, 0, 0, 0, 0, 0, 0, 1],
  ),
  refusedFilter: happens(
    "takes no filter of operations",
    "specification: the members that a filter can name are not given",
    [0, 0, 0, 0, 0, 0, 0, 1],
  ),
  asksForSeconds: happens("asks to wait for 3 s", "HTTP: Retry-After", [0, 0, 0, 0.4]),
  asksForLong: happens("asks to wait for 40 s", "HTTP: Retry-After", [0, 0, 0, 0.4]),
  endsNotReady: happens(
    "begins, and ends because another change runs",
    "wire facts: RESOURCE_NOT_READY as the error of an operation",
    [0, 0, 1],
  ),
  busyObjects: happens("changes an object by one operation at a time", wire, [0, 1]),
  reservedNames: happens("holds a name from the moment of the insert", "public issues", [0, 1]),
  hashedFingerprints: happens(
    "has fingerprints that are hashes of the labels",
    "the documentation of labelFingerprint, in wire facts",
    [0, 0, 0, 1],
  ),
  createdAtEffect: happens(
    "has the time of an object's creation from the end of the insert",
    "specification: nothing says which moment of an insert is that of the creation",
    [0, 0, 0, 1],
  ),
  contention: happens(
    "is refused with 409, as if another policy had been set, and none was",
    "public issues and Google's documents, in wire facts: the etag can stay the same",
    [0, 0, 0, 0.3, 0.7],
  ),
  lateReads: happens(
    "shows everything as it was some seconds ago",
    "public issues: eventual visibility",
    [0, 0, 0, 0, 0, 0, 0, 1],
  ),
  rivalJustBefore: happens(
    "arrives just after a change of somebody else",
    "HTTP: between an answer and the next request anything can happen",
    [0, 0, 0, 0.1, 0.8],
  ),
  wrongClock: happens(
    "runs with a clock that is an hour off",
    "operating systems: a machine without a time server, or one that slept",
    [0, 0, 0, 0.5],
  ),
  imports: happens("begins with an import", "Pulumi: `pulumi import`", [0, 0, 0, 0, 0, 1]),
} as const satisfies Readonly<Record<string, Liberty>>;

export type LibertyName = keyof typeof liberties;

export const libertyNames = Object.keys(liberties) as readonly LibertyName[];
