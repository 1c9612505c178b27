import { currentCall, type RunningCall } from "../calls";
import { refusal, type Answer } from "./answers";
import type { Service } from "./service";

/** By these words, an error is known to come of such a refusal. */
export const refusedMessage = "a hand refuses this read";

/** The refusals that a read of a wait can meet. The provider asks for another token after a 401, and reads again. */
const refusals = {
  "403": { answer: refusal(403, "forbidden", refusedMessage), reads: 1 },
  "404": { answer: refusal(404, "notFound", refusedMessage), reads: 1 },
  "401": { answer: refusal(401, "authError", refusedMessage), reads: 2 },
  "400": { answer: refusal(400, "badRequest", refusedMessage), reads: 1 },
} as const;
type RefusedStatus = keyof typeof refusals;
export const refusedStatuses = Object.keys(refusals) as [RefusedStatus, ...RefusedStatus[]];

const known = new WeakMap<Service, RefusedReads>();

/** The refusals of this service. */
export function getRefusedReads(service: Service): RefusedReads {
  const refused = known.get(service) ?? new RefusedReads(service);
  known.set(service, refused);
  return refused;
}

/** Reads in a wait that are refused: one, or all from then on. A read before the change of a step ends the step, and is none of them. */
class RefusedReads {
  /** Calls of which one read was refused, and calls of which all were. */
  readonly met = { once: new Set<string>(), always: new Set<string>() };
  private pending: { readonly status: RefusedStatus; readonly lasts: "once" | "always"; left: number } | undefined;

  constructor(private readonly service: Service) {}

  begin(status: RefusedStatus, lasts: "once" | "always"): void {
    this.pending = { status, lasts, left: lasts === "once" ? refusals[status].reads : Infinity };
  }

  end(): void {
    this.pending = undefined;
  }

  /** The refusal of a read that arrives now. */
  take(): Answer | undefined {
    const call = currentCall.getStore();
    if (this.pending === undefined || this.service.isCalm || call === undefined || !this.waits(call)) return undefined;
    const { status, lasts } = this.pending;
    this.pending.left -= 1;
    if (this.pending.left === 0) this.pending = undefined;
    this.met[lasts].add(toKey(call));
    this.service.say(`GET of the group ${status}: a hand refuses it`);
    return refusals[status].answer;
  }

  /** True if a call has met such refusals. */
  hasMet(lasts: "once" | "always", call: Pick<RunningCall, "urn" | "beganMs">): boolean {
    return this.met[lasts].has(toKey(call));
  }

  /** True for a call whose change is done, and that has asked for no other one. */
  private waits({ urn, beganMs }: RunningCall): boolean {
    const its = this.service.operations.all.filter(({ call }) => call?.urn === urn && call.beganMs === beganMs);
    return its.length > 0 && its.every(({ isDue }) => isDue);
  }
}

function toKey({ urn, beganMs }: Pick<RunningCall, "urn" | "beganMs">): string {
  return `${urn} ${String(beganMs)}`;
}
