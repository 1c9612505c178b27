import * as pulumi from "@pulumi/pulumi";
import type { ConfigReader } from "../../settings/settings";
import { linkName } from "../../names/links";
import { redactionOf, textsIn, type Redact } from "../../shown/secrets";
import type { GetDefinition, ListDefinition } from "./definition";
import type { Invocation } from "./invocation";
import type { ListArgs } from "./listArguments";
import { answerOfMock, itemsOfMock, valueOf } from "./mocks";
import type { FunctionOptions, FunctionOutputOptions } from "./options";
import { programConfiguration, providerSettings } from "./providerSettings";
import { withoutColors } from "../../shown/inspection";

/*
 * The three forms of a function. They are loaded with the package; what makes a call is loaded by the first call.
 */

/** Arguments of the form that waits for them. */
export type Waiting<Args> = {
  [Key in keyof Args]: pulumi.Input<object extends Pick<Args, Key> ? Args[Key] | undefined : Args[Key]>;
};

/** What reads one thing. */
export interface GetForms<Args, Result> {
  promise(args: Args, options?: FunctionOptions): Promise<Result>;
  output(args: Waiting<Args>, options?: FunctionOutputOptions): pulumi.Output<Result>;
}

/** What reads a list. */
export interface ListForms<Args, Item, Result> {
  promise(args?: Args, options?: FunctionOptions): Promise<Result>;
  output(args?: Waiting<Args>, options?: FunctionOutputOptions): pulumi.Output<Result>;
  iterate(args?: Args, options?: FunctionOptions): AsyncIterable<Item>;
}

export function getForms<Args extends object, Target, Result extends { id: string }>(
  definition: GetDefinition<Args, Target, Result>,
): GetForms<Args, Result> {
  const run: Run<Args, Result> = async (args, invocation) => {
    const { get } = await import("./invocation.js");
    return get(definition, args, invocation);
  };
  return {
    promise: (args, options = {}) => promiseForm(definition.name, run, args, options),
    output: (args, options = {}) => outputForm(definition.name, run, args, options),
  };
}

export function listForms<Args extends ListArgs, Target, Item, Result>(
  definition: ListDefinition<Args, Target, Item>,
): ListForms<Args, Item, Result> {
  const run: Run<Args, Result> = async (args, invocation) => {
    const { list } = await import("./invocation.js");
    return list<Args, Target, Item, Result>(definition, args, invocation);
  };
  return {
    promise: (args, options = {}) => promiseForm(definition.name, run, args, options),
    output: (args, options = {}) => outputForm(definition.name, run, args, options),
    iterate: (args, options = {}) => ({
      [Symbol.asyncIterator]: () => iterated(definition, args, options),
    }),
  };
}

type Run<Args, Result> = (args: Args | undefined, invocation: Invocation) => Promise<Result>;

async function promiseForm<Args, Result>(
  name: string,
  run: Run<Args, Result>,
  args: Args | undefined,
  options: FunctionOptions,
): Promise<Result> {
  const release = pulumi.runtime.rpcKeepAlive();
  try {
    const config = await configurationOf(name, options);
    const mocked = await answerOfMock<Result>(name, args, options);
    return await (mocked === undefined ? run(args, { options, config, redact: undefined }) : valueOf(mocked));
  } finally {
    release();
  }
}

function outputForm<Args, Result>(
  name: string,
  run: Run<Args, Result>,
  args: unknown,
  options: FunctionOutputOptions,
): pulumi.Output<Result> {
  const settings = providerSettings(name, options);
  const waitedFor = pulumi.output(options.dependsOn ?? []).apply((given) => pulumi.all(idsOf([given].flat())));
  const given = pulumi.output(args ?? {}) as pulumi.Output<Args>;
  return pulumi.all([given, settings, waitedFor]).apply(async ([known, ofProvider]) => {
    const release = pulumi.runtime.rpcKeepAlive();
    try {
      const mocked = await answerOfMock<Result>(name, known as object, options);
      if (mocked !== undefined) return mocked;
      const config: ConfigReader = ofProvider === undefined ? programConfiguration : (key) => ofProvider[key];
      const redact = (await pulumi.isSecret(given)) ? withoutTexts(known) : undefined;
      return await run(known as Args, { options: { ...options }, config, redact });
    } finally {
      release();
    }
  }) as pulumi.Output<Result>;
}

async function* iterated<Args extends ListArgs, Target, Item>(
  definition: ListDefinition<Args, Target, Item>,
  args: Args | undefined,
  options: FunctionOptions,
): AsyncGenerator<Item, void, undefined> {
  const hold = () => pulumi.runtime.rpcKeepAlive();
  const release = hold();
  let pages: AsyncGenerator<Item[], void, undefined>;
  try {
    const config = await configurationOf(definition.name, options);
    const mocked = await answerOfMock(definition.name, args, options);
    if (mocked !== undefined) {
      yield* itemsOfMock<Item>(definition.name, definition.member, await valueOf(mocked));
      return;
    }
    const { iterate } = await import("./invocation.js");
    pages = iterate(definition, args, { options, config, redact: undefined }, hold);
  } finally {
    release();
  }
  for await (const page of pages) yield* page;
}

/** The settings that a promise form runs with. */
async function configurationOf(name: string, options: FunctionOptions): Promise<ConfigReader> {
  const settings = providerSettings(name, options);
  if (settings === undefined) return programConfiguration;
  // `apply` is not called while a setting is unknown: the promise has to end all the same.
  const { isKnown } = settings as unknown as { isKnown: Promise<boolean> };
  if (!(await isKnown)) {
    const advice = `Use gce.${name}Output, whose result is then also unknown.`;
    throw withoutColors(
      new pulumi.RunError(`gce.${name}: this preview does not know a setting of the provider. ${advice}`),
    );
  }
  return new Promise((resolve) => {
    settings.apply((values) => {
      resolve((key) => values[key]);
    });
  });
}

/** What is known once the resources, and those inside of components, are there. */
function idsOf(resources: readonly unknown[], met = new Set<pulumi.Resource>()): pulumi.Output<unknown>[] {
  return resources.flatMap((resource) => {
    if (!pulumi.Resource.isInstance(resource) || met.has(resource)) return [];
    met.add(resource);
    if (pulumi.CustomResource.isInstance(resource)) return [resource.id];
    const { __childResources: children = [] } = resource as unknown as { __childResources?: Iterable<unknown> };
    return [resource.urn, ...idsOf([...children], met)];
  });
}

/** Takes the texts among secret arguments out of messages; of a link, messages show the name. */
function withoutTexts(args: unknown): Redact {
  return redactionOf(textsIn(args).flatMap((text) => [text, linkName(text)]));
}
