import { describe, expect, it } from "vitest";
import { answers, type Script } from "../../../support/scriptedServer";
import { keyJson, messageOf, source, tokenServer } from "../../../support/credentials";

/** An answer that goes on for as long as somebody reads; counts what was sent. */
function endless(sent: { bytes: number }, first: string): Script {
  return (_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const part = " ".repeat(64 * 1024);
    const write = (): void => {
      if (response.destroyed) return;
      sent.bytes += part.length;
      response.write(part, write);
    };
    response.write(first, write);
  };
}

describe("a token server", () => {
  it("that never ends its answer is left after a megabyte, and asked once", async () => {
    const sent = { bytes: 0 };
    const server = await tokenServer(endless(sent, '{"access_token":'));
    expect(await messageOf(source({ "gcp:credentials": keyJson }))).toBe(
      "Could not get an access token with gcp:credentials: the token server's answer has more than 1024 KiB, the limit. Check the address in the credentials: something else may be answering there.",
    );
    expect(server.requests).toHaveLength(1);
    // What lies in the buffers of the connection was sent as well.
    expect(sent.bytes).toBeLessThan(32 * 1024 * 1024);
    const pause = () => new Promise((resolve) => setTimeout(resolve, 300));
    await pause();
    const before = sent.bytes;
    await pause();
    expect(sent.bytes).toBe(before);
  });

  it("that never ends its refusal is left, too", async () => {
    const sent = { bytes: 0 };
    const refuses: Script = (request, response) => {
      response.statusCode = 400;
      const writeHead = response.writeHead.bind(response);
      response.writeHead = ((_status: number, headers: Record<string, string>) => writeHead(400, headers)) as never;
      return endless(sent, '{"error":')(request, response);
    };
    await tokenServer(refuses);
    expect(await messageOf(source({ "gcp:credentials": keyJson }))).toContain("has more than 1024 KiB");
  });

  it.each([
    ["a text", "<html>sign in</html>"],
    ["a token that is not a text", { access_token: null }],
    ["a list for a token", { access_token: ["ya29.canary"] }],
    ["a form", "access_token=ya29.canary&expires_in=3600"],
    ["JSON behind a guard", ')]}\'{"access_token":"ya29.canary"}'],
    ["JSON with more behind it", '{"access_token":"ya29.canary"};'],
  ])("that answers with %s gives no token, and the error shows nothing of the answer", async (_what, answer) => {
    await tokenServer(answers(200, answer));
    const message = await messageOf(source({ "gcp:credentials": keyJson }));
    expect(message).toContain("the token server's answer is not a JSON object whose tokens are texts");
    expect(message).not.toContain("canary");
  });

  it("that answers with nothing has given no token", async () => {
    await tokenServer(answers(200, {}));
    expect(await messageOf(source({ "gcp:credentials": keyJson }))).toBe(
      "Could not get an access token with gcp:credentials: the credentials returned an empty token",
    );
  });
});
