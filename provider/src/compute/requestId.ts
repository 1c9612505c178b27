import { createHash, randomUUID } from "node:crypto";

/**
 * A request id that cannot clash with another, and in which its owner finds a mark again: the service keeps it with the
 * operation (`clientOperationId`) for days, so that an object whose making nobody saw the end of can be told from those
 * of others. Without an owner it is a plain random one.
 *
 * @param owner the one that asks, the same for as long as the mark is to be found
 * @param path the object that the request is about
 */
export function newRequestId(owner: string | undefined, path: string): string {
  const random = randomUUID();
  if (owner === undefined) return random;
  // The first half has the version, the mark brings the variant: a valid UUID, as the service demands.
  const nonce = random.slice(0, 18);
  const mark = makeMark(nonce.replaceAll("-", ""), owner, path).toString("hex");
  return `${nonce}-${mark.slice(0, 4)}-${mark.slice(4)}`;
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
