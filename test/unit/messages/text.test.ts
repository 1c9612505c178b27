import { beforeAll, describe, expect, it } from "vitest";
import { Redaction } from "../../../provider/src/messages/redaction";
import { knownSecrets, Secrets } from "../../../provider/src/messages/secrets";
import { lines, longestMessageBytes, message, oneLine, page, excerpt } from "../../../provider/src/messages/text";
import { fc } from "../../support/property";

const token = "ya29.a-token-of-the-gate/that+nobody_may_see-0123456789";

beforeAll(() => {
  knownSecrets.add(token, "token");
});

describe("a message", () => {
  it("has no secret at any cut, and in any text that is far too long", () => {
    for (const length of [100, 1_000, 10_000, 16_000, 40_000, 65_500, 131_000, 300_000]) {
      for (const shift of [0, 7, 23, 40, 55]) {
        const filler = "x".repeat(length - shift);
        for (const text of [`${filler} ${token} ${filler}`, `${filler}${token}`, `${token}${filler}`])
          for (const show of [message, oneLine, excerpt]) expect(show(text)).not.toContain(token.slice(0, 20));
      }
    }
  });

  it("has no part of what is hidden, where a text that is far too long is cut within it", () => {
    for (let length = 200; length < 300; length += 7) {
      const link = `projects/${"hidden-".repeat(40).slice(0, length)}`;
      // Without what is hidden, so little is left that both cuts show.
      const text = `${link} `.repeat(1_000);
      for (const show of [message, oneLine, excerpt])
        expect(new Redaction().hide(link).run(() => show(text))).not.toContain("hidden");
    }
  });

  it("is never longer than it may be, well-formed, and the same when it is shown twice", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), fc.integer({ min: 0, max: 2_000 }), (part, times) => {
        for (const show of [message, oneLine, excerpt]) {
          const shown = show(part.repeat(times));
          expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(longestMessageBytes);
          expect(shown.isWellFormed()).toBe(true);
          expect(show(shown)).toBe(shown);
        }
      }),
      { numRuns: 50 },
    );
  });

  it("keeps its own line ends, and escapes those of others", () => {
    expect(lines(["first", "second\nthird"])).toBe("first\n  second\\nthird");
    expect(message("first\nsecond\r")).toBe("first\nsecond\\r");
  });

  it("in JSON stays JSON of the same value", () => {
    const value = { name: "a\u202eb\u009b\u{e0001}", list: ["\u001b[2J"] };
    const shown = page(JSON.stringify(value, undefined, 2));
    expect(shown).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
    expect(JSON.parse(shown)).toEqual(value);
  });
});

describe("a text with secrets", () => {
  const header = "eyJhbGciOiJSUzI1NiIsImtpZCI6IjEifQ.";
  const [one, other] = [`${header}first-payload.signature`, `${header}second-payload.signature`];
  const periodic = `${"abc".repeat(12)}the-end`;

  it.each<[what: string, secrets: string[], text: string, clean: string]>([
    ["begin alike, of which the later is cut", [one, other], `<${other.slice(0, -4)}>`, "<[token]>"],
    ["begin alike, of which the first is cut", [one, other], `<${one.slice(0, -4)}>`, "<[token]>"],
    ["begin alike and stand side by side", [one, other], `<${one} ${other}>`, "<[token] [token]>"],
    ["overlap", ["beginning-and", "and-the-end"], "<beginning-and-the-end>", "<[token]>"],
    ["repeat themselves", [periodic], `<abc${periodic}>`, "<[token]>"],
  ])("that %s shows nothing of them", (_what, known, text, clean) => {
    const secrets = new Secrets({ shortest: 8, most: 3 });
    for (const secret of known) secrets.add(secret, "token");
    expect(secrets.redact(text)).toBe(clean);
  });
});

it("a text is searched for the newest secrets, and one in use stays among them", () => {
  const secrets = new Secrets({ shortest: 8, most: 3 });
  secrets.add(token, "token");
  secrets.add("first-of-many", "secret");
  secrets.add("second-of-many", "secret");
  secrets.add(token, "token");
  for (const name of ["third-of-many", "fourth-of-many"]) secrets.add(name, "secret");
  expect(secrets.redact(`second-of-many third-of-many fourth-of-many ${token}`)).toBe(
    "second-of-many [secret] [secret] [token]",
  );
});
