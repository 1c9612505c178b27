import * as pulumi from "@pulumi/pulumi";
import type { CallContext } from "../../http/client";
import { Deadline } from "../../http/deadline";
import { linkContext } from "../../settings/connection";
import { Settings, type ConfigReader } from "../../settings/settings";
import { warnOfStrayKeys } from "../../settings/strayKeys";
import { checkArguments } from "./argumentCheck";
import { clientFor } from "./clients";
import { readRetries, type GetDefinition, type ListDefinition } from "./definition";
import { failureOf, FunctionFailure } from "./failure";
import { fetchPages, ListSummary, type Pager } from "./listing";
import type { ListArgs } from "./listArguments";
import { checkOptions, type CheckedOptions, type FunctionOptions } from "./options";
import { ProgramLog } from "./programLog";
import type { Redact } from "../../shown/secrets";

/*
 * One call of a function, from its arguments to its result. Loaded at the first call: it brings the HTTP client along.
 */

/** Longest time for a list, and of an iterator for a page, when the options do not say. */
const listTimeoutMs = 10 * 60_000;

/** What a call runs with. */
export interface Invocation {
  readonly options: FunctionOptions;
  readonly config: ConfigReader;
  /** Takes secrets out of messages; left out where no argument is secret. */
  readonly redact: Redact | undefined;
}

/** Reads one thing. */
export async function get<Args extends object, Target, Result extends { id: string }>(
  definition: GetDefinition<Args, Target, Result>,
  args: Args | undefined,
  invocation: Invocation,
): Promise<Result> {
  return told(definition.name, invocation, async (prepared) => {
    const { settings, checked, log } = prepared;
    const { given, target } = checkArguments(definition, args, linkContext(settings));
    const own = [definition.ownTimeoutMs?.(given), checked.timeoutMs].filter((timeout) => timeout !== undefined);
    const timeoutMs = own.length === 0 ? definition.timeoutMs : Math.min(...own);
    const call = {
      client: clientFor(settings, invocation.options),
      context: { ...contextOf(prepared, timeoutMs, definition.retries), said: saidOf(given, invocation) },
      preview: pulumi.runtime.isDryRun(),
      warn: log.warn,
    };
    const result = await definition.call(call, target, given);
    return { ...given, ...result, id: definition.id(target) } as unknown as Result;
  });
}

/** Reads a whole list. */
export async function list<Args extends ListArgs, Target, Item, Result>(
  definition: ListDefinition<Args, Target, Item>,
  args: Args | undefined,
  invocation: Invocation,
): Promise<Result> {
  return told(definition.name, invocation, async (prepared) => {
    const { settings, checked, log } = prepared;
    const { given, target } = checkArguments(definition, args, linkContext(settings));
    const timeoutMs = checked.timeoutMs ?? listTimeoutMs;
    const context = { ...contextOf(prepared, timeoutMs, readRetries), said: saidOf(given, invocation) };
    const summary = new ListSummary<Item>();
    for await (const page of fetchPages(definition, target, given, {
      client: clientFor(settings, invocation.options),
      context: () => context,
      isDebugging: settings.debug,
      holds: true,
    })) {
      summary.add(page);
    }
    summary.tell(log);
    const { items, ...rest } = summary.result();
    return {
      ...given,
      ...definition.echo(target),
      ...rest,
      [definition.member]: items,
      id: definition.id(target),
    } as Result;
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
  const { pages, log } = await told(name, invocation, (prepared) => {
    const { settings, checked, log } = prepared;
    const { given, target } = checkArguments(definition, args, linkContext(settings));
    const pager: Pager = {
      client: clientFor(settings, invocation.options),
      // The program's own work between two pages is none of the call's time.
      context: () => ({
        ...contextOf(prepared, checked.timeoutMs ?? listTimeoutMs, readRetries),
        said: saidOf(given, invocation),
      }),
      isDebugging: settings.debug,
      hold,
      holds: false,
    };
    return Promise.resolve({ pages: fetchPages(definition, target, given, pager), log });
  });
  const summary = new ListSummary<Item>({ keepItems: false });
  for (;;) {
    const next = await told(name, invocation, () => pages.next());
    if (next.done === true) break;
    summary.add(next.value);
    summary.tell(log);
    yield next.value.items;
  }
}

interface Prepared {
  readonly settings: Settings;
  readonly checked: CheckedOptions;
  readonly log: ProgramLog;
}

/** Once for a program is enough. */
let isDangerTold = false;

/** Runs a step of a call, and puts its failure in the function's words. */
async function told<T>(name: string, invocation: Invocation, step: (prepared: Prepared) => Promise<T>): Promise<T> {
  const { options, config, redact } = invocation;
  let isDebugging = false;
  try {
    warnOfStrayKeys();
    const checked = checkOptions(name, options);
    checked.signal?.throwIfAborted();
    const settings = new Settings(config, process.env);
    isDebugging = settings.debug;
    const log = new ProgramLog(name, checked.parent, redact);
    const { danger } = settings;
    if (danger !== undefined && !isDangerTold) {
      isDangerTold = true;
      log.notice(danger);
    }
    return await step({ settings, checked, log });
  } catch (error) {
    // Whoever gives up is told with their own reason.
    if (options.signal?.aborted === true) throw options.signal.reason;
    const failure = pulumi.RunError.isInstance(error) ? error : failureOf(name, error, undefined, isDebugging);
    const message = redact?.(failure.message) ?? failure.message;
    throw message === failure.message ? failure : new FunctionFailure(message, undefined);
  }
}

/** What the program says in the clear: its arguments, unless one is a secret. */
function saidOf(given: object, { redact }: Invocation): () => unknown {
  return () => (redact === undefined ? given : undefined);
}

function contextOf(prepared: Prepared, timeoutMs: number, retries: number | undefined): CallContext {
  const { settings, checked, log } = prepared;
  const onAttempt = settings.debug ? log.attempt : undefined;
  return { deadline: Deadline.after(timeoutMs, checked.signal), retries, onRetry: log.retry, onAttempt };
}
