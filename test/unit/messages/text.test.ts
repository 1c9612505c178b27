import { describe, expect, it } from "vitest";
import { Secrets } from "../../../provider/src/messages/secrets";
import { lines, longestMessageBytes, message, oneLine, page, excerpt } from "../../../provider/src/messages/text";
import { fc } from "../../support/property";

const token = "ya29.a-token-of-the-gate/that+nobody_may_see-0123456789";

describe("a message", () => {
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
