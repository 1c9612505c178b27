import { createHash, randomUUID } from "node:crypto";

/**
 * A request id that cannot clash with another, and in which its owner finds a mark again: the service keeps it with the
 * operation (`clientOperationId`) for days, so that an object whose making nobody saw the end of can be told from those
 * of others. Without an owner it is a plain random one.
 *
 * @param owner the one that asks, the same for as long as the mark is to be found
 * @param path the object that the request is about
 * @param author which resource of the owner asks, where several may ask about one object (`hashAuthor`)
 */
export function newRequestId(owner: string | undefined, path: string, author?: string): string {
  const random = randomUUID();
  if (owner === undefined) return random;
  // The first half has the version, the mark brings the variant: a valid UUID, as the service demands.
  const nonce =
    author === undefined
      ? random.slice(0, 18)
      : `${random.slice(0, 8)}-${author.slice(0, 4)}-4${author.slice(4, authorLength)}`;
  const mark = makeMark(nonce.replaceAll("-", ""), owner, path).toString("hex");
  return `${nonce}-${mark.slice(0, 4)}-${mark.slice(4)}`;
}

const authorLength = 7;

/** The digest of a URN that stands for a resource in the ids of its requests: seven hexadecimal digits. */
export function hashAuthor(urn: string): string {
  return createHash("sha256").update(urn).digest("hex").slice(0, authorLength);
}

/** The author of a request whose id names one: requests with the same author are of the same resource. */
export function parseAuthor(requestId: string): string {
  const hex = requestId.replaceAll("-", "").toLowerCase();
  return hex.slice(8, 12) + hex.slice(13, 16);
}

/** True if the request id was made by this owner for this object. Another's is taken for it once in 2⁶². */
export function isOwnRequestId(requestId: string, owner: string, path: string): boolean {
  const hex = requestId.replaceAll("-", "").toLowerCase();
  return hex.length === 32 && hex.slice(16) === makeMark(hex.slice(0, 16), owner, path).toString("hex");
}

/** The second half of the id: bound to the random first half, so that no two ids look alike. */
function makeMark(nonce: string, owner: string, path: string): Buffer {
  const mark = createHash("sha256")
    .update(JSON.stringify([nonce, owner, path]))
    .digest()
    .subarray(0, 8);
  mark[0] = ((mark[0] ?? 0) & 0x3f) | 0x80;
  return mark;
}
