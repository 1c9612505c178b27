import { describe, expect, it, onTestFinished, vi } from "vitest";
import { MalformedAnswerError } from "../../../provider/src/http/errors/connectionError";
import { clientOf, failureOf, getRequest, secretToken, within } from "../../support/computeCalls";
import { answers, scriptedServer } from "../../support/scriptedServer";

describe("an answer that lies", () => {
  it.each([
    ["is nested without end", `{"a":${"[".repeat(50_000)}${"]".repeat(50_000)}}`, "more than 1000 levels"],
    ["is a list", "[]", "not a JSON object"],
    ["is a text", '"x"', "not a JSON object"],
    ["is nothing", "null", "not a JSON object"],
  ])("because it %s is refused in words", async (_what, body, words) => {
    const server = await scriptedServer(answers(200, body));
    const error = await failureOf(clientOf(server.origin).request(getRequest, within(1_000)));
    expect(error).toBeInstanceOf(MalformedAnswerError);
    expect(error.message).toContain(words);
  });

  it("because it has two hundred megabytes is refused before it is all read", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    const part = "x".repeat(1_000_000);
    const sent: number[] = [];
    const server = await scriptedServer((_request, response) => {
      const at = sent.push(0) - 1;
      response.writeHead(200, { "content-type": "application/json" });
      const write = (): void => {
        if (response.destroyed || sent[at] === 200) return;
        sent[at] = (sent[at] ?? 0) + 1;
        response.write(part, write);
      };
      write();
    });
    const error = await failureOf(clientOf(server.origin).request(getRequest, within(60_000)));
    expect(error.message).toContain("ANSWER_TOO_LARGE");
    expect(error).toBeInstanceOf(MalformedAnswerError);
    for (const megabytes of sent) expect(megabytes).toBeLessThan(100);
  });

  it("and repeats the token is shown without it", async () => {
    const message = `Authorization: Bearer ${secretToken} is not welcome`;
    const server = await scriptedServer(answers(400, { error: { code: 400, message } }));
    const error = await failureOf(clientOf(server.origin).request(getRequest, within(1_000)));
    expect(error.message).toContain("Bearer [token] is not welcome");
    expect(error.message).not.toContain(secretToken);
  });
});
