/** Members whose value is a hash that the service makes. */
export const hashMember = /^(?:fingerprint|labelFingerprint|etag)$/i;

/** Members whose value is a word of a closed list in another case than enumerations have. */
const wordMember = /^(?:reason|domain|locationType|kind|operationType|role)$/;

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const operationName = /^operation-\d{10,}(?:-[0-9a-f]+)+$/;
const ipv4 = /^\d{1,3}(?:\.\d{1,3}){3}(\/\d{1,2})?$/;
const ipv6 = /^(?=.*:.*:)[0-9a-f:]+(\/\d{1,3})?$/i;

/**
 * The form of a text: what it has in common with every text that stands for the same kind of thing. Two texts of one form
 * may have different values, as two ids or two times have.
 */
export function findForm(text: string, member = ""): string {
  if (hashMember.test(member))
    return isBase64(text) ? `base64 of ${String(Buffer.from(text, "base64").length)} bytes` : "text";
  if (wordMember.test(member)) return `"${text}"`;
  const link = /^(https?:\/\/[^/]+\/(?:compute\/)?[^/]+\/|\/\/[^/]+\/)(.+)$/.exec(text);
  if (link !== null) return `link ${link[1] ?? ""}${toPathForm(link[2] ?? "")}`;
  if (/^(?:projects|organizations|folders|locations|global|regions|zones)\/\S+$/.test(text))
    return `path ${toPathForm(text)}`;
  const written = time.exec(text);
  if (written !== null)
    return `time with ${String((written[1] ?? ".").length - 1)} digits and ${written[2] === "Z" ? "Z" : "an offset"}`;
  if (operationName.test(text)) return "name of an operation";
  if (uuid.test(text)) return "UUID";
  if (/^-?\d+$/.test(text)) return "number in a text";
  if (ipv4.test(text)) return text.includes("/") ? "IPv4 range" : "IPv4 address";
  if (ipv6.test(text)) return text.includes("/") ? "IPv6 range" : "IPv6 address";
  if (/^[A-Z][A-Z0-9_]+$/.test(text)) return `enumeration value ${text}`;
  const principal = /^(user|group|serviceAccount|domain|principal|principalSet|principalHierarchy|deleted):/.exec(text);
  if (principal !== null) return `principal ${principal[1] ?? ""}:`;
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return "e-mail address";
  return "text";
}

/** A path with the names and numbers in it left out: what follows a collection is one, and nothing follows `global`. */
export function toPathForm(path: string): string {
  let isName = false;
  return path
    .split("/")
    .map((segment) => {
      const stands = isName ? (/^\d+$/.test(segment) ? "{number}" : "{name}") : segment;
      isName = !isName && segment !== "global";
      return stands;
    })
    .join("/");
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[\w+/-]*={0,2}$/.test(text);
}
