import * as pulumi from "@pulumi/pulumi";
import type { Problem } from "../../fields/kind";
import type { ComputeClient, ComputeClientOptions } from "../../http/client";
import { findProvider } from "../../program/placement";
import { readEnvironment } from "../../program/provider";
import { warnUnknownConfigKeys } from "../../program/unknownConfigKeys";
import { makeClient } from "../../settings/connection";
import { Settings, type ConfigReader } from "../../settings/settings";
import type { LineLog } from "../call/callLog";
import type { Invocation } from "../call/invocation";
import { checkOptions, type FunctionOptions } from "./options";

/** The surroundings of a program's call. */
export interface ProgramCall {
  readonly options: FunctionOptions;
  readonly config: ConfigReader;
  readonly hasSecretArguments: boolean;
}

/** The modules that a call needs, once nothing is wrong with its options. Loaded at the first call. */
export function startInvocation(name: string, { options, config, hasSecretArguments }: ProgramCall): Invocation {
  warnUnknownConfigKeys();
  const timeoutMs = checkOptions(name, options);
  const settings = new Settings(config, readEnvironment(findProvider(name, options)));
  return {
    settings,
    client: () => clientFor(settings, options),
    log: programLog(options.parent),
    isPreview: pulumi.runtime.isDryRun(),
    hasSecretArguments,
    signal: options.signal,
    timeoutMs,
    unresolved: (argument, value) => findUnresolved(name, argument, value),
  };
}

/** A value that has to be waited for. */
function findUnresolved(name: string, argument: string, value: unknown): Problem[] | undefined {
  const what = pulumi.Output.isInstance(value) ? "an Output" : value instanceof Promise ? "a Promise" : undefined;
  return what === undefined
    ? undefined
    : [{ property: argument, reason: `${argument} is ${what}: use gce.${name}Output, which waits for it.` }];
}

/** Pulumi's log, beside the parent when there is one. */
function programLog(parent: pulumi.Resource | undefined): LineLog {
  const { log } = pulumi;
  return {
    message(severity, line) {
      const say = { debug: log.debug, info: log.info, warning: log.warn }[severity];
      say(line, parent).catch(() => undefined);
    },
    status(line) {
      log.info(line, parent, undefined, true).catch(() => undefined);
    },
  };
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
function clientFor(settings: Settings, options: object): ComputeClient {
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
