import { letterCase } from "./families/letterCase";
import { links } from "./families/links";
import { members } from "./families/members";
import { numbers } from "./families/numbers";
import { operations } from "./families/operations";
import { order } from "./families/order";
import { pages } from "./families/pages";
import { projects } from "./families/projects";
import { times } from "./families/times";
import { visibility } from "./families/visibility";
import type { Family } from "./liberty";

/** Every liberty of the table. */
export const families: readonly Family[] = [
  projects,
  links,
  members,
  order,
  letterCase,
  numbers,
  times,
  operations,
  visibility,
  pages,
];
