/** A kind of fault as a person chooses it. */
export interface FaultChoice {
  readonly kind: string;
  readonly label: string;
  /** Its members beside the kind, as they are at first. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Every kind of fault that the emulator knows. */
export const FAULT_CHOICES: readonly FaultChoice[] = [
  {
    kind: "status",
    label: "The request is refused",
    details: { status: 503, reason: "backendError", message: "Injected from the console." },
  },
  { kind: "delay", label: "The request is slow", details: { ms: 5000 } },
  { kind: "redirect", label: "The request is sent elsewhere", details: { location: "http://127.0.0.1:9/" } },
  { kind: "resetBefore", label: "The connection breaks before anything is done" },
  { kind: "resetAfter", label: "It is done, and the connection breaks before the answer" },
  { kind: "truncate", label: "It is done, and half of the answer arrives" },
  { kind: "stall", label: "It is done, and the answer stops half-way" },
  {
    kind: "replaceAnswer",
    label: "It is done, and something in between answers in its place",
    details: { status: 502, body: "<html><title>Bad Gateway</title></html>", contentType: "text/html" },
  },
  {
    kind: "outage",
    label: "It is done and answered, and then nothing listens here for a while, this page included",
    details: { ms: 5000 },
  },
  {
    kind: "operationError",
    label: "The operation fails",
    details: { errors: [{ code: "QUOTA_EXCEEDED", message: "Quota 'ROUTES' exceeded. Limit: 250.0 globally." }] },
  },
  { kind: "operationVanishes", label: "The operation can no longer be found", details: { when: "whenDone" } },
  { kind: "operationNotFoundAtFirst", label: "The operation cannot be found at first", details: { times: 2 } },
  {
    kind: "operationWarnings",
    label: "The operation warns",
    details: { warnings: [{ code: "DEPRECATED_RESOURCE_USED", message: "Something in this is deprecated." }] },
  },
  { kind: "doneAtOnce", label: "The operation is done at once" },
  {
    kind: "resourceWarnings",
    label: "The resource carries a warning",
    details: { warnings: [{ code: "NEXT_HOP_INSTANCE_NOT_FOUND", message: "The next hop does not exist." }] },
  },
  { kind: "earlyWait", label: "A wait answers before the operation is done" },
  { kind: "partialFailure", label: "A list cannot reach a place", details: { unreachables: ["regions/europe-west1"] } },
];
