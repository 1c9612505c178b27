import * as pulumi from "@pulumi/pulumi";
import type { ComputeClient, ComputeClientOptions } from "../../http/client";
import { Deadline } from "../../http/deadline";
import { linkContext, makeClient } from "../../settings/connection";
import { Settings, type ConfigReader } from "../../settings/settings";
import { warnOfStrayKeys } from "../../settings/strayKeys";
import type { Redact } from "../../messages/secrets";
import { checkArguments } from "./arguments";
import type { FunctionCall, FunctionDefinition, GetDefinition, ListDefinition } from "./definition";
import { failureOf, FunctionFailure } from "./failure";
import type { ListArgs } from "./listArguments";
import { listPages } from "./listing";
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
export async function get<Args extends object, Target, Result extends { id: string }>(
  definition: GetDefinition<Args, Target, Result>,
  args: Args | undefined,
  invocation: Invocation,
): Promise<Result> {
  try {
    const call = prepared(definition, args, invocation);
    const result = await definition.call(call);
    return { ...call.given, ...result, id: definition.id(call.target, call.given) } as unknown as Result;
  } catch (error) {
    throw inOwnWords(definition.name, invocation, error);
  }
}

/** Reads a list page by page. What is held of it is one page. */
export async function* iterate<Args extends ListArgs, Target, Item>(
  definition: ListDefinition<Args, Target>,
  args: Args | undefined,
  invocation: Invocation,
): AsyncGenerator<Item[], void, undefined> {
  try {
    const call = prepared(definition, args, invocation);
    for await (const { items } of listPages<Args, Target, Item>(definition, call, false)) yield items;
  } catch (error) {
    throw inOwnWords(definition.name, invocation, error);
  }
}

/** Once for a program is enough. */
let hasWarnedOfDanger = false;

/** Everything that a call needs, once nothing is wrong with the options, the settings and the arguments. */
function prepared<Args extends object, Target>(
  definition: FunctionDefinition<Args, Target>,
  args: Args | undefined,
  { options, config, redact }: Invocation,
): FunctionCall<Args, Target> {
  warnOfStrayKeys();
  const { parent, signal } = options;
  const timeoutMs = checkOptions(definition.name, options);
  signal?.throwIfAborted();
  const settings = new Settings(config, process.env);
  settings.refuseOutputTexts();
  const log = new ProgramLog(definition.name, parent, redact);
  const { danger, debug: isDebugging } = settings;
  if (danger !== undefined && !hasWarnedOfDanger) {
    hasWarnedOfDanger = true;
    log.notice(danger);
  }
  const { given, target } = checkArguments(definition, args, linkContext(settings));
  const own = [definition.ownTimeoutMs?.(given), timeoutMs].filter((timeout) => timeout !== undefined);
  const context = () => ({
    deadline: Deadline.after(own.length === 0 ? definition.timeoutMs : Math.min(...own), signal),
    retries: definition.retries,
    onRetry: log.retry,
    onAttempt: isDebugging ? log.attempt : undefined,
    // What the program says in the clear: its arguments, unless one is a secret.
    said: () => (redact === undefined ? given : undefined),
  });
  return { given, target, context, log, client: clientFor(settings, options) };
}

/** Why a call ends, in the function's words. */
function inOwnWords(name: string, { options, redact }: Invocation, error: unknown): unknown {
  // Whoever gives up gets their own reason.
  if (options.signal?.aborted === true) return options.signal.reason;
  const failure = pulumi.RunError.isInstance(error) ? error : failureOf(name, error);
  const message = redact?.(failure.message) ?? failure.message;
  return message === failure.message ? failure : new FunctionFailure(message, undefined);
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
function clientFor(settings: Settings, options: object = {}): ComputeClient {
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
