import { describe, expect, it } from "vitest";
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

  it("and repeats the token is shown without it", async () => {
    const message = `Authorization: Bearer ${secretToken} is not welcome`;
    const server = await scriptedServer(answers(400, { error: { code: 400, message } }));
    const error = await failureOf(clientOf(server.origin).request(getRequest, within(1_000)));
    expect(error.message).toContain("Bearer [token] is not welcome");
    expect(error.message).not.toContain(secretToken);
  });
});
