import { inspect } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import type { TokenSource } from "../../provider/src/http/client";
import { createClient, captureFailure, getRequest, within } from "../support/computeCalls";
import { file, impersonated, keyJson, metadataServer, privateKey, source, tokenServer } from "../support/credentials";
import { awsSource, externalAccount, sts } from "../support/externalAccount";
import { answers, scriptedServer } from "../support/scriptedServer";
import { forgetSecrets } from "../support/untilTestEnds";

afterAll(forgetSecrets);

/** The values that people put where a token belongs. */
const notTokens: Readonly<Record<string, string>> = {
  "an absolute path": "/var/run/secrets/token",
  "a path from the home directory": "~/credentials",
  "a relative path": "secrets/token",
  "a key file": "deployer-key.json",
  "an address": "https://vault.example/v1/deployer-token",
  "an API key": "AIzaSyA-1234567890abcdefghijklmnopqrstu",
  "a secret of a client": "GOCSPX-1234567890abcdefghijklmnop",
  "a refresh token": "1//0gabcdefghijklmnopqrstuvwxyz1234567890",
  "the JSON of a key": keyJson,
  "a key in PEM": privateKey,
  "a header": "Bearer ya29.canary-in-a-header",
  "a line break": "ya29.canary-before\nafter: header",
  "letters of another alphabet": "ya29.cаnаry-in-cyrillic",
};

const tokens: readonly string[] = [
  `ya29.${"a0AfB_byC-d".repeat(18)}`,
  `ya29.${"abc/def+0".repeat(12)}==`,
  `ya29.c.b0Aaekm1K${"j2_x".repeat(40)}............`,
  "1/fFAGRNJru1FTz70BzhT3Zg",
  `eyJhbGciOiJSUzI1NiJ9.${"eyJpc3MiOiJ4In0".repeat(6)}.${"sig_-na".repeat(20)}`,
  "a-token-of-a-test",
];

const impersonating = { "gcp:impersonateServiceAccount": "deployer@p.iam.gserviceaccount.com" };

/** Where a token may be given. */
const settings: Readonly<Record<string, (value: string) => TokenSource>> = {
  "gcp:accessToken": (value) => source({ "gcp:accessToken": value }),
  GOOGLE_OAUTH_ACCESS_TOKEN: (value) => source({}, { GOOGLE_OAUTH_ACCESS_TOKEN: value }),
  "a file that gcp:accessToken names": (value) => source({ "gcp:accessToken": file("holds", value) }),
  "gcp:accessToken, impersonating": (value) => source({ "gcp:accessToken": value, ...impersonating }),
  "gcp:externalCredentials": (identityToken) => {
    const external = { audience: "//iam/pool", serviceAccountEmail: "deployer@p", identityToken };
    return source({ "gcp:externalCredentials": JSON.stringify(external) });
  },
};

const everythingOf = (error: unknown) =>
  inspect(error, { depth: 30, showHidden: true, maxStringLength: null, maxArrayLength: null });

/** The error of a request with such tokens, which must not be sent. */
async function unsentWith(tokens: TokenSource): Promise<Error> {
  const server = await scriptedServer(answers(200, {}));
  const error = await captureFailure(createClient(server.origin, { tokens }).request(getRequest, within(60_000)));
  expect(error.effect).toBe("none");
  expect(server.requests).toEqual([]);
  return error;
}

describe("a text that is not a token", () => {
  it.each(Object.entries(settings))(
    "is named by its setting, and neither sent nor shown: %s",
    async (setting, give) => {
      const server = await tokenServer();
      for (const [what, value] of Object.entries(notTokens)) {
        const error = await unsentWith(give(value));
        expect(error.message, what).toContain(/gcp:\w+|GOOGLE_\w+/.exec(setting)?.[0] ?? "?");
        for (const line of value.split("\n").filter((part) => part.length > 12))
          expect(everythingOf(error), what).not.toContain(line);
      }
      expect(server.requests).toEqual([]);
    },
  );
});

it.each(tokens)("a text that is a token is sent as it is: %s", async (value) => {
  const server = await scriptedServer(answers(200, { name: "r" }));
  const client = createClient(server.origin, { tokens: source({ "gcp:accessToken": value }) });
  await client.request(getRequest, within(60_000));
  expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${value}`]);
});

describe("a token that no header can have, or of more than 16,384 characters", () => {
  const unsendable = ["ya29.canary\r\nx-injected: yes", "ya29.canary\0more", "ya29.canary-é", "ya29.canary more"];
  const key = { "gcp:credentials": keyJson };
  const gives = (token: string) => answers(200, { access_token: token, expires_in: 3600 });
  const givers: Readonly<Record<string, (token: string) => Promise<TokenSource>>> = {
    "the token server of a key": async (token) => {
      await tokenServer(gives(token));
      return source(key);
    },
    "the exchange of a workload": async (token) => {
      await tokenServer(gives(token));
      return source({ "gcp:credentials": externalAccount(sts) });
    },
    impersonation: async (token) => {
      await tokenServer(gives("ya29.of-the-key"), impersonated(token));
      return source({ ...key, ...impersonating });
    },
    "the metadata server": async (token) => {
      await metadataServer(gives(token));
      return source({});
    },
    "a source that is not ours": (token) =>
      Promise.resolve({ renewable: true, token: () => Promise.resolve(token), invalidate: () => undefined }),
  };

  it.each(Object.entries(givers))("is refused in words and never printed: %s", async (_giver, give) => {
    for (const token of unsendable) {
      const error = await unsentWith(await give(token));
      expect(error.message).toMatch(/token.* characters .*no HTTP header can have/);
      expect(everythingOf(error)).not.toContain("canary");
    }
  });

  const longGivers: typeof givers = {
    ...givers,
    ...Object.fromEntries(
      Object.keys(settings).map((name) => [
        name,
        (token: string) => Promise.resolve(settings[name]?.(token) ?? source({})),
      ]),
    ),
    "a session of AWS": async (token) => {
      await tokenServer(answers(200, token));
      return source({ "gcp:credentials": externalAccount(sts, { credential_source: awsSource }) });
    },
  };

  it.each(Object.entries(longGivers))("is refused for its length: %s", async (_giver, give) => {
    const error = await unsentWith(await give(`canary${"x".repeat(16 * 1024)}`));
    expect(error.message).toContain("more than 16,384 characters, and no real token has so many");
    expect(everythingOf(error)).not.toContain("canary");
  });
});
