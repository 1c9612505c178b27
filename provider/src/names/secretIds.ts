/*
 * An id is plain text: the state, the engine's lines and messages have it. Both faces read here what an id shows, and what they
 * say of a secret there.
 */

/**
 * Why a secret title of a condition is refused. It is the one text in an id that names nothing at the service, so that no id
 * needs it. All else of a condition is in the id as a hash.
 */
export const secretTitleReason =
  "condition.title is a secret, and the id of the resource shows it: the state has ids as plain text. " +
  "Give a title that is no secret, or say that it is none: pulumi.unsecret(…).";

/** The warning of a secret that names something at the service: an id without it would name nothing. */
export function secretNameWarning(argument: string): string {
  return (
    `${argument} is a secret, and the id of the resource shows it: the state and messages have ids as plain text. ` +
    "A name cannot be hidden. If it is no secret, say so: pulumi.unsecret(…). The run says this once for each argument."
  );
}
