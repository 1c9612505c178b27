import type { CallContext, ComputeClient, ComputeRequest } from "../../http/client";
import type { LinkContext } from "../../names/links";
import type { Problem, Rule } from "../../fields/kind";
import type { CallLog } from "./callLog";

/** The target that arguments and configuration together name, or why they name none. */
export type Resolution<Target> = { readonly target: Target } | { readonly problems: readonly Problem[] };

/** A function: its arguments, and what they name. */
export interface FunctionDefinition<Args, Target> {
  /** Its name, for messages: `getNetworkProfiles`. */
  readonly name: string;
  /** Every argument, with its rule. */
  readonly rules: Readonly<Record<keyof Args & string, Rule>>;
  readonly required: readonly (keyof Args & string)[];
  /** Words that other tools use for an argument, for suggestions. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Longest time for all of it, or for a page of an iterator, when neither the arguments nor the options say. */
  readonly timeoutMs: number;
  /** Repeats of one request; left out, to the deadline. */
  readonly retries?: number;
  /** How long all of it may take, as the arguments say, in milliseconds. */
  ownTimeoutMs?(args: Args): number | undefined;
  /** Finds what the arguments name. Called once each of them keeps its rule. */
  resolve(args: Args, context: LinkContext): Resolution<Target>;
  /** The path of what is looked at. */
  id(target: Target, args: Args): string;
}

/** How a request that reads something is repeated: for about ten seconds in all. */
export const reading = { timeoutMs: 10 * 60_000, retries: 5 };

/** A function that reads one thing. */
export interface GetDefinition<Args, Target, Members> extends FunctionDefinition<Args, Target> {
  /** The members of the result beside the arguments and the id. */
  call(call: FunctionCall<Args, Target>): Promise<Members>;
}

/** A function that reads a list. */
export interface ListDefinition<Args, Target> extends FunctionDefinition<Args, Target> {
  /** The member of the result that has the items. */
  readonly member: string;
  /** The member of the answer that has them. Default: `items`. */
  readonly apiMember?: string;
  /** The noun of the items, for messages: `network profiles`. */
  readonly items: string;
  /** Members of the result that the arguments alone say, such as the project. */
  echo(target: Target): object;
  /** The request for a page and its form, without what the arguments of every list say. */
  request(target: Target): ComputeRequest;
}

/** A function that gives a result as a whole. */
export type AnyDefinition<Args, Target> = GetDefinition<Args, Target, object> | ListDefinition<Args, Target>;

/** A function that is under way, once nothing is wrong with its arguments. */
export interface FunctionCall<Args, Target> {
  /** The arguments, without those that are absent. */
  readonly checked: Args;
  readonly target: Target;
  readonly client: ComputeClient;
  /** The surroundings of a request. The time begins anew: each page of an iterator has its own. */
  context(): CallContext;
  readonly log: CallLog;
  /** True if it is called for a preview. */
  readonly isPreview: boolean;
}
