import { ComputeError } from "../../http/errors/computeError";

/** The object was made, or the change is done, and what is there is of no use: only a new one helps. */
export class UnusableError extends ComputeError {}
