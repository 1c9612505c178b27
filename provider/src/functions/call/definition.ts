import type { CallContext, ComputeClient } from "../../http/client";
import type { LinkContext } from "../../names/links";
import type { ListQuery } from "../../compute/paging";
import type { Problem } from "../../fields/problem";
import type { Warning } from "../../compute/warning";
import type { ProgramLog } from "./programLog";

/** What is wrong with the value of an argument. */
export type ArgumentRule = (value: unknown, name: string, context: LinkContext) => Problem[];

/** What arguments and configuration together name, or why they do not. */
export type Resolution<Target> = { readonly target: Target } | { readonly problems: readonly Problem[] };

/** A function: its arguments, and what they name. */
export interface FunctionDefinition<Args, Target> {
  /** Its name, for messages: `getNetworkProfiles`. */
  readonly name: string;
  /** Every argument, with its rule. */
  readonly rules: Readonly<Record<keyof Args & string, ArgumentRule>>;
  readonly required: readonly (keyof Args & string)[];
  /** Words of others for an argument, for suggestions. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Longest time for all of it, or for a page of an iterator, when neither the arguments nor the options say. */
  readonly timeoutMs: number;
  /** Repeats of one request; left out, to the deadline. */
  readonly retries?: number;
  /** How long all of it may take, as the arguments say, in milliseconds. */
  ownTimeoutMs?(args: Args): number | undefined;
  /** What the arguments name. Called once each of them keeps its rule. */
  resolve(args: Args, context: LinkContext): Resolution<Target>;
  /** The path of what is looked at. */
  id(target: Target): string;
}

/** How a request that reads something is repeated: for about ten seconds in all. */
export const reading = { timeoutMs: 10 * 60_000, retries: 5 };

/** A function that reads one thing. */
export interface GetDefinition<Args, Target, Result> extends FunctionDefinition<Args, Target> {
  /** The members of the result beside the arguments and the id. */
  call(call: FunctionCall, target: Target, args: Args): Promise<Omit<Result, "id">>;
}

/** A function that reads a list. */
export interface ListDefinition<Args, Target, Item> extends FunctionDefinition<Args, Target> {
  /** The member of the result that has the items. */
  readonly member: string;
  /** What the items are, for messages: `network profiles`. */
  readonly items: string;
  /** Members of the result that the arguments alone say: the project that was meant. */
  echo(target: Target): Readonly<Record<string, unknown>>;
  fetchPage(client: ComputeClient, target: Target, query: ListQuery, context: CallContext): Promise<FetchedPage<Item>>;
}

/** One page as the service answers it, with the API's ids under names that do not collide with Pulumi's. */
export interface FetchedPage<Item> {
  items: Item[];
  nextPageToken?: string | undefined;
  warning?: Warning | undefined;
  unreachables?: readonly string[] | undefined;
  /** Members of the envelope that the result has: those of the first page. */
  envelope: Readonly<Record<string, unknown>>;
}

/** What a function that is under way can use. */
export interface FunctionCall {
  readonly client: ComputeClient;
  readonly context: CallContext;
  readonly log: ProgramLog;
  /** Whether the user looks for the cause of a fault. */
  readonly isDebugging: boolean;
}
