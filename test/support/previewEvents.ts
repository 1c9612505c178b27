/** The events of a preview as the CLI prints them, one on each line. */
export function printEvents(events: readonly object[]): string {
  return events.map((event, sequence) => JSON.stringify({ sequence, ...event })).join("\n");
}

/** URNs of the stack of a preview. */
export const urn = (type: string, name: string) => `urn:pulumi:dev::test::${type}::${name}`;
export const route = (name: string) => urn("pulumi-nodejs:dynamic/gce:Route", name);

/** The argument of a class by which the SDK finds its provider. */
export const loader = { __provider: "exports.handler=1" };
