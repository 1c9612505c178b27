import { describe, expect, it } from "vitest";
import { hideInMessages, Redaction } from "../../provider/src/messages/redaction";
import { knownSecrets, Secrets } from "../../provider/src/messages/secrets";
import { excerpt, message, oneLine } from "../../provider/src/messages/text";
import { fc } from "../support/property";

/*
 * Secrets of a request, in texts that others have written to hide them from the search.
 */

const shown = (secrets: unknown, text: string, ...outer: Redaction[]) =>
  new Redaction(...outer).hide(secrets).run(() => message(text));

describe("a secret", () => {
  it.each([
    ["a link", ["projects/p/global/networks/network-1", "x projects/p/global/networks/network-1 canary"]],
    ["its beginning", ["beginning", "beginning of the canary"]],
    ["its end", ["the canary begins", "begins here"]],
  ])("is removed where another one overlaps with it: %s", (_what, secrets) => {
    const [, last = ""] = secrets;
    const text = secrets[0]?.startsWith("the canary") ? "the canary begins here" : last;
    for (const [first, second] of [secrets, secrets.toReversed()]) {
      expect(shown([first, second], text)).toBe("[secret]");
      expect(shown(first, text, new Redaction().hide(second))).toBe("[secret]");
    }
  });

  it("is removed where a token of the process is a part of it", () => {
    knownSecrets.add("token-of-the-process", "token");
    for (const text of [
      "token-of-the-process canary",
      "canary token-of-the-process",
      "a token-of-the-process b canary",
    ]) {
      for (const show of [message, excerpt])
        expect(new Redaction().hide(text).run(() => show(`before ${text} after`))).not.toContain("canary");
    }
  });

  it("is removed, whatever overlaps", () => {
    const letters = fc.string({ unit: fc.constantFrom("a", "b", "/", "?", ":"), minLength: 6, maxLength: 9 });
    const secrets = fc.array(letters, { minLength: 1, maxLength: 5 });
    const text = fc.string({ unit: fc.constantFrom("a", "b", "/", "?", ":"), maxLength: 40 });
    fc.assert(
      fc.property(secrets, secrets, text, (inner, outer, rest) => {
        const all = [...inner, ...outer];
        const said = shown(inner, all.join("") + rest, new Redaction().hide(outer));
        for (const one of all) expect(said).not.toContain(one);
      }),
    );
  });

  /** Texts of secrets, which have letters, and of what is none. */
  const secret = fc.string({ unit: fc.constantFrom("a", "b"), minLength: 6, maxLength: 60 });
  const texts = fc
    .array(secret, { minLength: 1, maxLength: 4 })
    .chain((secrets) =>
      fc.tuple(
        fc.constant(secrets),
        fc.array(fc.oneof(fc.constantFrom(...secrets), fc.constantFrom(".", ".".repeat(9))), { maxLength: 12 }),
      ),
    );

  it("is removed, wherever the part of a text that is shown begins and ends", () => {
    fc.assert(
      fc.property(texts, fc.nat(200), fc.nat(200), ([secrets, parts], from, length) => {
        const hidden = new Secrets({ shortest: 6, most: Infinity });
        for (const one of secrets) hidden.add(one, "secret");
        const text = parts.join("");
        const [start, end] = [Math.min(from, text.length), Math.min(from + length, text.length)];
        expect(hidden.redact(text, start, end).replaceAll("[secret]", "")).toMatch(/^\.*$/);
        // Nothing else is.
        const dots = [...text.slice(start, end)].filter((letter) => letter === ".").length;
        expect(hidden.redact(text, start, end).replaceAll("[secret]", "")).toHaveLength(dots);
      }),
    );
  });

  it("is removed where a text that is far too long is cut within it, whatever else is removed", () => {
    const lengths = fc.tuple(fc.integer({ min: 500, max: 90_000 }), fc.nat(70_000), fc.nat(5_000));
    fc.assert(
      fc.property(lengths, ([length, before, between]) => {
        const numbers = Array.from({ length: Math.ceil(length / 8) }, (_none, index) => index * 7919);
        const long = numbers.map((number) => `AB${String(number)}`).join("");
        const text = `${".".repeat(before)}${`${long}${".".repeat(between)}`.repeat(Math.ceil(200_000 / length))}`;
        for (const show of [message, oneLine, excerpt])
          expect(new Redaction().hide(long).run(() => show(text))).not.toMatch(/[AB]/);
      }),
      { numRuns: 20 },
    );
  });

  it("that is a token of the process is removed at each cut", () => {
    const token = "ya29.a-token-of-the-gate/that+nobody_may_see-0123456789";
    knownSecrets.add(token, "token");
    for (const length of [1_000, 16_000, 65_500, 131_000, 300_000]) {
      for (const shift of [0, 23, 55]) {
        const filler = "x".repeat(length - shift);
        for (const text of [`${filler} ${token} ${filler}`, `${filler}${token}`, `${token}${filler}`])
          for (const show of [message, oneLine, excerpt]) expect(show(text)).not.toContain(token.slice(0, 20));
      }
    }
  });

  it("costs no more in a text that is far too long than in one that is nearly so", () => {
    const members = Array.from({ length: 500 }, (_none, index) => `user:person.${String(index)}@example.com`);
    const redaction = new Redaction().hide(members);
    const cost = (length: number) => {
      const text = `${members.join(", ")} `.repeat(Math.ceil(length / 14_000)).slice(0, length);
      const costs = [0, 1, 2].map(() => {
        const before = process.cpuUsage();
        redaction.run(() => excerpt(text));
        return process.cpuUsage(before).user;
      });
      return Math.min(...costs);
    };
    expect(cost(5_000_000) / cost(130_000)).toBeLessThan(10);
  });

  it("of one request is not looked for in another one at the same time", async () => {
    const texts = [...Array(100).keys()].map((index) => `canary-${String(index).padStart(3, "0")}`);
    const said = texts.map((text) =>
      new Redaction().run(async () => {
        hideInMessages(text);
        await new Promise(setImmediate);
        return message(texts.join());
      }),
    );
    expect(await Promise.all(said)).toEqual(texts.map((text) => texts.join().replace(text, "[secret]")));
  });
});

describe("what is no secret", () => {
  const link =
    "https://www.googleapis.com/compute/v1/projects/my-project/regions/us-central1/subnetworks/my-subnetwork";

  it.each([
    ["the host of a secret link", [link], "https://www.googleapis.com/auth/cloud-platform"],
    ["another link of the project", [link, `${link}?uniqueId=1`], link.replace(/[^/]*$/, "other")],
    [
      "the name of every first network",
      ["projects/p/global/networks/default"],
      "gcloud auth application-default login",
    ],
    ["the mark of a secret", ["secret", "token]"], "a secret is [secret], and a token [token]"],
  ])("stays in messages: %s", (_what, secrets, text) => {
    expect(shown(secrets, text)).toBe(text);
    expect(shown(secrets, message(text))).toBe(text);
  });
});
