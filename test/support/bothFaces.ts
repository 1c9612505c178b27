import { fileURLToPath } from "node:url";
import { pluginToken, typeToken } from "../../provider/src/names/typeToken";
import { emulatorOptions } from "../kinds/every";
import type { Face } from "./faces";
import { projectFile } from "./pluginStack";
import type { Properties } from "./providerProcess";
import { project } from "./routeProvider";
import { startRouteStack, succeeded } from "./routeStack";

export type { Face } from "./faces";

const path = fileURLToPath(new URL("../../provider/lib/plugin", import.meta.url));
const region = "us-central1";

/** One resource of a program. */
export interface Declared {
  readonly kind: string;
  readonly name: string;
  readonly args: Properties;
  readonly options?: Properties;
}

/** A stack whose program may have both faces, and the emulator that both are applied to. */
export async function startTwoFacedStack() {
  const plugins = { providers: [{ name: "gce", path }] };
  const { emulator, stack } = await startRouteStack({
    emulator: emulatorOptions(),
    files: { "Pulumi.yaml": projectFile("nodejs", { plugins }) },
    config: { "gcp:region": region },
  });
  // Of the configuration, the plugin sees none that is for the classes.
  const forPlugin = { GOOGLE_PROJECT: project, GOOGLE_REGION: region };
  Object.assign(stack.environment, { ...forPlugin, GOOGLE_COMPUTE_CUSTOM_ENDPOINT: emulator.endpoint });
  return {
    emulator,
    stack,
    /** Replaces the program by one that declares these resources. */
    declare(face: Face, declared: readonly Declared[]): void {
      stack.program(declared.map((one) => statement(face, one)).join(""));
    },
    /** Runs the CLI, which has to succeed, and gives the requests that this took. */
    async recordRequests(run: () => ReturnType<typeof stack.up>): Promise<string[]> {
      emulator.clearRequests();
      succeeded(await run());
      return emulator.requests().map((request) => `${request.method} ${request.path}`);
    },
    /** Imports resources of the plugin by their ids. */
    importAll(listed: readonly { kind: string; name: string; id: string }[]) {
      const resources = listed.map(({ kind, name, id }) => ({ type: pluginToken(kind), name, id }));
      stack.write("import.json", JSON.stringify({ resources }));
      // The host for Node that one can build is older than the question for a program.
      const flags = ["--yes", "--skip-preview", "--non-interactive", "--generate-code=false"];
      return stack.pulumi(["import", "--file", "import.json", ...flags]);
    },
  };
}

/** The same resources, which take over what the other face has of them. */
export function writeAdoption(face: Face, declared: readonly Declared[]): Declared[] {
  const otherToken = face === "class" ? pluginToken : typeToken;
  return declared.map(({ options, ...one }) => ({
    ...one,
    options: { ...options, aliases: [{ type: otherToken(one.kind) }] },
  }));
}

function statement(face: Face, { kind, name, args, options = {} }: Declared): string {
  const [first, last] = [JSON.stringify(name), `${JSON.stringify(args)}, ${JSON.stringify(options)}`];
  return face === "class"
    ? `new gce.${kind}(${first}, ${last});\n`
    : `new pulumi.CustomResource(${JSON.stringify(pluginToken(kind))}, ${first}, ${last});\n`;
}
