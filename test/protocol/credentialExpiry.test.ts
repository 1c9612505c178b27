import { describe, expect, it, onTestFinished } from "vitest";
import { externalAccount, subjectToken } from "../support/externalAccount";
import { captureFailure, routePath, shortRequests, startRouteProvider } from "../support/routeProvider";
import { answers, resets, scriptedServer, type Script } from "../support/scriptedServer";

/** Gives `ya29.token-1`, `ya29.token-2`, … for as long as each is to last. */
function gives(lastsSeconds: number): Script {
  let number = 0;
  return (request, response) => {
    number += 1;
    const token = { access_token: `ya29.token-${String(number)}`, expires_in: lastsSeconds, token_type: "Bearer" };
    answers(200, token)(request, response);
  };
}

const refuses = answers(400, { error: "invalid_grant", error_description: `The token ${subjectToken} has expired.` });

/** A provider whose tokens come from a server of the test, and whose operations take some waits. */
async function start(...scripts: Script[]) {
  const tokens = await scriptedServer(...scripts);
  const { emulator, provider, inputs } = await startRouteProvider({
    config: { "gcp:accessToken": "", "gcp:credentials": externalAccount(tokens.origin) },
    latency: { defaultMs: 600_000 },
    waitDeadlineMs: 500,
  });
  onTestFinished(() => {
    const written = [...provider.transcript, JSON.stringify(emulator.requests())].join("\n");
    for (const secret of ["ya29.", subjectToken]) expect(written).not.toContain(secret);
  });
  const waits = () => expect.poll(() => shortRequests(emulator)).toContain("POST wait");
  return { emulator, provider, inputs, tokens, waits };
}

describe("a token that is refused in the middle of a wait", () => {
  it("is exchanged for a new one, and the wait continues: one insert, one route", async () => {
    const { emulator, provider, inputs, tokens, waits } = await start(gives(3600));
    emulator.tokens({ "ya29.token-1": {} });
    const creating = provider.create(await inputs());
    await waits();
    emulator.tokens({ "ya29.token-2": {} });
    const refused = () => emulator.requests().filter(({ status }) => status === 401).length;
    await expect.poll(refused).toBe(1);
    emulator.finishOperations();
    expect((await creating).id).toBe(routePath);
    expect(shortRequests(emulator).filter((request) => request === "POST routes")).toHaveLength(1);
    expect(refused()).toBe(1);
    expect(tokens.requests).toHaveLength(2);
  });

  it("is renewed although the token server has trouble for longer than the credential library waits", async () => {
    const trouble = [
      answers(503, "upstream connect error"),
      answers(503, { error: { code: 503, status: "UNAVAILABLE", message: "try again" } }),
      resets(),
    ];
    const token = gives(3600);
    const { emulator, provider, inputs, tokens, waits } = await start(token, ...trouble, token);
    emulator.tokens({ "ya29.token-1": {} });
    const creating = provider.create(await inputs());
    await waits();
    emulator.tokens({ "ya29.token-2": {} });
    await expect.poll(() => tokens.requests.length, { timeout: 60_000 }).toBe(5);
    emulator.finishOperations();
    expect((await creating).id).toBe(routePath);
    expect(shortRequests(emulator).filter((request) => request === "POST routes")).toHaveLength(1);
  });

  it("and whose renewal is refused says why, and the operation is recorded", async () => {
    const { emulator, provider, inputs, waits } = await start(gives(3600), refuses);
    emulator.tokens({ "ya29.token-1": {} });
    const creating = captureFailure(provider.create(await inputs()));
    await waits();
    emulator.tokens({});
    const { message, partial } = await creating;
    expect(message).toContain("Could not get an access token with gcp:credentials:");
    expect(message).toContain("answers HTTP 400 invalid_grant: The token");
    expect(partial).toMatchObject({ id: routePath });
    expect(JSON.stringify(partial?.properties)).toContain("operations/operation-");
  });
});
