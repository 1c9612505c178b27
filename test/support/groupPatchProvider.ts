import { expect } from "vitest";
import type { EmulatorOptions } from "../../emulator/src/index";
import { requestIdPattern, startKindProvider } from "./kindProvider";
import type { Properties } from "./providerProcess";
import { project } from "./routeProvider";

export const kind = "RegionInstanceGroupManagerPatch";
export const region = `projects/${project}/regions/us-central1`;
export const path = `${region}/instanceGroupManagers/web`;
export const root = "https://www.googleapis.com/compute/v1";

export const template = (name: string) => `${root}/projects/${project}/global/instanceTemplates/${name}`;
export const matched = (method: string) => ({ method, path: `/instanceGroupManagers/web$` });

/** A group of somebody else's. */
export const group = {
  description: "theirs",
  targetSize: 12,
  baseInstanceName: "web",
  instanceTemplate: template("one"),
  updatePolicy: { type: "OPPORTUNISTIC", maxSurge: { fixed: 4 }, maxUnavailable: { fixed: 3 } },
  allInstancesConfig: { properties: { labels: { team: "them", old: "o" } } },
};
/** The requests of a change. */
export const changing = ["GET web", "PATCH web", "POST wait"];

/** The patch's provider process, and an emulator with a group of those fields. */
export async function startGroupPatch(fields: object = group, options: EmulatorOptions = {}) {
  const started = await startKindProvider(kind, { ...options, config: { "gcp:region": "us-central1" } });
  const { emulator, provider } = started;
  emulator.objects.put(path, { ...fields });
  const inputs = (args: Properties, timeouts?: Properties) =>
    started.inputs({ instanceGroupManager: "web", ...args }, timeouts);
  const live = () => emulator.objects.get(path) ?? {};
  return {
    ...started,
    inputs,
    live,
    before: structuredClone(live()),
    /** `GET web`, `PATCH web`, `POST wait`, `POST web/listManagedInstances`. */
    requests: () =>
      started.requests().map((request) =>
        request
          .replace(/ .*\/(instanceGroupManagers\/)?(web)/, " $2")
          .replace(/ .*\/operations$/, " operations")
          .replace(/ .*wait$/, " wait"),
      ),
    /** The bodies of all patches, without the fingerprint, which every one has. */
    patches() {
      const sent = emulator.requests().filter(({ method }) => method === "PATCH");
      return sent.map(({ body, query }) => {
        expect(query).toEqual({ requestId: expect.stringMatching(requestIdPattern) as string });
        const { fingerprint, ...rest } = body as Properties;
        expect(fingerprint).toEqual(expect.any(String));
        return rest;
      });
    },
    /** A patch that was made, and the log of requests cleared. */
    async made(args: Properties) {
      const answer = await provider.create(await inputs(args));
      emulator.clearRequests();
      return answer;
    },
    /** Somebody else changes the group between our reading and our patch. */
    async meanwhile(theirs: object, step: () => Promise<unknown>) {
      emulator.clearRequests();
      emulator.fault({ match: matched("PATCH"), fault: { kind: "delay", ms: 400 } });
      const done = step();
      const settled = done.catch(() => undefined);
      while (!emulator.requests().some(({ method }) => method === "GET")) await sleep(5);
      await sleep(100);
      emulator.objects.patch(path, { ...theirs });
      await settled;
      return done;
    },
  };
}

export const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
export const labels = (values: Properties) => ({ allInstancesConfig: { properties: { labels: values } } });
