/** The project of every life. */
export const project = "sim-project";
export const projectNumber = "921927000001";

const base = 7_000_000_000_000_000_000n;

/** The number of an object that stays, which holds its name, so that nobody has to remember it: up to seven letters. */
export function toNumber(name: string): string {
  return String(base + BigInt(`0x${Buffer.from(name).toString("hex")}`));
}

function toName(segment: string): string {
  const number = /^\d{19}$/.test(segment) ? BigInt(segment) - base : 0n;
  return number <= 0n || number >= 2n ** 56n ? segment : Buffer.from(number.toString(16), "hex").toString();
}

/** A path with names in place of numbers. */
export function namesIn(path: string): string {
  return path.replace(`projects/${projectNumber}`, `projects/${project}`).split("/").map(toName).join("/");
}

const prefix =
  /^(?:https?:\/\/(?:www|compute)\.googleapis\.com\/compute\/(?:v1|beta|alpha)|\/\/compute\.googleapis\.com|)\//i;
const object = /^(?:projects\/([^/]+)\/)?((?:global|(?:regions|zones)\/[^/]+)\/[^/?]+\/[^/?]+)(?:\?uniqueId=\d+)?$/;
const place = /^projects\/([^/]+)\/((?:regions|zones)\/[^/]+)$/;

/** The path with names that a link names in any spelling; `undefined` for a text that is no link, or a bare name. */
export function plainPath(text: string): string | undefined {
  const path = text.replace(prefix, "");
  const [, its = project, rest] = object.exec(path) ?? place.exec(path) ?? [];
  return rest === undefined ? undefined : namesIn(`projects/${its}/${rest}`);
}
