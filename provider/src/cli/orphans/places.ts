import { providerPackage } from "../../program/typeToken";
import { text } from "../../fields/values";
import type { Connection, Connections } from "./connections";
import { kindOf, type StackExport } from "./stackExport";

/** A project at one service. */
export interface Place {
  readonly project: string;
  /** What it may be looked at with, the likeliest first: one that may look there will do. */
  readonly connections: readonly Connection[];
}

/**
 * Every project that the stack is known to have to do with: of its resources, of its configuration, and of each
 * `gce.Provider`, also one whose resources were all lost.
 *
 * @param more projects that nothing in the state names
 */
export function placesOf(exported: StackExport, connections: Connections, more: readonly string[]): Place[] {
  const providers = [undefined, ...exported.resources.filter(isProvider).map(({ urn, id = "" }) => `${urn}::${id}`)];
  const general = [...new Set(providers.map((provider) => connections.of(provider)))];
  const resources = [...exported.resources, ...exported.pending.map(({ resource }) => resource)];
  const looks = [
    ...resources
      .filter((resource) => kindOf(resource) !== undefined)
      .map(({ provider, inputs }) => ({ connection: connections.of(provider), project: text(inputs, "project") })),
    ...general.map((connection) => ({ connection, project: connection.settings.text("gcp:project") })),
    // Nobody knows which provider they were made with.
    ...more.flatMap((project) => general.map((connection) => ({ connection, project }))),
  ];
  const places = new Map<string, { project: string; connections: Set<Connection> }>();
  for (const { connection, project } of looks) {
    if (project === undefined) continue;
    const key = JSON.stringify([project, serviceOf(connection)]);
    const place = places.get(key) ?? { project, connections: new Set() };
    places.set(key, place);
    place.connections.add(connection);
  }
  return [...places.values()].map((place) => ({ ...place, connections: [...place.connections] }));
}

function isProvider({ type }: { readonly type: string }): boolean {
  return type === `pulumi:providers:${providerPackage}`;
}

/** Projects of one name at two services are two projects. */
function serviceOf({ settings }: Connection): string {
  return settings.text("gcp:computeCustomEndpoint") ?? settings.text("gcp:universeDomain") ?? "googleapis.com";
}
