import { delimiter, join } from "node:path";
import { cacheFolder, lookUp, obtain } from "./cache";
import { executables, pathVariable } from "./executables";
import { goBuild } from "./goBuild";
import { installer } from "./installer";
import { pathSearch } from "./pathSearch";
import { Progress } from "./progress";
import type { CachedSource, PathSearch, SourceName } from "./source";
import { minimumCliVersion, minimumGoVersion } from "./versions";

/** A Pulumi CLI with everything a TypeScript program with dynamic providers needs. */
export interface PulumiToolchain {
  /** The one folder to put in front of PATH: it holds the CLI, the Node language host and the launcher. */
  readonly directory: string;
  /** The CLI itself, as an absolute path. */
  readonly command: string;
  readonly version: string;
  readonly source: SourceName;
}

/** For {@link pulumiToolchain}; the defaults are what a command wants. */
export interface PulumiToolchainOptions {
  /** Where PATH, the cache folder and the switches are read from; default: this process's environment. */
  readonly environment?: NodeJS.ProcessEnv;
  /** Says nothing when there is nothing to wait for. */
  readonly quiet?: boolean;
  readonly progress?: Progress;
  /** The ways to look, for tests of this very search. */
  readonly sources?: { readonly path: PathSearch; readonly cached: readonly CachedSource[] };
}

/** No CLI could be had. Its message lists what was tried and what the user can do. */
export class PulumiNotFoundError extends Error {
  override readonly name = "PulumiNotFoundError";

  constructor(attempts: readonly string[]) {
    const lines = [
      "No Pulumi CLI could be found or made. What was tried:",
      ...attempts.map((attempt, index) => `  ${String(index + 1)}. ${attempt.replaceAll("\n", "\n     ")}`),
      `Install Pulumi ${minimumCliVersion} or newer (https://www.pulumi.com/docs/install/) so that pulumi is on PATH,`,
      `or Go ${minimumGoVersion} or newer (https://go.dev/dl/), with which it is built here by itself.`,
    ];
    super(lines.join("\n"));
  }
}

function toolchainIn(directory: string, version: string, source: SourceName): PulumiToolchain {
  return { directory, command: join(directory, executables.cli), version, source };
}

/**
 * Finds a Pulumi CLI: the one on PATH, else one that the official installer brings, else one built with Go.
 * The last two are kept in the cache, where the next call finds them without network or compiler.
 */
export async function pulumiToolchain(options: PulumiToolchainOptions = {}): Promise<PulumiToolchain> {
  const environment = options.environment ?? process.env;
  const progress = options.progress ?? new Progress();
  const cache = cacheFolder(environment);
  const sources = options.sources ?? {
    path: pathSearch(environment, cache),
    cached: [installer(environment), goBuild(environment)],
  };
  const note = (text: string) => {
    if (options.quiet !== true) {
      progress.say(text);
    }
  };

  const onPath = await sources.path(progress);
  if (!("rejected" in onPath)) {
    note(`using Pulumi ${onPath.version} from PATH (${onPath.directory})`);
    return toolchainIn(onPath.directory, onPath.version, "path");
  }
  const attempts = [`PATH: ${onPath.rejected}`];

  for (const source of sources.cached) {
    const cached = source.switchedOff === undefined ? await lookUp(cache, source.key) : undefined;
    if (cached !== undefined) {
      note(
        `using Pulumi ${cached.version}, ${source.participle}, from the cache (${cached.directory}); ${onPath.rejected}`,
      );
      return toolchainIn(cached.directory, cached.version, source.name);
    }
  }

  progress.say(`not from PATH: ${onPath.rejected}`);
  for (const source of sources.cached) {
    const failed = (reason: string) => {
      attempts.push(`${source.title}: ${reason}`);
      progress.say(`not from ${source.title}: ${reason}`);
    };
    const obstacle = source.switchedOff ?? (await source.obstacle());
    if (obstacle !== undefined) {
      failed(obstacle);
      continue;
    }
    try {
      const made = await obtain(cache, source.key, source.build, progress);
      progress.say(`using Pulumi ${made.version}, ${source.participle} (${made.directory})`);
      return toolchainIn(made.directory, made.version, source.name);
    } catch (error) {
      failed(error instanceof Error ? error.message : String(error));
    }
  }
  throw new PulumiNotFoundError(attempts);
}

/** A process environment in which `pulumi`, and what it starts, is this toolchain. */
export function pulumiEnvironment(
  toolchain: PulumiToolchain,
  base: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv {
  const variable = pathVariable(base);
  const rest = base[variable];
  return {
    ...base,
    [variable]: rest ? `${toolchain.directory}${delimiter}${rest}` : toolchain.directory,
    PULUMI_SKIP_UPDATE_CHECK: "1",
  };
}
