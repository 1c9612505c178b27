import * as pulumi from "@pulumi/pulumi";
import { openKey } from "../../provider/src/functions/forms/programCall";
import * as gce from "../../provider/src/index";
import type { Transport } from "../../provider/src/http/transport/transport";
import { nowMs, type VirtualClock } from "./clock";
import { Network, onTheWay, type Sender } from "./network";
import { toConfiguration } from "./processes";
import { host } from "./service/answers";
import type { Data } from "./service/objects";
import type { Operation } from "./service/operations";
import { policyPath, groupPath } from "./service/parts";
import { beginOperation, rule, ServedLists, serveRule } from "./service/reads";
import { Service } from "./service/service";
import type { Tape } from "./tape";

interface Options {
  readonly timeout?: string;
  readonly [openKey]: (() => Transport) | undefined;
}

interface List {
  readonly promise: (args: Data, options: Options) => Promise<object>;
  readonly iterate: (args: Data, options: Options) => AsyncIterable<object>;
  readonly member: string;
  readonly args: Data;
  readonly isUnsorted?: true;
}

const list = (promise: unknown, iterate: unknown, more: Pick<List, "member" | "args" | "isUnsorted">): List =>
  ({ promise, iterate, ...more }) as List;

const lists = {
  getNetworkProfiles: list(gce.getNetworkProfiles, gce.iterateNetworkProfiles, { member: "networkProfiles", args: {} }),
  getManagedInstances: list(gce.getManagedInstances, gce.iterateManagedInstances, {
    member: "managedInstances",
    args: { instanceGroupManager: groupPath },
    isUnsorted: true,
  }),
  getOrganizationOperations: list(gce.getOrganizationOperations, gce.iterateOrganizationOperations, {
    member: "operations",
    args: { parentId: "organizations/123456789012" },
  }),
  getInterconnectRemoteLocations: list(gce.getInterconnectRemoteLocations, gce.iterateInterconnectRemoteLocations, {
    member: "locations",
    args: {},
  }),
} as const;

export const functionNames = [
  ...(Object.keys(lists) as (keyof typeof lists)[]),
  "waitForRegionOperation",
  "getNetworkFirewallPolicyPacketMirroringRule",
] as const;

export type FunctionName = (typeof functionNames)[number];

export const isFunction = (cast: string): cast is FunctionName => functionNames.some((name) => name === cast);

/** A call of a function, and what came of it. */
interface FunctionCall {
  readonly name: FunctionName;
  readonly form: "one call" | "an iterator";
  readonly service: Service;
  readonly network: Network;
  readonly lists: ServedLists;
  readonly operation: Operation;
  readonly args: Data;
  readonly allowedMs: number | undefined;
  /** Of an iterator, the longest wait for an item. */
  readonly tookMs: number;
  readonly items: readonly Data[] | undefined;
  readonly result: Data | undefined;
  readonly error: Error | undefined;
}

const reorders = ["otherOrder", "changingOrder"] as const;
const mayFail = [...onTheWay, "failsWithoutEffect", "changeFailsAfterEffect", "forgotten"] as const;
const defaultMs = (name: FunctionName) => (name === "waitForRegionOperation" ? 1_200_000 : 600_000);

/** The promises of a function, which hold whatever the service and the network do. */
const functionPromises = {
  /** A list has every item once, in the order of the service, and at most `maxItems`. */
  listsAreComplete({ service, lists, args, items }: FunctionCall): string | undefined {
    if (items === undefined) return undefined;
    const wanted = lists.wanted(args).map(({ id }) => id);
    const got = items.map(({ numericId }) => numericId);
    // A service that has its lists backwards has its own first items on each page.
    if (reorders.some((name) => service.rate(name) > 0)) {
      const isWhole = args.maxItems === undefined ? wanted.every((id) => got.includes(id)) : true;
      return isWhole && got.length === wanted.length && new Set(got).size === got.length
        ? undefined
        : `${String(got.length)} items of ${String(wanted.length)}`;
    }
    return JSON.stringify(got) === JSON.stringify(wanted)
      ? undefined
      : `${String(got.length)} items, and not the ${String(wanted.length)} that are there`;
  },

  /** A wait returns the operation when it is DONE, never earlier, and throws its error. */
  waitsReturnWhatIsDone({ name, operation, result, error }: FunctionCall): string | undefined {
    if (name !== "waitForRegionOperation") return undefined;
    const isOver = nowMs() >= operation.endsMs;
    const isFailure = /wait for [^ ]+ failed: INTERNAL_ERROR/.test(error?.message ?? "");
    if (result !== undefined && (result.status !== "DONE" || !isOver || operation.error !== undefined))
      return `it returns ${JSON.stringify(result)}`;
    return isFailure && (!isOver || operation.error === undefined) ? `it throws ${String(error?.message)}` : undefined;
  },

  /** A rule is the one that is there. */
  rulesAreTrue({ name, result }: FunctionCall): string | undefined {
    if (result === undefined || name !== "getNetworkFirewallPolicyPacketMirroringRule") return undefined;
    const different = Object.entries(rule).filter(([member, value]) => result[member] !== value);
    return different.length === 0 ? undefined : `${different.join()} is not what it returns`;
  },

  /** It fails only for a reason: the network, the service, or a deadline of the program. */
  failuresHaveReasons({ service, error, allowedMs, operation, name, args }: FunctionCall): string | undefined {
    const isLong = name === "waitForRegionOperation" && operation.endsMs - operation.begunMs > defaultMs(name);
    // Only the name of an operation tells that it may be too young to be known.
    const isYoung = service.met.has("unknownAtFirst") && args.operation === operation.id;
    const hasReason =
      allowedMs !== undefined || isLong || isYoung || mayFail.some((liberty) => service.met.has(liberty));
    return error === undefined || hasReason ? undefined : `it fails without a reason: ${error.message}`;
  },

  /** An error is a message of this package that names the function, and none is a fault in it. */
  errorsNameTheFunction({ name, error }: FunctionCall): string | undefined {
    const isOurs = error === undefined || error.message.startsWith(`gce.${name}: `);
    return isOurs && !/fault (?:in|of) (?:this|the) package|TypeError|RangeError/.test(error?.message ?? "")
      ? undefined
      : error?.message;
  },

  /** A call ends within its deadline; of an iterator, each page does. */
  functionsEndInTime({ name, form, lists, tookMs, allowedMs = defaultMs(name) }: FunctionCall): string | undefined {
    // Several pages of an iterator can go by without an item.
    const pages = form === "an iterator" ? lists.pages.size + 1 : 1;
    return tookMs > allowedMs * pages + 3_000 ? `it took ${String(tookMs)} ms of ${String(allowedMs)}` : undefined;
  },

  /** Each page is asked for at most six times, and anything else at most twice a second. */
  functionsAskWithinBounds({ name, network, lists, allowedMs = defaultMs(name) }: FunctionCall): string | undefined {
    const most = name === "waitForRegionOperation" ? 10 + allowedMs / 500 : 6 * (lists.pages.size + 2);
    return network.sentAtMs.length > most
      ? `${String(network.sentAtMs.length)} requests, and not ${String(most)}`
      : undefined;
  },
} as const;

export type FunctionPromiseName = keyof typeof functionPromises;

const survivor: Sender = { isDead: false, dies: () => undefined, kill: () => undefined };

/** The rest of a program beside its functions. */
function configure(network: Network): void {
  pulumi.runtime.setAllConfig({ ...toConfiguration(network) });
  const say = (message: string) => {
    network.service.say(message);
    return Promise.resolve();
  };
  Object.assign(pulumi.log, { info: say, warn: say, debug: () => Promise.resolve() });
}

/** A call of a function against a service that takes its liberties. The first promise that it breaks, if any. */
export async function callFunction(
  clock: VirtualClock,
  tape: Tape,
  name: FunctionName,
): Promise<{
  service: Service;
  network: Network;
  judged: readonly FunctionPromiseName[];
  broken: readonly [FunctionPromiseName, string] | undefined;
}> {
  const service = new Service(tape);
  const network = new Network(service);
  configure(network);
  let open: (() => Transport) | undefined;
  const toService = network.transport(survivor);
  const sends = new Promise<void>((resolve) => {
    const send: Transport["send"] = (request) => {
      resolve();
      return toService.send(request);
    };
    open = () => ({ ...toService, send });
  });
  serveRule(service);
  const served = new ServedLists(service);
  const operation = beginOperation(service);
  await clock.pass(tape.pick("it is called", { "at once": 1, "after a second": 1_000, "after 3 minutes": 180_000 }));
  const timeout = tape.choose("its timeout is", ["the default", "40s", "2s"], 0.3);
  const options: Options = { ...(timeout === "the default" ? {} : { timeout }), [openKey]: open };
  const form = tape.choose("it is", ["one call", "an iterator"]);
  const args = chooseArguments(tape, name, operation);
  service.say(`${name}(${JSON.stringify(args)}, ${JSON.stringify(options)})`);
  let [askedMs, tookMs] = [nowMs(), 0];
  const arrives = () => {
    tookMs = Math.max(tookMs, nowMs() - askedMs);
    askedMs = nowMs();
  };
  const call = async (): Promise<Pick<FunctionCall, "items" | "result" | "error">> => {
    try {
      const got = await run(form, name, args, options, arrives);
      return { ...got, error: undefined };
    } catch (error) {
      return { items: undefined, result: undefined, error: error as Error };
    }
  };
  const called = call();
  await clock.whileLoading(Promise.race([sends, called]));
  const outcome = await clock.until(called);
  arrives();
  service.say(
    outcome.error?.message ?? `${name} returns ${String(outcome.items?.length ?? JSON.stringify(outcome.result))}`,
  );
  const allowedMs = { "the default": undefined, "40s": 40_000, "2s": 2_000 }[timeout];
  const ended = { name, form, service, network, lists: served, operation, args, allowedMs, tookMs, ...outcome };
  const names = Object.keys(functionPromises) as FunctionPromiseName[];
  const broken = names
    .map((one) => [one, functionPromises[one](ended)] as const)
    .find(([, detail]) => detail !== undefined);
  return { service, network, judged: names, broken: broken && [broken[0], broken[1] ?? ""] };
}

async function run(
  form: FunctionCall["form"],
  name: FunctionName,
  args: Data,
  options: Options,
  arrives: () => void,
): Promise<Pick<FunctionCall, "items" | "result">> {
  if (name === "waitForRegionOperation") {
    const { operation } = args as { operation: string };
    return { items: undefined, result: { ...(await gce.waitForRegionOperation({ ...args, operation }, options)) } };
  }
  if (name === "getNetworkFirewallPolicyPacketMirroringRule") {
    const ruleArgs = args as { firewallPolicy: string; priority: number };
    return {
      items: undefined,
      result: { ...(await gce.getNetworkFirewallPolicyPacketMirroringRule(ruleArgs, options)) },
    };
  }
  const { promise, iterate, member } = lists[name];
  if (form === "one call") {
    return {
      items: ((await promise(args, options)) as Readonly<Record<string, readonly Data[]>>)[member],
      result: undefined,
    };
  }
  const items: Data[] = [];
  for await (const item of iterate(args, options)) {
    arrives();
    items.push(item as Data);
  }
  return { items, result: undefined };
}

const maxResults = { "no maxResults": undefined, "maxResults 7": 7, "maxResults 0": 0, "maxResults 500": 500 };
const maxItems = { "no maxItems": undefined, "maxItems 1": 1, "maxItems 10": 10, "maxItems 600": 600 };

function chooseArguments(tape: Tape, name: FunctionName, { name: operation, id }: Operation): Data {
  if (name === "getNetworkFirewallPolicyPacketMirroringRule")
    return { firewallPolicy: policyPath("a"), priority: 1000 };
  if (name === "waitForRegionOperation") {
    const path = `${groupPath.replace(/\/instanceGroupManagers.*/, "")}/operations/`;
    const forms = {
      "by its name": operation,
      "by its number": id,
      "by its path": path + operation,
      "by its URL": host + path + operation,
    };
    return { operation: tape.pick("the operation is given", forms) };
  }
  const { args, isUnsorted } = lists[name];
  const drawn = {
    maxResults: tape.pick<number | undefined>("it has", maxResults),
    maxItems: tape.pick<number | undefined>("it also has", maxItems),
    filter: tape.choose("and", ["no filter", "a filter"]) === "a filter" ? 'currentAction = "NONE"' : undefined,
    orderBy:
      isUnsorted !== true && tape.choose("it wants", ["any order", "the newest first"]) === "the newest first"
        ? "creationTimestamp desc"
        : undefined,
  };
  return { ...args, ...Object.fromEntries(Object.entries(drawn).filter(([, value]) => value !== undefined)) };
}
