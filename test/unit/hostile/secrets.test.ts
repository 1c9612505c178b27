import { inspect } from "node:util";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ComputeError } from "../../../provider/src/http/errors/computeError";
import {
  clientOf,
  failureOf,
  fixedToken,
  getRequest,
  insertRequest,
  secretToken,
  within,
} from "../../support/computeCalls";
import { keyJson, privateKey, source, tokenServer } from "../../support/credentials";
import {
  answers,
  resets,
  scriptedServer,
  speaksGarbage,
  stalls,
  stallsInside,
  truncates,
  type Script,
} from "../../support/scriptedServer";

/** Everything that can be found at an error: what a logger prints of it, with its causes and hidden members. */
function everythingOf(error: unknown): string {
  return inspect(error, { depth: 30, showHidden: true, maxStringLength: null, maxArrayLength: null });
}

/** Answers with all that was sent, in a place of the answer that is shown. */
const repeats =
  (status: number, place: (said: string) => unknown): Script =>
  (request, response) => {
    answers(status, place(`${JSON.stringify(request.headers)} ${request.body}`))(request, response);
  };

const bodySecret = "a-raw-key-that-is-in-the-body";

describe("an error of a call holds no token, in itself and in its causes", () => {
  beforeEach(() => {
    vi.spyOn(Math, "random").mockReturnValue(0);
  });

  it.each<[what: string, script: Script]>([
    ["the connection breaks", resets()],
    ["the answer is cut", truncates],
    ["the answer is no HTTP", speaksGarbage],
    ["nothing comes", stalls],
    ["the answer stops in the middle", stallsInside],
    ["the credentials are refused", answers(401, { error: { code: 401, message: "no" } })],
    ["the message repeats all headers", repeats(403, (said) => ({ error: { code: 403, message: said } }))],
    [
      "an entry repeats all headers",
      repeats(400, (said) => ({ error: { code: 400, message: "no", errors: [{ reason: "invalid", message: said }] } })),
    ],
    ["a page repeats all headers", repeats(502, (said) => `<title>${said}</title>`)],
    [
      "a redirect repeats them",
      (request, response) => {
        response.writeHead(302, { location: `https://elsewhere.example/${request.headers.authorization ?? ""}` }).end();
      },
    ],
  ])("when %s", async (_what, script) => {
    const server = await scriptedServer(script);
    const retried: ComputeError[] = [];
    const context = {
      ...within(700),
      onRetry: (_because: string, _attempt: number, error: ComputeError) => retried.push(error),
    };
    const request = { ...getRequest, attemptTimeoutMs: 300 };
    const error = await failureOf(clientOf(server.origin).request(request, context));
    for (const one of [error, ...retried]) expect(everythingOf(one)).not.toContain(secretToken);
  });

  it("when the token itself cannot be sent", async () => {
    const server = await scriptedServer(answers(200, {}));
    const tokens = { ...fixedToken, token: () => Promise.resolve(`${secretToken}\nx: y`) };
    const error = await failureOf(clientOf(server.origin, { tokens }).request(getRequest, within(700)));
    expect(everythingOf(error)).not.toContain(secretToken);
    expect(server.requests).toEqual([]);
  });

  it("and does not repeat the body of the request", async () => {
    const server = await scriptedServer(resets());
    const request = { ...insertRequest, body: { snapshotEncryptionKey: { rawKey: bodySecret } } };
    const error = await failureOf(clientOf(server.origin).request(request, within(500)));
    expect(everythingOf(error)).not.toContain(bodySecret);
  });
});

describe("an error of the credentials holds nothing of them", () => {
  it.each<[what: string, script: Script]>([
    ["they are refused", answers(400, { error: "invalid_grant", error_description: "no" })],
    ["they are repeated", repeats(400, (said) => ({ error: "invalid_grant", error_description: said }))],
    ["the answer is a page", answers(400, "<html>no</html>")],
  ])("when %s", async (_what, script) => {
    const server = await tokenServer(script);
    const error: unknown = await source({ "gcp:credentials": keyJson })
      .token()
      .catch((thrown: unknown) => thrown);
    const assertion = new URLSearchParams(server.requests[0]?.body).get("assertion") ?? "none";
    const everything = everythingOf(error);
    expect(everything).toContain("Could not get an access token");
    expect(everything).not.toContain(assertion.split(".")[2]);
    for (const line of privateKey.trim().split("\n").slice(1, -1)) expect(everything).not.toContain(line);
  });
});
