/** A setting of a fault, as a field of the form. */
export interface FaultSetting {
  readonly name: string;
  readonly label: string;
  readonly initial: string;
  /** A choice instead of a free text. */
  readonly choices?: readonly string[];
  readonly numeric?: true;
}

/** A kind of fault as a person chooses it. */
export interface FaultChoice {
  readonly kind: string;
  readonly label: string;
  /** When it is looked for, which decides the methods that it can act on. */
  readonly stage: "arrival" | "answer" | "operation" | "wait" | "list";
  readonly settings: readonly FaultSetting[];
  /** The members of the fault besides its kind, from the settings. */
  readonly build: (settings: Readonly<Record<string, string>>) => Readonly<Record<string, unknown>>;
}

const nothing = { settings: [], build: () => ({}) } as const;

const code = (initial: string): FaultSetting => ({ name: "code", label: "Code", initial });
const message = (initial: string): FaultSetting => ({ name: "message", label: "Message", initial });

/** What an error says of itself, by the choice in the form. */
const REFUSALS: Readonly<Record<string, { readonly status: number; readonly reason: string }>> = {
  "400 badRequest": { status: 400, reason: "badRequest" },
  "400 resourceNotReady": { status: 400, reason: "resourceNotReady" },
  "401 authError": { status: 401, reason: "authError" },
  "403 forbidden": { status: 403, reason: "forbidden" },
  "403 rateLimitExceeded": { status: 403, reason: "rateLimitExceeded" },
  "404 notFound": { status: 404, reason: "notFound" },
  "409 alreadyExists": { status: 409, reason: "alreadyExists" },
  "412 conditionNotMet": { status: 412, reason: "conditionNotMet" },
  "429 rateLimitExceeded": { status: 429, reason: "rateLimitExceeded" },
  "500 internalError": { status: 500, reason: "internalError" },
  "503 backendError": { status: 503, reason: "backendError" },
};

/** Every kind of fault that the emulator knows. */
export const FAULT_CHOICES: readonly FaultChoice[] = [
  {
    kind: "status",
    label: "The request is refused",
    stage: "arrival",
    settings: [
      { name: "answer", label: "Answer", initial: "503 backendError", choices: Object.keys(REFUSALS) },
      message("Injected from the console."),
    ],
    build: ({ answer = "", message = "" }) => ({ ...REFUSALS[answer], message }),
  },
  {
    kind: "delay",
    label: "The request is slow",
    stage: "arrival",
    settings: [{ name: "ms", label: "Delay, ms", initial: "5000", numeric: true }],
    build: ({ ms }) => ({ ms: Number(ms) }),
  },
  { kind: "resetBefore", label: "The connection breaks before anything is done", stage: "arrival", ...nothing },
  { kind: "resetAfter", label: "It is done, and the connection breaks before the answer", stage: "answer", ...nothing },
  { kind: "truncate", label: "It is done, and half of the answer arrives", stage: "answer", ...nothing },
  { kind: "stall", label: "It is done, and the answer stops half-way", stage: "answer", ...nothing },
  {
    kind: "replaceAnswer",
    label: "It is done, and something in between answers in its place",
    stage: "answer",
    settings: [{ name: "status", label: "Status", initial: "502", numeric: true }],
    build: ({ status }) => ({
      status: Number(status),
      body: "<html><title>Bad Gateway</title></html>",
      contentType: "text/html",
    }),
  },
  {
    kind: "outage",
    label: "It is done and answered, and then nothing listens here for a while, this page included",
    stage: "answer",
    settings: [{ name: "ms", label: "For, ms", initial: "5000", numeric: true }],
    build: ({ ms }) => ({ ms: Number(ms) }),
  },
  {
    kind: "operationError",
    label: "The operation fails",
    stage: "operation",
    settings: [code("QUOTA_EXCEEDED"), message("Quota 'ROUTES' exceeded. Limit: 250.0 globally.")],
    build: ({ code, message }) => ({ errors: [{ code, message }] }),
  },
  {
    kind: "operationVanishes",
    label: "The operation can no longer be found",
    stage: "operation",
    settings: [{ name: "when", label: "When", initial: "whenDone", choices: ["atOnce", "whenDone"] }],
    build: ({ when }) => ({ when }),
  },
  {
    kind: "operationNotFoundAtFirst",
    label: "The operation cannot be found at first",
    stage: "operation",
    settings: [{ name: "times", label: "Looks that find nothing", initial: "2", numeric: true }],
    build: ({ times }) => ({ times: Number(times) }),
  },
  {
    kind: "operationWarnings",
    label: "The operation warns",
    stage: "operation",
    settings: [code("DEPRECATED_RESOURCE_USED"), message("Something in this is deprecated.")],
    build: ({ code, message }) => ({ warnings: [{ code, message }] }),
  },
  { kind: "doneAtOnce", label: "The operation is done at once", stage: "operation", ...nothing },
  {
    kind: "resourceWarnings",
    label: "The resource carries a warning",
    stage: "operation",
    settings: [code("NEXT_HOP_INSTANCE_NOT_FOUND"), message("The next hop does not exist.")],
    build: ({ code, message }) => ({ warnings: [{ code, message }] }),
  },
  { kind: "earlyWait", label: "A wait answers before the operation is done", stage: "wait", ...nothing },
  {
    kind: "partialFailure",
    label: "A list cannot reach a place",
    stage: "list",
    settings: [{ name: "unreachable", label: "Place", initial: "regions/europe-west1" }],
    build: ({ unreachable }) => ({ unreachables: [unreachable] }),
  },
  {
    kind: "redirect",
    label: "The request is sent elsewhere",
    stage: "arrival",
    settings: [{ name: "location", label: "Location", initial: "http://127.0.0.1:9/" }],
    build: ({ location }) => ({ location }),
  },
];
