import { join } from "node:path";
import type { AcceptanceOptions } from "../options";
import { Recorder } from "../recording/recorder";
import { Replacement } from "../recording/replacement";
import { clientsAt } from "../service/clients";
import { serviceAt, type Place, type Service } from "../service/service";

/** How a part of a run reaches the service. */
export interface Line {
  readonly recorder: Recorder;
  readonly replacement: Replacement;
  /** The official client, until a signal ends what it does. */
  service(place: Place, until?: AbortSignal): Service;
}

/** What every part of a run is given. */
export interface Means {
  readonly token: () => Promise<string>;
  readonly say: (line: string) => void;
}

/** Does some work whose traffic is recorded, in a file of the run with that prefix. */
export async function recorded<T>(
  options: AcceptanceOptions,
  { prefix, file, token }: Pick<Means, "token"> & { prefix: string; file: "recording.jsonl" | "clean.jsonl" },
  work: (line: Line) => Promise<T>,
): Promise<T> {
  const { project, parent, endpoint, output } = options;
  const replacement = new Replacement({ project, prefix, parent, names: namesToReplace(options) });
  const recorder = await Recorder.start({ endpoint, token, replacement, file: join(output, prefix, file) });
  const clients = clientsAt(recorder.address, recorder.token);
  const service = (place: Place, until = new AbortController().signal) => serviceAt(place, clients, until);
  try {
    await answering(service(options), options);
    return await work({ recorder, replacement, service });
  } finally {
    await recorder.close();
  }
}

/** Refuses to begin where the service does not answer, or not as it should. */
async function answering(service: Service, { endpoint, project, prefix }: AcceptanceOptions): Promise<void> {
  try {
    await service.read(() => service.networks.list({ project, maxResults: 1, filter: `name eq "${prefix}-.*"` }));
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw new Error(`${endpoint.href} does not list the networks of ${project}. Nothing was made. It said: ${said}`, {
      cause: error,
    });
  }
}

/** Names of the owner's that are in requests, and that no form tells. */
function namesToReplace({ certificateMaps }: AcceptanceOptions): Record<string, string> {
  const names = new Set(certificateMaps.map((map) => map.replace(/^.*\//, "")));
  return Object.fromEntries([...names].map((name, index) => [name, `certificate-map-${String(index + 1)}`]));
}
