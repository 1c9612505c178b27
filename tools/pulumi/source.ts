import type { ToolchainBuilder } from "./cache";
import type { Progress } from "./progress";

/** The three ways of getting a CLI, in the order they are tried. */
export type SourceName = "path" | "installer" | "go";

/** A CLI that is on this machine already. */
export interface FoundOnPath {
  readonly directory: string;
  readonly version: string;
}

/** Looks for a CLI on PATH. */
export type PathSearch = (progress: Progress) => Promise<FoundOnPath | { readonly rejected: string }>;

/** A way of getting the CLI that takes a while, so that its result is kept in the cache. */
export interface CachedSource {
  readonly name: Exclude<SourceName, "path">;
  /** How a sentence names it: "the official installer". */
  readonly title: string;
  /** What it got from there, in a sentence: "installed", "built with Go". */
  readonly participle: string;
  /** The cache folder's name: every version that is in it, and the platform. */
  readonly key: string;
  /** Why the user does not want this way, in which case not even its cached result is taken. */
  readonly switchedOff: string | undefined;
  /** Why this way cannot work here, found out quickly. */
  obstacle(): Promise<string | undefined>;
  readonly build: ToolchainBuilder;
}
