export type * as input from "./input";
export type * as output from "./output";
export type { DeletionPolicy, Open, RestorePolicy } from "./common";
