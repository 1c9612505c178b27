import { afterEach, describe, expect, it, vi } from "vitest";
import { keyJson, login, metadataServer, source, tokenServer } from "../../support/credentials";
import { account, externalAccount, service_account_impersonation_url, sts } from "../../support/externalAccount";
import { answers, type Script } from "../../support/scriptedServer";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** Gives tokens that are to last that long, in the form of every server. */
function gives(lastsSeconds: number): Script {
  let number = 0;
  return (request, response) => {
    const token = `token-${String((number += 1))}`;
    const expireTime = new Date(Date.now() + lastsSeconds * 1000).toISOString();
    const both = { access_token: token, expires_in: lastsSeconds, accessToken: token, expireTime };
    answers(200, both)(request, response);
  };
}

const ways: Readonly<Record<string, () => Record<string, string>>> = {
  "a key": () => ({ "gcp:credentials": keyJson }),
  "a login": () => ({ "gcp:credentials": JSON.stringify(login) }),
  "workload identity": () => ({ "gcp:credentials": externalAccount(sts) }),
  "workload identity that impersonates": () => ({
    "gcp:credentials": externalAccount(sts, { service_account_impersonation_url }),
  }),
  impersonation: () => ({ "gcp:accessToken": "mine", "gcp:impersonateServiceAccount": account }),
  "the metadata server": () => ({}),
};

describe.each(Object.entries(ways))("a token of %s", (way, config) => {
  it.each([
    [60, 29],
    [300, 149],
    [3600, 3299],
  ])("that lasts %i s is asked for once in %i s, and again soon after", async (lastsSeconds, usedSeconds) => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const server = await (way === "the metadata server" ? metadataServer : tokenServer)(gives(lastsSeconds));
    const tokens = source(config());
    const first = await tokens.token();
    const perToken = server.requests.length;
    for (let part = 0; part < 3; part += 1) {
      vi.setSystemTime(Date.now() + (usedSeconds / 3) * 1000);
      expect(await tokens.token()).toBe(first);
    }
    expect(server.requests).toHaveLength(perToken);
    vi.setSystemTime(Date.now() + 3_000);
    expect(await tokens.token()).not.toBe(first);
    expect(server.requests).toHaveLength(2 * perToken);
    expect(await tokens.token()).toBe(await tokens.token());
    expect(server.requests).toHaveLength(2 * perToken);
  });
});

it("a token that its server gives again is not asked for at each use", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const endsMs = Date.now() + 400_000;
  // Each answer tells the same end.
  const server = await metadataServer((request, response) => {
    answers(200, { access_token: "same", expires_in: (endsMs - Date.now()) / 1000 })(request, response);
  });
  const tokens = source({});
  for (let second = 0; second < 390; second += 1) {
    await tokens.token();
    vi.setSystemTime(Date.now() + 1000);
  }
  expect(server.requests.length).toBeLessThan(10);
});
