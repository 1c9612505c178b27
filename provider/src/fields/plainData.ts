/*
 * Pulumi gives some texts a meaning of its own: one that stands for a value that is not known yet, a key that makes an
 * object a secret, an asset that is read from a file or fetched, or a reference. An answer of the service may hold any
 * of them: a label may have such a value. Here each gets an underscore, so that everybody takes it for the plain text
 * that it is. Such a text that has underscores already gets one more, so that nothing is lost: what is sent to the
 * service has one less.
 */

/**
 * The marks, each in two halves with the underscores between them: values that are not known yet, of each type that the
 * value may turn out to have; the key of objects that are more than their members; and members by which the SDK knows its
 * own objects.
 */
const mark =
  /(04da6b54|1c4a061d|3eeb2bf0|6a19a0b0|030794c1|e48ece36|dd056dcd|4dabf181|__pulumi)(_*)(-80e4-46f7-96ec-b56ff0331ba9|-8072-4f0a-a4cb-0ff528b18fe7|-c639-47a8-9e75-3b44932eb421|-7e62-4c92-b797-7f8e31da9cc2|-ac77-496b-92df-f27374a8bd58|-62e2-4504-bad9-02848725956a|-154b-4c76-9bd3-c8f88648b5ff|93072939515e22adb298388d|(?:Output|Asset|Archive|Resource|CustomResource|ComponentResource|Unknown|ResourceHook|ErrorHook)\b)/g;

/**
 * The parts of which an answer has to have one for anything in it to change: a part of a mark, or an escape behind which
 * one may hide. Each has at most six characters: Node.js looks for such many times as fast as for longer ones, in megabytes.
 */
const telltales = ["-46f7-", "-4f0a-", "-47a8-", "-4c92-", "-496b-", "-4504-", "-4c76-", "4dabf1", "__pulu", "\\u"];

/** The translation of what crosses the wire, so that Pulumi takes every value of an answer for plain data. */
export const plainData = {
  received: (answer: unknown, body: string): unknown =>
    telltales.some((part) => body.includes(part)) ? plain(answer) : answer,
  sent: (text: string) =>
    text.replace(mark, (_mark, head: string, underscores: string, tail: string) => head + underscores.slice(1) + tail),
};

function plain(value: unknown): unknown {
  if (typeof value === "string") return plainText(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [plainText(key), plain(member)]));
}

/** Half of a surrogate pair cannot be sent to the engine. */
function plainText(text: string): string {
  return text.toWellFormed().replace(mark, "$1$2_$3");
}
