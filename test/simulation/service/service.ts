import { currentCall } from "../calls";
import { nowMs } from "../clock";
import { answerSpellings, liberties, libertyNames, type LibertyName } from "../liberties";
import type { Tape } from "../tape";
import { meetPeople, type People } from "../people";
import { notFound, ok, type Answer } from "./answers";
import { Objects, type Data } from "./objects";
import { Operations } from "./operations";
import { Spellings, type Asked } from "./spelling";

/** A request as a collection sees it. */
export interface Request {
  /** The path itself, and what its pattern captures. */
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
  readonly body: Data;
}

const lagsMs = { "2 s ago": 2_000, "3 s ago": 3_000, "4 s ago": 4_000 };

type Handler = (request: Request) => Answer | Promise<Answer>;

/**
 * Compute Engine as the specification, the wire facts and HTTP describe it. It shares no line with the provider or with the emulator, so
 * that none of them can repeat the mistake of another.
 */
export class Service {
  readonly objects = new Objects();
  readonly operations: Operations;
  readonly spellings = new Spellings(this);
  /** How often each liberty was taken. */
  readonly met = new Map<LibertyName, number>();
  readonly lines: string[] = [];
  /** Which calls of a provider have seen something that was no longer so. */
  readonly misled = new Set<string>();
  /** Which of them have not seen what was there. */
  readonly blind = new Set<string>();
  /** True once somebody has a hand in a rollout: only then, the promises about them are looked at. */
  hasHands = false;
  /** Their habits in this life. */
  readonly people: People;
  /** From then on it takes no liberties any more. */
  isCalm = false;
  private readonly lagMs: number;
  private readonly rates: Readonly<Record<LibertyName, number>>;
  private readonly handlers: { readonly method: string; readonly pattern: RegExp; readonly handle: Handler }[] = [];

  constructor(readonly tape: Tape) {
    this.people = meetPeople(tape);
    const rates = libertyNames.map((name) => [name, tape.rate(name, liberties[name].rates)]);
    this.rates = Object.fromEntries(rates) as Record<LibertyName, number>;
    const natures = [
      "deniedList",
      "refusedFilter",
      "shortRetention",
      "busyObjects",
      "endsNotReady",
      "reservedNames",
      "createdAtEffect",
      "hashedFingerprints",
      "lateReads",
    ] as const;
    const spellings = Object.keys(answerSpellings) as (keyof typeof answerSpellings)[];
    for (const name of [...natures, ...spellings]) this.decideOnce(name);
    this.lagMs = this.rates.lateReads > 0 ? tape.pick("it shows what was there", lagsMs) : 0;
    this.operations = new Operations(this);
    this.on("GET", "(projects/.+)/operations", ({ parts: [, scope = ""], query }) =>
      this.operations.list(scope, query.get("filter") ?? ""),
    );
    const look =
      (isWait: boolean): Handler =>
      ({ parts: [, scope = "", name = ""] }) =>
        this.operations.look(scope, name, isWait);
    this.on("GET", "(.+)/operations/(*)", look(false));
    this.on("POST", "(.+)/operations/(*)/wait", look(true));
  }

  /** @param path `*` is any segment, `(` and `)` are around what the handler gets */
  on(method: string, path: string, handle: Handler): void {
    this.handlers.push({ method, pattern: new RegExp(`^${path.replaceAll("*", "[^/]+")}$`), handle });
  }

  /** @param target path and query below the version */
  async handle(method: string, target: string, body: Data): Promise<Answer> {
    const [encoded = "", search = ""] = target.split("?");
    const sent = { method, path: decodeURIComponent(encoded), query: new URLSearchParams(search), body };
    const instead = this.spellings.instead(sent);
    const asked = this.spellings.understood(sent);
    return "status" in asked ? asked : this.spellings.answered(asked, instead ?? (await this.answer(asked)));
  }

  private async answer({ method, path, query, body }: Asked): Promise<Answer> {
    for (const { method: its, pattern, handle } of this.handlers) {
      const parts = its === method ? pattern.exec(path) : null;
      if (parts !== null) return handle({ parts: [...parts], query, body });
    }
    throw new Error(`The simulated service has no ${method} ${path}.`);
  }

  /** An object as a GET answers it: of some seconds ago, if the service takes that liberty. */
  read(path: string): Answer {
    const data = this.visible(path);
    return data === undefined ? notFound(path) : ok(data);
  }

  visible(path: string): Data | undefined {
    const stale = this.isCalm ? 0 : this.rate("staleRead");
    const ago = this.tape.choose(
      `a read of ${this.shortened(path)} shows`,
      ["what is there", "what was there 1 s ago", "what was there 5 s ago"],
      stale,
    );
    if (ago !== "what is there") this.meet("staleRead");
    const agoMs = { "what is there": 0, "what was there 1 s ago": 1_000, "what was there 5 s ago": 5_000 }[ago];
    const past = this.objects.past(path, Math.max(agoMs, this.isCalm ? 0 : this.lagMs));
    const call = currentCall.getStore();
    const data = this.objects.get(path);
    if (past !== data) this.misled.add(call?.method ?? "");
    if (past !== data && call !== undefined) call.isMisled = true;
    if (past === undefined && data !== undefined) this.blind.add(call?.method ?? "");
    call?.observed.set(path, past);
    return past;
  }

  /** Which of these liberties the service takes with the thing, if any. */
  meets<Name extends LibertyName>(label: string, names: readonly Name[]): Name | undefined {
    if (this.isCalm) return undefined;
    const taken = this.tape.weigh<string>(
      label,
      "as usual",
      names.map((name) => [liberties[name].says, this.rates[name]]),
    );
    const name = names.find((one) => liberties[one].says === taken);
    if (name !== undefined) this.meet(name);
    return name;
  }

  /** How often the service takes a liberty in this life. */
  rate(name: LibertyName): number {
    return this.rates[name];
  }

  meet(name: LibertyName): void {
    this.met.set(name, (this.met.get(name) ?? 0) + 1);
  }

  say(text: string): void {
    const seconds = (nowMs() % 100_000_000) / 1000;
    this.lines.push(`${seconds.toFixed(2).padStart(9)} ${text}`);
  }

  /** A path without what is the same for all. */
  shortened(path: string): string {
    return path
      .replace(/^projects\/[^/]+\/(?:global|(?:regions|zones)\/[^/]+)\//, "")
      .replace(/^locations\/global\//, "");
  }

  /** A liberty that is the service's nature is a decision of its own: a life that is played again has to have it. */
  private decideOnce(name: LibertyName): void {
    const taken = this.tape.weigh<string>(`the service always (${name})`, "as usual", [
      [liberties[name].says, this.rates[name]],
    ]);
    (this.rates as Record<LibertyName, number>)[name] = taken === "as usual" ? 0 : 1;
    if (taken !== "as usual") this.meet(name);
  }
}
