import { functions, type FunctionName } from "./functions";
import { resources, type ResourceName } from "./resources";
import type { Subject } from "./subject";

export type SubjectName = ResourceName | FunctionName;

/** Everything that is tried, in the order of the report. */
export const subjects: Readonly<Record<SubjectName, Subject>> = { ...resources, ...functions };
export const subjectNames = Object.keys(subjects) as SubjectName[];

export function isResource(name: SubjectName): name is ResourceName {
  return name in resources;
}

export function isFunction(name: SubjectName): name is FunctionName {
  return name in functions;
}

/** The name of a subject, with the option that it needs. */
export function withNeed(name: SubjectName): string {
  const { needs } = subjects[name];
  return needs === undefined ? name : `${name} (needs ${needs})`;
}
