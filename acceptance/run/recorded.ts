import { join } from "node:path";
import type { AcceptanceOptions } from "../options";
import { startRecorder, type Recorder } from "../recording/recorder";
import { Replacement } from "../recording/replacement";
import { Service, type ProjectScope } from "../service/service";

/** How a part of a run reaches the service. */
export interface Line {
  readonly recorder: Recorder;
  readonly replacement: Replacement;
  /** The service without the package, until a signal ends what it does. */
  service(place: ProjectScope, until?: AbortSignal): Service;
}

/** What every part of a run is given. */
export interface Means {
  readonly token: () => Promise<string>;
  readonly say: (line: string) => void;
}

/** Does some work whose traffic is recorded, in a file of the run with that prefix. */
export async function record<T>(
  options: AcceptanceOptions,
  { prefix, file, token }: Pick<Means, "token"> & { prefix: string; file: "recording.jsonl" | "clean.jsonl" },
  work: (line: Line) => Promise<T>,
): Promise<T> {
  const { project, parent, endpoint, output, certificateMaps } = options;
  // Names of the owner's that are in requests, and that no form tells.
  const maps = [...new Set(certificateMaps.map((map) => map.replace(/^.*\//, "")))];
  const names = Object.fromEntries(maps.map((name, index) => [name, `certificate-map-${String(index + 1)}`]));
  const replacement = new Replacement({ project, prefix, parent, names });
  const recorder = await startRecorder({ endpoint, token, replacement, file: join(output, prefix, file) });
  const service = (place: ProjectScope, until = new AbortController().signal) => new Service(place, recorder, until);
  try {
    await service(options)
      .get(`projects/${project}/global/networks`, { maxResults: "1", filter: `name eq "${options.prefix}-.*"` })
      .catch((error: unknown) => {
        const message = error instanceof Error ? error.message : String(error);
        const what = `${endpoint.href} does not list the networks of ${project}. Nothing was made.`;
        throw new Error(`${what} It said: ${message}`, { cause: error });
      });
    return await work({ recorder, replacement, service });
  } finally {
    await recorder.close();
  }
}
