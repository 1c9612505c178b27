import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loader } from "../../provider/src/program/loader";
import { longestMessageBytes } from "../../provider/src/shown/text";
import { memberPlaces, messagePlaces } from "./places";
import { routePath, ShownLane } from "./shownLane";
import { attempt } from "./attempt";

const megabytes = (count: number) => count * 1024 * 1024;

/** Longer than what gRPC takes as headers, of characters that it writes as one byte, as three, and as twelve. */
const longTexts = [
  { name: "20 MB of text", text: "long ".repeat(megabytes(4)) },
  { name: "8 MB of text that gRPC escapes", text: "ä€".repeat(megabytes(2)) },
  { name: "2 MB of control characters", text: "\u001b[2J".repeat(megabytes(1) / 2) },
] as const;

let lane: ShownLane;
beforeAll(async () => {
  lane = await ShownLane.start();
});
afterAll(() => lane.close());

/** What was said, message by message. */
function messagesOf({ provider }: ShownLane): string[] {
  return provider.logs.map(({ message }) => message);
}

function expectBounded(texts: readonly string[]): void {
  for (const text of texts) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(longestMessageBytes);
}

describe("a message without end", () => {
  const places = messagePlaces.filter(({ isShort }) => isShort !== true);

  it.each(places)("is cut, and says so: $name", async (place) => {
    for (const { name, text } of longTexts) {
      await attempt(name, place.name, async () => {
        lane.provider.logs.length = 0;
        const beside = lane.provider.pid;
        const { error, outs } = await lane.route(place.hooks(text));
        const told = messagesOf(lane);
        expectBounded([...told, error?.message ?? "", ...(error?.partial?.reasons ?? [])]);
        expect([...told, error?.message ?? ""].join()).toContain("[cut: ");
        // What comes of it is said behind what was cut.
        if (place.fails) expect(error?.message).toMatch(/Nothing was created\.|next `pulumi up`/);
        else expect(outs).toHaveProperty("destRange");
        expect(lane.provider.pid).toBe(beside);
      });
    }
  });

  it("of half a million entries is cut, and says how many are left", async () => {
    const entries = Array.from({ length: 500_000 }, () => ({ reason: "invalid", message: "no" }));
    await attempt("500,000 entries", "the entries of a refusal", async () => {
      const { error } = await lane.route({
        instead: ({ method }) =>
          method === "POST"
            ? { status: 400, body: { error: { code: 400, message: "no", errors: entries } } }
            : undefined,
      });
      expectBounded([error?.message ?? ""]);
      expect(error?.message).toContain("and 499950 more errors");
    });
  });

  it("of a hundred thousand warnings is twenty-one lines", async () => {
    await attempt("100,000 warnings", "the warnings of an operation", async () => {
      lane.provider.logs.length = 0;
      const warnings = Array.from({ length: 100_000 }, (_none, index) => ({ code: "W", message: String(index) }));
      const { outs } = await lane.route({
        answer: (answered, { path }) =>
          path.endsWith("/wait") ? { ...answered, body: { ...(answered.body as object), warnings } } : answered,
      });
      expect(outs).toHaveProperty("name");
      expect(lane.provider.logs).toHaveLength(21);
      expect(lane.provider.logs.at(-1)?.message).toContain("and 99980 more warnings");
    });
  });
});

describe("what one resource meets", () => {
  it("does not touch the others: two routes that are being made are recorded", async () => {
    const [victim, ...others] = [lane.name("r"), lane.name("r"), lane.name("r")];
    await attempt("20 MB of text", "a refusal while two other routes are made", async () => {
      lane.emulator.latency({ defaultMs: 400 });
      const refused = { status: 403, body: { error: { code: 403, message: longTexts[0].text } } };
      lane.proxy.begin({ instead: ({ body }) => (body?.name === victim ? refused : undefined) });
      const made = await Promise.allSettled(
        [...others, victim].map(async (name) => {
          const args = { name, network: "default", destRange: "10.1.0.0/16", nextHopIp: "10.0.0.9" };
          const { inputs } = await lane.provider.check({}, { __provider: loader("Route"), __as: "l", ...args });
          return lane.provider.create(inputs);
        }),
      );
      lane.emulator.latency({ defaultMs: 0 });
      expect(made.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
      for (const name of others) expect(lane.emulator.objects.get(routePath(name ?? ""))).toBeDefined();
    });
  });

  it.each(memberPlaces.filter(({ kinds }) => kinds.includes("snapshot")))(
    "is recorded although it cannot be sent beside an error: 20 MB as $name",
    async (place) => {
      await attempt("20 MB of text", `${place.name}, and the next step fails`, async () => {
        const { instead, answer } = place.hooks(longTexts[0].text);
        const name = lane.name("s");
        // A snapshot that failed is recorded as it was seen, beside the error.
        const { error, outs } = await lane.snapshot(
          {
            ...(instead === undefined ? {} : { instead }),
            answer: async (answered, asked) => {
              const long = (await answer?.(answered, asked)) ?? answered;
              const isRead = asked.method === "GET" && asked.path.endsWith(name);
              return isRead ? { ...long, body: { ...(long.body as object), status: "FAILED" } } : long;
            },
          },
          name,
        );
        expect(outs).toBeUndefined();
        expect(error?.partial).toMatchObject({ id: expect.stringContaining(name) as string, properties: { name } });
        expectBounded(error?.partial?.reasons ?? []);
        expect(error?.message).toMatch(/Not recorded, because it is too large/);
      });
    },
  );
});
