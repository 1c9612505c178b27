import * as pulumi from "@pulumi/pulumi";
import type { FunctionOptions } from "./options";
import { withoutColors } from "../../messages/inspection";

/**
 * What the mocks of a unit test answer in the place of a function; `undefined` where `pulumi.runtime.setMocks` has set
 * none. An Output, because a mock may answer secrets.
 *
 * The mock is called here, and not through `pulumi.runtime.invoke`, which drops the message of what a mock throws.
 */
export async function answerOfMock<Result>(
  name: string,
  args: unknown,
  { provider }: FunctionOptions,
): Promise<pulumi.Output<Result> | undefined> {
  const { mocks } = (pulumi.runtime.getMonitor() ?? {}) as { mocks?: pulumi.runtime.Mocks };
  if (mocks === undefined) return undefined;
  const given = Object.entries(args ?? {}).filter(([, value]) => value !== undefined);
  const call = { token: `gce:index:${name}`, inputs: Object.fromEntries(given) as unknown };
  const place = provider === undefined ? {} : { provider: await valueOf(referenceOf(provider)) };
  return pulumi.output(await mocks.call({ ...call, ...place })) as pulumi.Output<Result>;
}

/** The items of a list that a mock answers. */
export function itemsOfMock<Item>(name: string, member: string, answer: unknown): Item[] {
  const items = (answer as Readonly<Record<string, unknown>> | null | undefined)?.[member];
  if (Array.isArray(items)) return items as Item[];
  const advice = `Make \`call\` return { ${member}: [ … ] }.`;
  throw withoutColors(
    new pulumi.RunError(`gce.${name}: the mock of gce:index:${name} returns no list of ${member}. ${advice}`),
  );
}

/** The value of an Output that is known. */
export function valueOf<T>(output: pulumi.Output<T>): Promise<T> {
  return new Promise((resolve) => {
    output.apply(resolve);
  });
}

/** The text by which the SDK names a provider to mocks. */
function referenceOf({ urn, id }: pulumi.ProviderResource): pulumi.Output<string> {
  return pulumi.interpolate`${urn}::${id}`;
}
