import { registry, type Registry } from "../../engine/registry";
import type { Connection, Connections } from "./connections";
import { placesOf, type Place } from "./places";
import { begunByStack, type Begun } from "./search";
import type { StackExport } from "./stackExport";

/** How far to look for requests of the stack. */
export interface SearchOptions {
  /** Requests from before are left out; milliseconds since 1970. */
  readonly sinceMs: number;
  /** Projects to look at beside those that the state and the settings name. */
  readonly projects: readonly string[];
  /** Whether the last `up` or `destroy` of the stack succeeded; `undefined` where that is not known. */
  readonly lastRunSucceeded?: boolean | undefined;
  /** Kinds that are looked for. Default: all of this package. */
  readonly kinds?: Registry;
}

/** What requests of the stack have made or are making. Each place is looked at once, when it is first asked about. */
export class StackRequests {
  readonly places: readonly Place[];
  private readonly begun = new Map<Place, Promise<Begun[]>>();

  constructor(
    private readonly exported: StackExport,
    connections: Connections,
    private readonly options: SearchOptions,
  ) {
    this.places = placesOf(exported, connections, options.projects);
  }

  in(place: Place): Promise<Begun[]> {
    const begun = this.begun.get(place) ?? this.lookAround(place);
    this.begun.set(place, begun);
    return begun;
  }

  /**
   * What was asked for under a path.
   *
   * @throws ComputeError where the requests cannot be looked at: then nobody knows that there is none
   */
  async of(path: string, connection: Connection): Promise<Begun | undefined> {
    const [, project] = path.split("/");
    const place = this.places.find((other) => other.project === project && other.connections.includes(connection));
    const begun = place === undefined ? [] : await this.in(place);
    return begun.find((candidate) => candidate.path === path);
  }

  private async lookAround({ project, connections }: Place): Promise<Begun[]> {
    const [connection, ...others] = connections;
    if (connection === undefined || this.exported.urn === undefined) return [];
    try {
      const { kinds = registry, sinceMs } = this.options;
      return await begunByStack(connection, project, this.exported.urn, sinceMs, kinds);
    } catch (error) {
      if (others.length === 0) throw error;
      return this.lookAround({ project, connections: others });
    }
  }
}
