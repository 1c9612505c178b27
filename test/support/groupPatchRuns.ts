import { loader } from "../../provider/src/program/loader";
import { group, kind, path } from "./groupPatchProvider";
import type { Properties } from "./providerProcess";
import { startRuns as startProcesses } from "./runs";

/**
 * A group, and one run of a program after the other over its patches, each with a provider process of its own. A test kills
 * a run by forgetting what the step answered: the state then has what it had before.
 */
export async function startRuns(fields: object = group) {
  const { emulator, run: begun } = await startProcesses();
  emulator.objects.put(path, { ...fields });
  return {
    emulator,
    live: () => emulator.objects.get(path) ?? {},
    async run() {
      const { provider } = await begun();
      const about = (name: string) => {
        provider.urn = `urn:pulumi:dev::test-project::pulumi-nodejs:dynamic/gce:${kind}::${name}`;
      };
      const checked = async (name: string, args: Properties) => {
        about(name);
        const declared = { instanceGroupManager: "web", deletionPolicy: "RESTORE", ...args };
        const news = { __provider: loader(kind), __as: name, ...declared };
        // The first request of a process has no URN.
        await provider.check({}, news);
        return (await provider.check({}, news)).inputs;
      };
      return {
        create: async (name: string, args: Properties) => (await provider.create(await checked(name, args))).outs,
        diff: async (name: string, outs: Properties, args: Properties) =>
          provider.diff(path, outs, await checked(name, args)),
        update: async (name: string, outs: Properties, args: Properties) =>
          (await provider.update(path, outs, await checked(name, args))).outs,
        async remove(name: string, outs: Properties) {
          about(name);
          await provider.delete(path, outs);
        },
        told: () => provider.logs.map(({ message }) => message).join("\n"),
      };
    },
  };
}
