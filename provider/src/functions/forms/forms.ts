import * as pulumi from "@pulumi/pulumi";
import type { ConfigReader } from "../../settings/settings";
import { withoutColors } from "../../messages/inspection";
import { providerReference } from "../../names/stackUrn";
import { findMocks } from "../../program/mocks";
import type { AnyDefinition, GetDefinition, ListDefinition } from "../call/definition";
import { Redaction } from "../../messages/redaction";
import {
  providerSettings,
  withoutStack,
  type FunctionOptions,
  type FunctionOutputOptions,
  type ProviderSettings,
} from "./options";
import type { ProgramCall } from "./programCall";

/*
 * The three forms of a function. They are loaded with the package; what makes a call is loaded by the first call.
 */

/** Arguments of the form that waits for them. */
export type Waiting<Args> = {
  [Key in keyof Args]: pulumi.Input<object extends Pick<Args, Key> ? Args[Key] | undefined : Args[Key]>;
};

/** The forms of a function that reads one thing. */
export interface GetForms<Args, Result> {
  promise(args: Args | undefined, options?: FunctionOptions): Promise<Result>;
  output(args: Waiting<Args> | undefined, options?: FunctionOutputOptions): pulumi.Output<Result>;
}

/** The forms of a function that reads a list. */
export interface ListForms<Args, Item, Result> extends GetForms<Args, Result> {
  iterate(args: Args | undefined, options?: FunctionOptions): AsyncIterable<Item>;
}

export function getForms<Args extends object, Result>(
  definition: GetDefinition<Args, unknown, Omit<Result, "id">>,
): GetForms<Args, Result> {
  return makeForms(definition);
}

export function listForms<Args extends object, Item, Result>(
  definition: ListDefinition<Args, unknown>,
): ListForms<Args, Item, Result> {
  return {
    ...makeForms(definition),
    iterate: (args, options = {}) => ({ [Symbol.asyncIterator]: () => iteratePages(definition, args, options) }),
  };
}

function makeForms<Args extends object, Result>(definition: AnyDefinition<Args, unknown>): GetForms<Args, Result> {
  const { name } = definition;
  const run = async (args: Args | undefined, programCall: ProgramCall) => {
    const { get, invocation } = await loadCall(name, programCall);
    return (await get(definition, args, invocation)) as Result;
  };
  return {
    promise: (args, options = {}) =>
      keepProcessAlive(async () => {
        const config = await readConfiguration(name, options);
        const mocked = await callMock<Result>(name, args, options);
        return mocked === undefined ? run(args, { options, config, hasSecretArguments: false }) : awaitOutput(mocked);
      }),
    output: (args, options = {}) => {
      const settings = providerSettings(name, options);
      const dependencies = pulumi
        .output(options.dependsOn ?? [])
        .apply((inputs) => pulumi.all(collectIds([inputs].flat())));
      const inputs = pulumi.output(args ?? {}) as pulumi.Output<Args>;
      const result = pulumi.all([inputs, settings, dependencies]).apply(([known, providerSettings]) =>
        keepProcessAlive(async () => {
          const mocked = await callMock<Result>(name, known as object, options);
          if (mocked !== undefined) return mocked;
          const hasSecretArguments = await pulumi.isSecret(inputs);
          const programCall = { options: { ...options }, config: makeReader(providerSettings), hasSecretArguments };
          const redaction = new Redaction().hide(hasSecretArguments ? known : undefined);
          return redaction.run(() => run(known as Args, programCall));
        }),
      ) as pulumi.Output<Result>;
      return failOnce(result);
    },
  };
}

async function* iteratePages<Args extends object, Item>(
  definition: ListDefinition<Args, unknown>,
  args: Args | undefined,
  options: FunctionOptions,
): AsyncGenerator<Item, void, undefined> {
  const { name, member } = definition;
  const pages = await keepProcessAlive(async () => {
    const config = await readConfiguration(name, options);
    const mocked = await callMock(name, args, options);
    if (mocked !== undefined) return [readMockItems<Item>(name, member, await awaitOutput(mocked))].values();
    const { iterate, invocation } = await loadCall(name, { options, config, hasSecretArguments: false });
    return iterate<Args, unknown, Item>(definition, args, invocation);
  });
  for (;;) {
    const next = await keepProcessAlive(async () => pages.next());
    if (next.done === true) return;
    yield* next.value;
  }
}

/** The modules that make a call, and its surroundings. Loaded at the first call. */
async function loadCall(name: string, programCall: ProgramCall) {
  const [{ get, iterate }, { startInvocation }] = await Promise.all([
    import("../call/invocation.js"),
    import("./programCall.js"),
  ]);
  return { get, iterate, invocation: startInvocation(name, programCall) };
}

/** Keeps the program from ending while something is under way. */
async function keepProcessAlive<T>(work: () => Promise<T>): Promise<T> {
  const release = pulumi.runtime.rpcKeepAlive();
  try {
    return await work();
  } catch (error) {
    throw withoutStack(error);
  } finally {
    release();
  }
}

/** The settings that a promise form runs with. */
async function readConfiguration(name: string, options: FunctionOptions): Promise<ConfigReader> {
  const settings = providerSettings(name, options);
  if (settings === undefined) return makeReader(undefined);
  // `apply` is not called while a setting is unknown: the promise has to end all the same.
  const { isKnown } = settings as unknown as { isKnown: Promise<boolean> };
  if (!(await isKnown)) {
    const advice = `Use gce.${name}Output, whose result is then also unknown.`;
    throw withoutColors(
      new pulumi.RunError(`gce.${name}: this preview does not know a setting of the provider. ${advice}`),
    );
  }
  return makeReader(await awaitOutput(settings));
}

/** Reads the settings of a provider, or the program's own configuration. Not `pulumi.Config`, which warns of secrets. */
function makeReader(providerSettings: ProviderSettings | undefined): ConfigReader {
  return (key) => (providerSettings === undefined ? pulumi.runtime.getConfig(key) : providerSettings[key]);
}

/**
 * The answer of the mocks of a unit test in the place of a function; `undefined` where `pulumi.runtime.setMocks` has set
 * none. An Output, because a mock may answer secrets.
 *
 * The mock is called here, and not through `pulumi.runtime.invoke`, which drops the message of what a mock throws.
 */
async function callMock<Result>(
  name: string,
  args: unknown,
  { provider }: FunctionOptions,
): Promise<pulumi.Output<Result> | undefined> {
  const mocks = findMocks();
  if (mocks === undefined) return undefined;
  const inputs = Object.entries(args ?? {}).filter(([, value]) => value !== undefined);
  const call = { token: `gce:index:${name}`, inputs: Object.fromEntries(inputs) as unknown };
  const providerPart = provider === undefined ? {} : { provider: await awaitOutput(referenceTo(provider)) };
  return pulumi.output(await mocks.call({ ...call, ...providerPart })) as pulumi.Output<Result>;
}

/** The items of a list that a mock answers. */
function readMockItems<Item>(name: string, member: string, answer: unknown): Item[] {
  const items = (answer as Readonly<Record<string, unknown>> | null | undefined)?.[member];
  if (Array.isArray(items)) return items as Item[];
  const advice = `Make \`call\` return { ${member}: [ … ] }.`;
  throw withoutColors(
    new pulumi.RunError(`gce.${name}: the mock of gce:index:${name} returns no list of ${member}. ${advice}`),
  );
}

/** The value of an Output that is known. */
function awaitOutput<T>(output: pulumi.Output<T>): Promise<T> {
  return new Promise((resolve) => {
    output.apply(resolve);
  });
}

function referenceTo({ urn, id }: pulumi.ProviderResource): pulumi.Output<string> {
  return pulumi.all([urn, id]).apply((parts) => providerReference(...parts));
}

/** The ids of the resources, and of those inside of components: they are known once the objects exist. */
function collectIds(resources: readonly unknown[], met = new Set<pulumi.Resource>()): pulumi.Output<unknown>[] {
  return resources.flatMap((resource) => {
    if (!pulumi.Resource.isInstance(resource) || met.has(resource)) return [];
    met.add(resource);
    if (pulumi.CustomResource.isInstance(resource)) return [resource.id];
    const { __childResources: children = [] } = resource as unknown as { __childResources?: Iterable<unknown> };
    return [resource.urn, ...collectIds([...children], met)];
  });
}

/** The inside of an Output, beside what programs see of it. */
interface Inside {
  readonly isKnown: Promise<unknown>;
  readonly isSecret: Promise<unknown>;
  promise(): Promise<unknown>;
  apply(...args: unknown[]): Inside;
}

/**
 * The same Output, whose failure ends the program with one message, however late the program or Pulumi looks at it.
 *
 * An Output has promises of its own, and so has each one that is made of it by `apply` or of its members. If all of them fail
 * before Pulumi looks at the exports of a stack, Node.js warns of each: "Promise rejection was handled asynchronously".
 */
function failOnce<T>(output: pulumi.Output<T>): pulumi.Output<T> {
  const inside = output as unknown as Inside;
  // Nobody handles this one, and so the program ends with its error.
  void inside.promise();
  quieten(inside);
  return output;
}

function quieten(output: Inside): Inside {
  for (const promise of [output.isKnown, output.isSecret]) promise.catch(() => undefined);
  const { apply } = output;
  output.apply = (...args) => quieten(apply.apply(output, args));
  return output;
}
