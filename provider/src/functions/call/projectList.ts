import type { LinkContext } from "../../names/links";
import type { Warning } from "../../types/warning";
import { projectOf, projectRule } from "./argumentRules";
import type { Resolution } from "./definition";
import { listRules, type ListArgs } from "./listArguments";

/** Arguments of a list of a project. */
export interface ProjectListArgs extends ListArgs {
  /** Project whose items are listed. Default: `gcp:project`. */
  project?: string | undefined;
}

/** What the result of a list has beside its items and the arguments. */
export interface ListResult {
  /** Path of the list. */
  readonly id: string;
  /** The API's name for such a list. */
  readonly kind?: string;
  /** URL of the list. */
  readonly selfLink?: string;
  /** A warning of the service about the list, such as `UNREACHABLE` for a part of it. The log shows it too. */
  readonly warning?: Warning;
}

export const projectListRules = { ...listRules, project: projectRule };

/** A project. */
export interface ProjectTarget {
  readonly project: string;
}

/** The project that the arguments or the configuration name. */
export function resolveProject(args: ProjectListArgs, context: LinkContext): Resolution<ProjectTarget> {
  const project = projectOf(args.project, context);
  return typeof project === "string" ? { target: { project } } : { problems: project };
}
