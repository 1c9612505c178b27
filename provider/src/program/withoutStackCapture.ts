/**
 * Stops the recording of stack traces until `restore` is called: around a constructor's `super(…)`, and no longer.
 *
 * For each property of a resource the Pulumi SDK records four stack traces, which only its promise-leak debugging
 * reads; with two dozen outputs that was most of the time of declaring a resource (see docs/decisions.md). The position
 * of the user's line in the program does not depend on this: the SDK sets a limit of its own for that.
 */
export function withoutStackCapture() {
  const limit = Error.stackTraceLimit;
  if (!process.env.PULUMI_DEBUG_PROMISE_LEAKS) Error.stackTraceLimit = 0;
  const restore = () => {
    Error.stackTraceLimit = limit;
  };
  return {
    restore,
    /** The error with a stack that leads to the user's line, which it could not record when it was made. */
    traced(error: unknown): unknown {
      restore();
      if (error instanceof Error) Error.captureStackTrace(error);
      return error;
    },
  };
}
