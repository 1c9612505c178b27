import { currentCall, type RunningCall } from "./calls";
import { nowMs } from "./clock";
import { ProviderDied, type EngineRequest, type Method } from "./engine/plugins";
import type { State } from "./engine/snapshot";
import type { Ended } from "./processes";
import { GoodSteps } from "./goodSteps";
import { Intentions, type Shown } from "./intentions";
import type { Changed, SimulatedKind } from "./kinds/kind";
import type { Network } from "./network";
import { isUnnamed, type SimulatedProgram } from "./program";
import type { Wanted } from "./peoplePromises";
import { promises, type Call, type PromiseName, type Scene } from "./promises";
import type { rolloutPromises } from "./rolloutPromises";
import type { Service } from "./service/service";
import type { Values } from "../../provider/src/fields/values";
import { parseUrn } from "../../provider/src/names/stackUrn";
import { parseKind } from "../../provider/src/names/typeToken";

/** A promise that does not hold. */
export class Broken extends Error {
  constructor(
    readonly promise: PromiseName,
    detail: string,
  ) {
    super(detail);
  }
}

export interface WatchOptions {
  readonly service: Service;
  readonly network: Network;
  readonly program: SimulatedProgram;
  readonly kinds: readonly SimulatedKind[];
  readonly state: () => State;
}

/** The age of a state that the service may still show to a call. */
const staleMs = 6_000;

/** Looks at everything that happens in a life, and notes the first promise that breaks. */
export class Watch {
  wasKilled = false;
  /** The promises that had an occasion to break, and the ends of the steps. */
  readonly judged = new Set<string>();
  orphans: readonly string[] = [];
  /** Kinds of which a warning has said that something stays as it is. */
  private readonly warned = new Set<string>();
  /** Kinds of which a forced replacement has made the new resource before the old one went. */
  private readonly createdFirst = new Set<string>();

  get wasReplacedFirst(): boolean {
    return this.createdFirst.size > 0;
  }

  /** Kinds of which a warning has named the option for the other order. */
  private readonly orderNamed = new Set<string>();
  /** The declarations of each command's program. */
  private readonly declaredSince: {
    readonly sinceMs: number;
    readonly inputs: readonly Values[];
    /** By name; none where somebody forces a replacement, or everything is to go. */
    readonly wanted: ReadonlyMap<string, Wanted>;
  }[] = [];
  private readonly intentions = new Intentions();
  private readonly goodSteps: GoodSteps;
  /** The intentions of each update. */
  private readonly shown = new Map<string, Shown>();
  private hasForced = false;
  private broken: Broken | undefined;
  /** The newest command. Calls of a killed one go on, and nobody cancels them. */
  private command = newCommand();

  constructor(private readonly options: WatchOptions) {
    this.goodSteps = new GoodSteps(options.service.objects);
    options.network.resent = (label, asksUntilMs) => {
      this.check("waitsAreObeyed", promises.waitsAreObeyed(this.scene, label, asksUntilMs));
    };
    options.service.objects.watch = (path, before, after) => {
      const { beganMs = nowMs(), observed } = currentCall.getStore() ?? {};
      const declared = this.declaredSince.findLast(({ sinceMs }) => sinceMs <= beganMs)?.inputs ?? [];
      const change = { path, before, after, declared, observed: observed?.get(path) };
      this.check("othersLoseNothing", promises.othersLoseNothing(this.scene, change, beganMs - staleMs));
      const shown = this.shown.get(toKey(currentCall.getStore()));
      this.check("updatesChangeWhatTheyShow", promises.updatesChangeWhatTheyShow(this.scene, change, shown));
      this.check("ignoredMembersStay", promises.ignoredMembersStay(this.scene, change, shown));
      this.checkHands("handsStay", promises.handsStay(this.scene, change, currentCall.getStore()));
      this.checkPeople(change, beganMs);
    };
  }

  get scene(): Scene {
    const { service, network, program, kinds, state } = this.options;
    const { wasKilled, orphans } = this;
    const { createdFirst, orderNamed } = this;
    const plain = [...this.warned].filter((kind) => wasKilled || !createdFirst.has(kind));
    const warned = new Set([...plain, ...[...createdFirst].filter((kind) => orderNamed.has(kind))]);
    const now = state();
    const declared = program.goalsIn(now);
    return { service, network, state: now, kinds, declared, wasKilled, orphans, warned, size: kinds.length };
  }

  check(promise: PromiseName, detail: string | undefined): void {
    this.judged.add(promise);
    if (detail === undefined) return;
    this.options.service.say(`!!! ${promise}: ${detail}`);
    this.broken ??= new Broken(promise, detail);
  }

  /** Looks at a promise about the hands of others, where there are any. */
  private checkHands(promise: keyof typeof rolloutPromises, detail: string | undefined): void {
    this.check(promise, this.options.service.hasHands ? detail : undefined);
  }

  /** @throws the first promise that has broken */
  verdict(): void {
    if (this.broken !== undefined) throw this.broken;
  }

  /** @param what the command in words */
  commandBegins(what: string): void {
    const declared = what === "destroy" ? [] : this.options.program.declared;
    this.command = newCommand();
    // A forced replacement may be left for a later command to end, and the engine itself replaces what gets another provider.
    this.hasForced ||= isForced(what);
    const hasOwnReasons = this.hasForced || this.options.program.hasMoved;
    const wanted = (hasOwnReasons ? [] : declared).map(({ name, kind, inputs }) => [name, { kind, inputs }] as const);
    const inputs = declared.map((one) => one.inputs);
    this.declaredSince.push({ sinceMs: nowMs(), inputs, wanted: new Map(wanted) });
  }

  /** A run of one target has made a resource of what another one still has. A late read may not have shown that. */
  takesOver(urn: string): void {
    if (this.command.misled.has(urn)) return;
    this.check("takeoversWarn", promises.takeoversWarn(this.scene, urn, this.command.warnings.get(urn) ?? []));
  }

  private checkPeople(change: Changed, beganMs: number): void {
    const call = currentCall.getStore();
    const program = this.declaredSince.findLast(({ sinceMs }) => sinceMs <= beganMs);
    const wanted = program?.wanted.get(parseUrn(call?.urn ?? "").name);
    const { people } = this.options.service;
    const isDeleted = promises.wantedObjectsStay(this.scene, change, call, wanted, beganMs - staleMs);
    this.check("wantedObjectsStay", people.changeInPlace ? isDeleted : undefined);
  }

  /** @param isKilled true if its CLI was: the state lacks the end of what it did */
  commandEnds(isKilled: boolean, errors: string): void {
    this.wasKilled ||= isKilled;
    this.command.isKilled = isKilled;
    const wrong = this.goodSteps.commandEnds(this.options.state(), isKilled);
    this.check("recordsGoBack", promises.recordsGoBack(this.scene, wrong));
    const { rotateNames } = this.options.service.people;
    this.check("resourcesAreOne", rotateNames ? undefined : promises.resourcesAreOne(this.scene, errors));
  }

  /** From now on no call waits for anything. */
  commandIsCancelled(): void {
    this.command.cancelledAtMs = nowMs();
  }

  /** A call of a provider begins; what comes back is told of its end. */
  callBegins(kindName: string, method: Method, request: EngineRequest, args: readonly unknown[]): Ended {
    const { service, network, kinds } = this.options;
    const { urn, timeoutMs, ignoreChanges: ignores = [] } = request;
    const kind = kinds.find(({ definition }) => definition.kind === kindName);
    if (kind === undefined || method === "check" || method === "diff") return () => undefined;
    const { command } = this;
    const beganMs = nowMs();
    const name = `${method} ${parseUrn(urn).name}`;
    service.say(`  ${name}`);
    const shown = this.intentions.begin(kind, method, request, args);
    if (shown !== undefined) this.shown.set(toKey({ urn, method, beganMs }), shown);
    if (method === "delete") command.deleted.add(urn);
    // A call of a killed command ends while another program is in force.
    const inputs = this.options.program.declared.find((one) => one.name === parseUrn(urn).name)?.inputs;
    return (error, running) => {
      this.judged.add(
        `${method} ${error === undefined ? "ends" : error instanceof ProviderDied ? "is killed" : "fails"}`,
      );
      if (running.isMisled) command.misled.add(urn);
      const isRecorded = command === this.command && !command.isKilled;
      const isSent = service.operations.all.some(({ call: its }) => toKey(its) === toKey(running));
      // A step that has sent nothing believes what it has read.
      const isAsRead = running.isMisled === true && !isSent;
      const left = this.goodSteps.stepEnds({
        urn,
        kind,
        method,
        inputs,
        ignores,
        beganMs,
        error,
        isRecorded,
        isAsRead,
      });
      if (error instanceof ProviderDied) return;
      if (error === undefined) this.intentions.end(method, urn);
      service.say(`  ${name} ${error === undefined ? "ends" : `fails: ${error.message}`}`);
      const allowedMs = timeoutMs ?? kind.definition.timeoutMs;
      const { conflicts, asksUntilMs } = network.refusalsSince({ urn, beganMs }, /^FirewallPolicyIam/.test(kindName));
      const refusals = { conflicts, asksUntilMs: Math.max(0, ...asksUntilMs.values()) };
      const { cancelledAtMs } = command;
      const call: Call = { urn, kind, method, beganMs, allowedMs, cancelledAtMs, ...refusals, error };
      // So does one that ignores what a read of some seconds ago would be known by.
      // One without any request changes only what the state says.
      const isInformed = running.observed.size > 0 && !isAsRead && !(running.isMisled && ignores.length > 0);
      this.check("waitsEndAtTheGoal", promises.waitsEndAtTheGoal(this.scene, call, isInformed ? inputs : undefined));
      this.checkHands(
        "waitsEndAsSent",
        promises.waitsEndAsSent(this.scene, call, isInformed ? inputs : undefined, ignores),
      );
      this.checkHands("backIsBack", promises.backIsBack(this.scene, call, inputs));
      this.checkHands("standstillIsReal", promises.standstillIsReal(this.scene, error?.message ?? "", inputs));
      this.checkHands("waitsSurviveARefusal", promises.waitsSurviveARefusal(this.scene, call, inputs));
      // A step of seconds has no time to look again after a late read.
      const isHasty = running.isMisled && allowedMs <= 60_000;
      this.check("stepsGoBack", promises.stepsGoBack(this.scene, call, isHasty ? undefined : left));
      const canBeOld = running.isMisled && !command.deleted.has(urn);
      const goal = canBeOld ? undefined : this.findGoal(kind, inputs, urn, beganMs);
      this.check("createsTakeHold", promises.createsTakeHold(this.scene, call, goal));
      for (const promise of [
        "errorsSayWhatHappened",
        "errorsAreMessages",
        "refusalsAreRepeated",
        "callsEndInTime",
      ] as const)
        this.check(promise, promises[promise](this.scene, call));
    };
  }

  /** The arguments that the object of a resource has to agree with; none where anybody else has just changed it. */
  private findGoal(kind: SimulatedKind, inputs: Values | undefined, urn: string, beganMs: number): Values | undefined {
    const { objects } = this.options.service;
    if (inputs === undefined || isUnnamed({ kind, inputs })) return undefined;
    return objects.hasOtherWriter(kind.toPath(inputs), beganMs - staleMs, urn) ? undefined : inputs;
  }

  /** An object that the program adopts, and that the state has recorded, is ours if it is what the program describes. */
  noteAdopted(): void {
    const { service, kinds, state, program } = this.options;
    for (const { kind: name, inputs, outputs } of state().resources) {
      const kind = kinds.find(({ definition }) => definition.kind === name);
      if (kind === undefined || inputs.adoptExisting !== true) continue;
      const path = kind.toPath(inputs);
      const isRecorded = outputs.numericId !== undefined && outputs.numericId === service.objects.get(path)?.id;
      if (!isRecorded || service.objects.findMaker(path) === "ours") continue;
      const goal = program.goalsIn(state()).find((one) => one.kind.toPath(one.inputs) === path);
      if (goal === undefined || kind.differs(service, goal.inputs) !== undefined) continue;
      service.say(`ADOPTED ${path}`);
      service.objects.handOver(path);
    }
  }

  /** A forced replacement makes new resources of these kinds first. */
  replacesFirst(kinds: readonly SimulatedKind[]): void {
    for (const { definition } of kinds) this.createdFirst.add(definition.kind);
  }

  message(severity: string, urn: string, text: string): void {
    // The first request of a process of the classes can have no URN.
    const kind = parseKind(parseUrn(urn).type) ?? /^gce:(\w+)/.exec(text)?.[1] ?? "";
    if (/not known|unknown|left alone|no longer|leaves the value|counts as the earlier/.test(text))
      this.warned.add(kind);
    this.goodSteps.warns(urn, text);
    if (severity === "warning") this.command.warnings.set(urn, [...(this.command.warnings.get(urn) ?? []), text]);
    const inputs = this.options.program.declared.find(({ name }) => name === parseUrn(urn).name)?.inputs;
    this.checkHands("standstillIsReal", promises.standstillIsReal(this.scene, text, inputs));
    if (text.includes("deleteBeforeReplace")) this.orderNamed.add(kind);
    if (severity !== "debug") this.options.service.say(`    [${severity}] ${parseUrn(urn).name}: ${text}`);
  }
}

/** True for a command that replaces what the program does not change. */
function isForced(what: string): boolean {
  return /--replace|tainted|replacementTrigger/.test(what);
}

function newCommand() {
  /** URNs of which an object was deleted. */
  const deleted = new Set<string>();
  /** URNs of steps that have read what was there before. */
  const misled = new Set<string>();
  /** Texts of warnings by the URN. */
  const warnings = new Map<string, string[]>();
  return { cancelledAtMs: Infinity, deleted, misled, warnings, isKilled: false };
}

function toKey(call: Pick<RunningCall, "urn" | "method" | "beganMs"> | undefined): string {
  return call === undefined ? "" : `${call.urn} ${call.method} ${String(call.beganMs)}`;
}
