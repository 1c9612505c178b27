import type { Socket } from "node:net";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createClient, captureFailure, insertRequest, within } from "../support/computeCalls";
import { socketServer } from "../support/secureServer";

beforeEach(() => {
  // The shortest pauses that the back-off can have.
  vi.spyOn(Math, "random").mockReturnValue(0);
  return () => vi.restoreAllMocks();
});

const body = '{"name":"r"}';
const withHead = (...lines: string[]) => `${lines.join("\r\n")}\r\nContent-Length: 12\r\n\r\n${body}`;
const right = withHead("HTTP/1.1 200 OK");

/** A server that answers each connection with bytes: the first ones once, and then others. */
function rawServer(first: string, then = right) {
  let answers = 0;
  return socketServer((socket: Socket) => {
    socket.on("data", () => {
      answers += 1;
      socket.write(Buffer.from(answers === 1 ? first : then, "latin1"));
    });
  });
}

/** Words of the libraries below, which mean nothing to a person. */
const theirWords = /falsy|==|assert|Response body length|Parser (?:Error|error)|bad (?:response|upgrade)|undefined/;

describe("an answer that breaks the rules of HTTP", () => {
  it.each<[what: string, answer: string, says: string]>([
    [
      "switches the protocol",
      withHead("HTTP/1.1 101 Switching", "Upgrade: x", "Connection: Upgrade"),
      "is HTTP 101, which asks for another protocol",
    ],
    ["announces another one", "HTTP/1.1 100 Continue\r\n\r\n", "is HTTP 100, which announces another answer"],
    ["has the status 099, and no body", "HTTP/1.1 099 X\r\n\r\n", "has the status 099, which HTTP does not have"],
    ["has the status 1000", withHead("HTTP/1.1 1000 X"), "the answer is not HTTP"],
    ["has the status 999", withHead("HTTP/1.1 999 X"), "HTTP 999"],
    ["has none, and a body", withHead("HTTP/1.1 204 No Content"), "body has another length than its headers say"],
    ["has a length of letters", `HTTP/1.1 200 OK\r\nContent-Length: abc\r\n\r\n${body}`, "the answer is not HTTP"],
    [
      "has a length and chunks",
      `HTTP/1.1 200 OK\r\nContent-Length: 12\r\nTransfer-Encoding: chunked\r\n\r\nc\r\n${body}\r\n0\r\n\r\n`,
      "the answer",
    ],
    [
      "is shorter than its JSON",
      `HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n${body}`,
      "a body that is not a JSON object",
    ],
    ["has no line of status, as HTTP/0.9", body, "the answer is not HTTP"],
    ["has a header with a zero byte", withHead("HTTP/1.1 200 OK", "a: b\0c"), "the answer is not HTTP"],
    [
      "has endless headers",
      withHead("HTTP/1.1 200 OK", `a: ${"x".repeat(100_000)}`),
      "headers are larger than the limit",
    ],
  ])("is named as what it is, and may follow an effect: it %s", async (_what, answer, says) => {
    const { port } = await rawServer(answer, answer);
    const client = createClient(`http://127.0.0.1:${String(port)}`);
    const error = await captureFailure(client.request(insertRequest, { ...within(60_000), retries: 0 }));
    expect(error.effect).toBe("unknown");
    expect(error.summary).toContain(says);
    expect(error.message).not.toMatch(theirWords);
    expect(error.fault?.kind ?? "none").toBe(says === "HTTP 999" ? "none" : "interposed");

    // The next one of the same client, over a connection of its own, is answered.
    const healed = await rawServer(answer);
    const again = createClient(`http://127.0.0.1:${String(healed.port)}`);
    expect(await again.request(insertRequest, { ...within(60_000), retries: 1 })).toEqual({ name: "r" });
  });
});
