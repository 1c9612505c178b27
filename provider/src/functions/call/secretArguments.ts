import { redactionOf, textsIn, type Redact } from "../../messages/secrets";
import { linkName } from "../../names/links";

/** Takes the texts among secret arguments out of messages; of a link, messages have the name. */
export function redactionOfArguments(secret: unknown): Redact {
  return redactionOf(textsIn(secret).flatMap((text) => [text, linkName(text)]));
}
