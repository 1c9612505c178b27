import { withoutSecrets } from "./redaction";

/*
 * The gate of everything that is shown: it holds no secret, it does nothing to a terminal, and it has an end.
 */

/** Longest message, in bytes: the engine takes what fails as a header of gRPC, and a large one ends the connection of all. */
export const longestMessageBytes = 16 * 1024;

/** Longest foreign text within a message, in bytes. */
const longestPartBytes = 2_000;

/** The length that is looked at of each end of a text that is far too long, in characters: much more than there is room for. */
const windowLength = 64 * 1024;

/** Room for the words that tell of a cut, in bytes. */
const noteBytes = 120;

/**
 * Characters that a terminal takes for commands, that turn the direction of what follows, or that nobody sees: controls,
 * formats, separators of lines and paragraphs, what is no character, and whatever is shown as nothing, such as the filler of
 * Hangul.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}\p{NChar}\u2800]/gu;

const invisibleButLines = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}\p{NChar}\u2800]/gu;

const shortEscapes: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** A message of one or more lines, which are ours: foreign texts in it went through `oneLine`. */
export function message(text: string): string {
  return limitBytes(text, longestMessageBytes, (part) => part.replace(invisibleButLines, escapeCharacters));
}

/** A text that others have a part in, as one line of a message. */
export function oneLine(text: string): string {
  return limitBytes(text, longestMessageBytes, (part) => part.replace(invisible, escapeCharacters));
}

/** A text of somebody else within a line: shorter, so that what is said of it is seen too. */
export function excerpt(text: string): string {
  return limitBytes(text, longestPartBytes, (part) => part.replace(invisible, escapeCharacters));
}

/** Longest first line, in characters: it is what a person reads of a message in a full terminal. */
export const longestLine = 120;

/** One message: a line, and below it the details, each on a line of its own. */
export function lines([first = "", ...details]: readonly string[]): string {
  return message([oneLine(first), ...details.map((detail) => `  ${oneLine(detail)}`)].join("\n"));
}

/** The same with a first line that is no longer than a line. */
export function failureLines([first = "", ...details]: readonly string[]): string {
  return lines([...breakIntoSentences(oneLine(first)), ...details]);
}

/**
 * The sentences of a text that is longer than a line, or else the text; a first one that is longer still ends at a part of it.
 */
function breakIntoSentences(text: string): string[] {
  if (text.length <= longestLine) return [text];
  const [first = "", ...more] = splitSentences(text);
  return [...breakAtMarks(first), ...more];
}

/** A sentence with its end: one that asks, or that somebody else has ended, has it already. */
export function endSentence(text: string): string {
  return /[.?]$/.test(text) ? text : `${text}.`;
}

/** The sentences of a text. */
export function splitSentences(text: string): string[] {
  return text.split(/(?<=[\w)"'`>][.?]) (?=[A-Z]|gce[.:][A-Z])/);
}

function breakAtMarks(sentence: string): string[] {
  if (sentence.length <= longestLine) return [sentence];
  // Where what follows has a room of its own: behind who failed at what, and not between two words.
  const ends = [/[:;] /g, /, /g].map((mark) =>
    [...sentence.matchAll(mark)].map(({ index }) => index + 1).filter((end) => end <= longestLine),
  );
  const end = ends.find((found) => found.length > 0)?.at(-1);
  return end === undefined ? [sentence] : [sentence.slice(0, end), sentence.slice(end + 1)];
}

/** A text that goes to a terminal or a file by itself: a document of lines, which has no bound of its own. JSON stays JSON. */
export function page(text: string): string {
  return withoutSecrets(text.toWellFormed()).replace(invisibleButLines, escapeCharacters);
}

/**
 * A text of a program, in which a person sees every character.
 *
 * @param escape how its language writes a character; JSON and JavaScript write it in units of 16 bits
 */
export function escapeInvisible(text: string, escape: (character: string) => string = escapeCharacters): string {
  return text.replace(invisibleButLines, escape);
}

/** As JSON and JavaScript write them. */
function escapeCharacters(character: string): string {
  const short = shortEscapes[character];
  if (short !== undefined) return short;
  return Array.from({ length: character.length }, (_none, index) => {
    return `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`;
  }).join("");
}

/** The rest of a text, and where it is too long its two ends: the last lines of a message say what to do. */
function limitBytes(text: string, longestBytes: number, escape: (text: string) => string): string {
  const clean = (from?: number, to?: number) => escape(withoutSecrets(text, from, to).toWellFormed());
  if (text.length > 2 * windowLength)
    return cut(clean(0, windowLength), clean(text.length - windowLength), text.length, longestBytes);
  const all = clean();
  return Buffer.byteLength(all) <= longestBytes ? all : cut(all, all, text.length, longestBytes);
}

function cut(head: string, tail: string, length: number, longestBytes: number): string {
  const room = longestBytes - noteBytes;
  const last = lastBytes(tail, Math.floor(room / 4));
  const first = firstBytes(head, room - Buffer.byteLength(last));
  return `${first} … [cut: this text has ${String(length)} characters; only its ends are shown] … ${last}`;
}

/** As many whole characters as there is room for: a cut within one leaves a mark in its place. */
function firstBytes(text: string, bytes: number): string {
  return Buffer.from(text.slice(0, bytes))
    .subarray(0, bytes)
    .toString()
    .replace(/\uFFFD$/, "");
}

function lastBytes(text: string, bytes: number): string {
  return Buffer.from(text.slice(-bytes))
    .subarray(-bytes)
    .toString()
    .replace(/^\uFFFD+/, "");
}
