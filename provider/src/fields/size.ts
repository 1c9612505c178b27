/** How much a value is: as text, and in parts. What a value costs in the messages of the engine depends on both. */
export interface Size {
  /** As JSON. */
  readonly bytes: number;
  /** The value itself, and all that it has inside. */
  readonly values: number;
}

/** The size of a value, without making its text: that could be longer than a text can be. */
export function measureSize(value: unknown): Size {
  if (value === undefined) return { bytes: 0, values: 0 };
  if (typeof value !== "object" || value === null)
    return { bytes: Buffer.byteLength(JSON.stringify(value) ?? ""), values: 1 };
  const isList = Array.isArray(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  // The brackets, and the commas.
  let bytes = 2 + Math.max(0, members.length - 1);
  let values = 1;
  for (const [key, member] of members) {
    const inside = measureSize(member);
    bytes += inside.bytes + (isList ? 0 : Buffer.byteLength(JSON.stringify(key)) + 1);
    values += inside.values;
  }
  return { bytes, values };
}

/** How much of a limit a size takes; more than 1 is too much. */
export function relativeSize(size: Size, limit: Size): number {
  return Math.max(size.bytes / limit.bytes, size.values / limit.values);
}

export function isLarger(size: Size, limit: Size): boolean {
  return relativeSize(size, limit) > 1;
}

export function sum(left: Size, right: Size): Size {
  return { bytes: left.bytes + right.bytes, values: left.values + right.values };
}

/** A size for a message: `20.1 MiB of JSON and 5,000,000 values`. */
export function sizeInWords({ bytes, values }: Size): string {
  const mebibytes = Number.parseFloat((bytes / 1024 / 1024).toPrecision(3));
  return `${String(mebibytes)} MiB of JSON and ${values.toLocaleString("en")} values`;
}
