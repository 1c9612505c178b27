import { describe, expect, it } from "vitest";
import { writeFileSync } from "node:fs";
import { credentialFile, startCredentialProvider } from "../support/credentialProvider";
import { failureOf, routePath, routesPath, shortRequests } from "../support/routeProvider";
import { answers, later, scriptedServer, stalls, type Script } from "../support/scriptedServer";

const subjectToken = "the.subject.token-of-the-pipeline";

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

/** A workload identity file whose tokens come from a server of the test. */
function workloadIdentity(origin: string): string {
  return credentialFile(
    JSON.stringify({
      type: "external_account",
      audience: "//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/pool/providers/ci",
      subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
      token_url: `${origin}/v1/token`,
      credential_source: { file: credentialFile(subjectToken) },
    }),
  );
}

/** Resolves when the emulator holds a wait. */
async function waiting(requests: () => string[]): Promise<void> {
  while (!requests().includes("POST wait")) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe("a token that is refused in the middle of a wait", () => {
  it("is exchanged for a new one, and the wait continues: one insert, one route", async () => {
    const tokens = await scriptedServer(gives(3600));
    const { emulator, provider, inputs } = await startCredentialProvider({
      config: { "gcp:credentials": workloadIdentity(tokens.origin) },
      latency: { defaultMs: 1500 },
      waitDeadlineMs: 500,
      secrets: ["ya29.token", subjectToken],
    });
    emulator.tokens({ "ya29.token-1": {} });
    const creating = provider.create(await inputs());
    await waiting(() => shortRequests(emulator));
    emulator.tokens({ "ya29.token-2": {} });
    expect((await creating).id).toBe(routePath);
    const requests = shortRequests(emulator);
    expect(requests.filter((request) => request === "POST routes")).toHaveLength(1);
    expect(emulator.requests().filter(({ status }) => status === 401)).toHaveLength(1);
    expect(emulator.objects.list(`${routesPath}/`)).toHaveLength(1);
    expect(tokens.requests).toHaveLength(2);
  });

  it("is read again from its file", async () => {
    const path = credentialFile("ya29.first");
    const { emulator, provider, inputs } = await startCredentialProvider({
      environment: { GOOGLE_OAUTH_ACCESS_TOKEN: path },
      latency: { defaultMs: 1000 },
      waitDeadlineMs: 300,
      secrets: ["ya29."],
    });
    emulator.tokens({ "ya29.first": {} });
    const creating = provider.create(await inputs());
    await waiting(() => shortRequests(emulator));
    writeFileSync(path, "ya29.second\n");
    emulator.tokens({ "ya29.second": {} });
    expect((await creating).id).toBe(routePath);
  });

  it("and cannot be renewed is a clear error, and the operation is recorded", async () => {
    const { emulator, provider, inputs } = await startCredentialProvider({
      config: { "gcp:accessToken": "ya29.fixed" },
      latency: { defaultMs: 1000 },
      waitDeadlineMs: 300,
      secrets: ["ya29."],
    });
    emulator.tokens({ "ya29.fixed": {} });
    const creating = failureOf(provider.create(await inputs()));
    await waiting(() => shortRequests(emulator));
    emulator.tokens({});
    const { message, partial } = await creating;
    expect(message).toContain("HTTP 401");
    expect(message).toContain("GOOGLE_OAUTH_ACCESS_TOKEN");
    expect(partial).toMatchObject({ id: routePath });
    expect(JSON.stringify(partial?.properties)).toContain("operations/operation-");
  });

  it("and whose renewal is refused says why, and the operation is recorded and settled later", async () => {
    const tokens = await scriptedServer(gives(3600), refuses);
    const { emulator, provider, inputs } = await startCredentialProvider({
      config: { "gcp:credentials": workloadIdentity(tokens.origin) },
      latency: { defaultMs: 1000 },
      waitDeadlineMs: 300,
      secrets: ["ya29.", subjectToken],
    });
    emulator.tokens({ "ya29.token-1": {} });
    const creating = failureOf(provider.create(await inputs()));
    await waiting(() => shortRequests(emulator));
    emulator.tokens({});
    const { message, partial } = await creating;
    expect(message).toContain("Could not get an access token with gcp:credentials: Error code invalid_grant");
    expect(partial?.id).toBe(routePath);

    emulator.tokens(undefined);
    tokens.requests.length = 0;
    const { props } = await provider.read(routePath, partial?.properties ?? {});
    expect(props).toMatchObject({ name: "r" });
    expect(props).not.toHaveProperty("__pending");
  });
});

describe("a token that expires by the clock", () => {
  it("is renewed before it is used again, and no request is refused", async () => {
    // The library renews five minutes before the end: this one is good for a second.
    const tokens = await scriptedServer(gives(301));
    const { emulator, provider, inputs } = await startCredentialProvider({
      config: { "gcp:credentials": workloadIdentity(tokens.origin) },
      latency: { defaultMs: 2500 },
      waitDeadlineMs: 1200,
    });
    await provider.create(await inputs());
    expect(tokens.requests.length).toBeGreaterThan(1);
    expect(emulator.requests().filter(({ status }) => status === 401)).toEqual([]);
  });
});

describe("a token server", () => {
  it("that refuses says what to fix, before any call", async () => {
    const tokens = await scriptedServer(refuses);
    const { emulator, provider, inputs } = await startCredentialProvider({
      config: { "gcp:credentials": workloadIdentity(tokens.origin) },
      secrets: [subjectToken],
    });
    const { message, partial } = await failureOf(provider.create(await inputs()));
    expect(message).toContain("Could not get an access token with gcp:credentials");
    expect(message).toContain("has expired");
    expect(partial).toBeUndefined();
    expect(emulator.requests()).toEqual([]);
  });

  it.each([
    ["never answers", stalls],
    ["answers too late", later(30_000, gives(3600))],
  ])("that %s is given up at the deadline", async (_what, script) => {
    const tokens = await scriptedServer(script);
    const { emulator, provider, inputs } = await startCredentialProvider({
      config: { "gcp:credentials": workloadIdentity(tokens.origin) },
    });
    const declared = { ...(await inputs()), __timeouts: { create: "1s" } };
    const { message } = await failureOf(provider.create(declared));
    expect(message).toContain("1s");
    expect(emulator.requests()).toEqual([]);
  });
});
