import * as pulumi from "@pulumi/pulumi";
import type { CallContext, ComputeClient, ComputeClientOptions } from "../../http/client";
import { Deadline } from "../../http/deadline";
import { linkContext, makeClient } from "../../settings/connection";
import { Settings, type ConfigReader } from "../../settings/settings";
import { warnOfStrayKeys } from "../../settings/strayKeys";
import type { Redact } from "../../messages/secrets";
import { checkArguments } from "./argumentCheck";
import type { FunctionDefinition, GetDefinition, ListDefinition } from "./definition";
import { failureOf, FunctionFailure } from "./failure";
import type { ListArgs } from "./listArguments";
import { fetchPages, ListSummary } from "./listing";
import { checkOptions, type FunctionOptions } from "./options";
import { ProgramLog } from "./programLog";

/*
 * One call of a function, from its arguments to its result. Loaded at the first call: it brings the HTTP client along.
 */

/** What a call runs with. */
export interface Invocation {
  readonly options: FunctionOptions;
  readonly config: ConfigReader;
  /** Takes secrets out of messages; left out where no argument is secret. */
  readonly redact: Redact | undefined;
}

/** Reads one thing, or a whole list. */
export function get<Args extends object, Target, Result extends { id: string }>(
  definition: GetDefinition<Args, Target, Result>,
  args: Args | undefined,
  invocation: Invocation,
): Promise<Result> {
  return inOwnWords(definition.name, invocation, async () => {
    const { given, target, context, ...call } = prepared(definition, args, invocation);
    const result = await definition.call({ ...call, context: context() }, target, given);
    return { ...given, ...result, id: definition.id(target) } as unknown as Result;
  });
}

/** Reads a list page by page. What is held of it is one page. */
export async function* iterate<Args extends ListArgs, Target, Item>(
  definition: ListDefinition<Args, Target, Item>,
  args: Args | undefined,
  invocation: Invocation,
  hold: () => () => void,
): AsyncGenerator<Item[], void, undefined> {
  const { name } = definition;
  const { pages, summary } = await inOwnWords(name, invocation, () => {
    // Each page has a time of its own: the program's work between two pages is none of the call's time.
    const { given, target, log, ...call } = prepared(definition, args, invocation);
    const pager = { ...call, hold, holds: false };
    return { pages: fetchPages(definition, target, given, pager), summary: new ListSummary<Item>(log, false) };
  });
  for (;;) {
    const next = await inOwnWords(name, invocation, () => pages.next());
    if (next.done === true) break;
    summary.add(next.value);
    yield next.value.items;
  }
}

/** Once for a program is enough. */
let hasWarnedOfDanger = false;

/** Everything that a call needs, once nothing is wrong with the options, the settings and the arguments. */
function prepared<Args extends object, Target>(
  definition: FunctionDefinition<Args, Target>,
  args: Args | undefined,
  { options, config, redact }: Invocation,
) {
  warnOfStrayKeys();
  const { parent, signal, timeoutMs } = checkOptions(definition.name, options);
  signal?.throwIfAborted();
  const settings = new Settings(config, process.env);
  const log = new ProgramLog(definition.name, parent, redact);
  const { danger, debug: isDebugging } = settings;
  if (danger !== undefined && !hasWarnedOfDanger) {
    hasWarnedOfDanger = true;
    log.notice(danger);
  }
  const { given, target } = checkArguments(definition, args, linkContext(settings));
  const own = [definition.ownTimeoutMs?.(given), timeoutMs].filter((timeout) => timeout !== undefined);
  const context = (): CallContext => ({
    deadline: Deadline.after(own.length === 0 ? definition.timeoutMs : Math.min(...own), signal),
    retries: definition.retries,
    onRetry: log.retry,
    onAttempt: isDebugging ? log.attempt : undefined,
    // What the program says in the clear: its arguments, unless one is a secret.
    said: () => (redact === undefined ? given : undefined),
  });
  return { given, target, context, log, isDebugging, client: clientFor(settings, options) };
}

/** Runs a step of a call, and puts its failure in the function's words. */
async function inOwnWords<T>(
  name: string,
  { options, config, redact }: Invocation,
  step: () => T | Promise<T>,
): Promise<T> {
  try {
    return await step();
  } catch (error) {
    // Whoever gives up gets their own reason.
    if (options.signal?.aborted === true) throw options.signal.reason;
    const { debug } = new Settings(config, process.env);
    const failure = pulumi.RunError.isInstance(error) ? error : failureOf(name, error, undefined, debug);
    const message = redact?.(failure.message) ?? failure.message;
    throw message === failure.message ? failure : new FunctionFailure(message, undefined);
  }
}

/** An option of a call that no program has: what opens the way to the service in place of the network. */
export const openKey = Symbol.for("pulumi-gce.open");

/** So many sets of settings keep their client; a program has one, rarely a few. */
const most = 16;

/** Clients by their settings, the one used last at the end. */
const clients = new Map<string, ComputeClient>();

/**
 * The client for these settings: the same for all calls of a program, with its connections and its token.
 *
 * None is ever closed: idle connections do not keep the process, and close by themselves.
 */
export function clientFor(settings: Settings, options: object = {}): ComputeClient {
  const { [openKey]: open } = options as { [openKey]?: ComputeClientOptions["open"] };
  if (open !== undefined) return makeClient(settings, open);
  const key = settings.fingerprint();
  const client = clients.get(key) ?? makeClient(settings);
  clients.delete(key);
  clients.set(key, client);
  const [oldest] = clients.keys();
  if (clients.size > most && oldest !== undefined) clients.delete(oldest);
  return client;
}
