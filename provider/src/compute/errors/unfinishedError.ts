import { ComputeError } from "../../http/errors/computeError";

/** A change is done, and what it sets off at the service is not over by the deadline. */
export class UnfinishedError extends ComputeError {}
