import { reportCalls, type ComputeClient } from "../../http/client";
import type { Size } from "../../fields/size";
import type { Values } from "../../fields/values";
import type { Fault } from "../../http/errors/fault";
import { Deadline } from "../../http/deadline";
import { linkContext } from "../../settings/connection";
import type { Settings } from "../../settings/settings";
import { checkArguments, type FindUnresolved } from "./arguments";
import { CallLog, type LineLog } from "./callLog";
import type { AnyDefinition, FunctionCall, FunctionDefinition, ListDefinition } from "./definition";
import { toFailure, FunctionFailure } from "./failure";
import { FunctionError } from "./functionError";
import { listPages, wholeList } from "./listing";
import { ResultBound } from "./resultBound";

/*
 * One call of a function, from its arguments to its result. Loaded at the first call: it brings the HTTP client along.
 */

/** The surroundings of a call, whoever calls. */
export interface Invocation {
  readonly settings: Settings;
  /** Asked for once nothing is wrong with the arguments. */
  readonly client: () => ComputeClient;
  readonly log: LineLog;
  readonly isPreview: boolean;
  /** True if an argument is secret. Whoever calls hides it in messages. */
  readonly hasSecretArguments: boolean;
  /** Ends the call, which rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** The longest time that the caller gives it. */
  readonly timeoutMs?: number | undefined;
  /** The most that a result may be; left out where it stays in this process. */
  readonly mostResult?: Size | undefined;
  readonly unresolved?: FindUnresolved;
  /** True if a warning about the settings is still due. Default: once for a process. */
  readonly isNews?: (warning: string) => boolean;
}

/** Reads one thing, or a whole list. */
export async function get<Args extends object, Target>(
  definition: AnyDefinition<Args, Target>,
  args: Args | undefined,
  invocation: Invocation,
): Promise<Values> {
  try {
    const call = prepareCall(definition, args, invocation);
    const bound = new ResultBound(invocation.mostResult, tooLargeResult(definition));
    const result = await ("call" in definition ? definition.call(call) : wholeList(definition, call, bound));
    if ("call" in definition) bound.add(result, "return its result");
    return { ...call.checked, ...result, id: definition.id(call.target, call.checked) };
  } catch (error) {
    throw inOwnWords(definition.name, invocation, error);
  }
}

/** Reads a list page by page, with one page in memory. */
export async function* iterate<Args extends object, Target, Item>(
  definition: ListDefinition<Args, Target>,
  args: Args | undefined,
  invocation: Invocation,
): AsyncGenerator<Item[], void, undefined> {
  try {
    const call = prepareCall(definition, args, invocation);
    for await (const { items } of listPages<Args, Target, Item>(definition, call)) yield items;
  } catch (error) {
    throw inOwnWords(definition.name, invocation, error);
  }
}

/** Remedies for a result that is too large: the arguments that this function has, and the form that keeps one page. */
function tooLargeResult<Args, Target>(definition: AnyDefinition<Args, Target>): Fault {
  const narrowing = ["filter", "maxItems"].filter((name) => name in definition.rules);
  const iterator = "call" in definition ? undefined : definition.name.replace(/^get/, "iterate");
  return { kind: "resultTooLarge", narrowing, iterator };
}

const warned = new Set<string>();

function isNewsHere(warning: string): boolean {
  const isNews = !warned.has(warning);
  warned.add(warning);
  return isNews;
}

/** Everything that a call needs, once nothing is wrong with the settings and the arguments. */
function prepareCall<Args extends object, Target>(
  definition: FunctionDefinition<Args, Target>,
  args: Args | undefined,
  { settings, client, log: lineLog, isPreview, hasSecretArguments, signal, timeoutMs, ...more }: Invocation,
): FunctionCall<Args, Target> {
  signal?.throwIfAborted();
  settings.refuseOutputTexts();
  const log = new CallLog(definition.name, lineLog);
  const { unresolved = () => undefined, isNews = isNewsHere } = more;
  const { danger, debug: isDebugging } = settings;
  if (danger !== undefined && isNews(danger)) log.notice(danger);
  const { checked, target } = checkArguments(definition, args, linkContext(settings), unresolved);
  const own = [definition.ownTimeoutMs?.(checked), timeoutMs].filter((timeout) => timeout !== undefined);
  const report = reportCalls(log, isDebugging, hasSecretArguments ? "a URL with secret arguments" : undefined);
  const context = () => ({
    deadline: Deadline.after(own.length === 0 ? definition.timeoutMs : Math.min(...own), signal),
    retries: definition.retries,
    ...report,
  });
  return { checked, target, context, log, isPreview, client: client() };
}

/** Why a call ends, in the function's words. */
function inOwnWords(name: string, { signal, hasSecretArguments }: Invocation, error: unknown): unknown {
  // Whoever gives up gets their own reason.
  if (signal?.aborted === true) return signal.reason;
  const failure = error instanceof FunctionError ? error : toFailure(name, error);
  // The cause of a failure has the secrets that the service repeats.
  return hasSecretArguments ? new FunctionFailure(failure.message, undefined) : failure;
}
