export * as input from "./input";
export * as output from "./output";
export type { DeletionPolicy, Open, RestorePolicy } from "./common";
