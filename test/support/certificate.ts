import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isIP } from "node:net";

/**
 * A key and a certificate that signs itself, as PEM, for servers of tests, made anew each time so that none has to be kept and none runs out.
 *
 * RFC 5280, in DER: names are host names, or the IPv4 addresses of this machine.
 */
export function selfSigned(...names: string[]) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const ecdsaWithSha256 = sequence(objectId([1, 2, 840, 10045, 4, 3, 2]));
  const name = sequence(set(sequence(objectId([2, 5, 4, 3]), der(0x0c, Buffer.from("pulumi-gce tests")))));
  const alternatives = sequence(objectId([2, 5, 29, 17]), der(0x04, sequence(...names.map(alternativeName))));
  const content = sequence(
    der(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    name,
    sequence(time(Date.now() - 86_400_000), time(Date.now() + 86_400_000)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(alternatives)),
  );
  const signature = der(0x03, Buffer.from([0]), sign("sha256", content, privateKey));
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }) as string,
    cert: pem(sequence(content, ecdsaWithSha256, signature)),
  };
}

function alternativeName(name: string): Buffer {
  return isIP(name) === 4 ? der(0x87, Buffer.from(name.split(".").map(Number))) : der(0x82, Buffer.from(name));
}

function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...contents: Buffer[]) => der(0x30, ...contents);
const set = (...contents: Buffer[]) => der(0x31, ...contents);
const integer = (value: Buffer) => der(0x02, value);

function time(atMs: number): Buffer {
  const text = new Date(atMs).toISOString().replace(/\.\d+|[-:T]/g, "");
  return der(0x18, Buffer.from(text));
}

function objectId([first = 0, second = 0, ...rest]: number[]): Buffer {
  const groups = rest.flatMap((arc) => {
    const bytes = [arc & 0x7f];
    for (let left = arc >> 7; left > 0; left >>= 7) bytes.unshift((left & 0x7f) | 0x80);
    return bytes;
  });
  return der(0x06, Buffer.from([first * 40 + second, ...groups]));
}

function pem(content: Buffer): string {
  const lines = content.toString("base64").match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}
