import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import type { TokenSource } from "../../provider/src/http/tokenSource";
import { clientOf, failureOf, getRequest, within } from "../support/computeCalls";
import { file, impersonated, keyJson, privateKey, source, tokenServer } from "../support/credentials";
import { answers, scriptedServer } from "../support/scriptedServer";
import { attempt } from "./attempt";

/** What people put where a token belongs. */
const notTokens: Readonly<Record<string, string>> = {
  "an absolute path": "/var/run/secrets/token",
  "a path in this folder": "./credentials",
  "a path above": "../credentials",
  "a path from the home directory": "~/credentials",
  "the home directory of somebody else": "~deployer/credentials",
  "a hidden file": ".credentials",
  "a relative path": "secrets/token",
  "a long relative path": "teams/network/environments/production/service-accounts/deployer/current-access-token",
  "a path with a long name": "keys/the-service-account-of-the-network-deployment-2024",
  "a PEM file": "deployer.pem",
  "a YAML file": "deployer.yaml",
  "a short YAML file": "deployer.yml",
  "a key file": "deployer-key.json",
  "a PKCS#12 file": "deployer.p12",
  "an environment file": "production.env",
  "a bucket": "gs://secrets/deployer-token",
  "an address": "https://vault.example/v1/deployer-token",
  "a file address": "file:///var/run/token",
  "another scheme": "s3://secrets/deployer-token",
  "a path with a way up": "credentials/../token",
  "an API key": "AIzaSyA-1234567890abcdefghijklmnopqrstu",
  "a secret of a client": "GOCSPX-1234567890abcdefghijklmnop",
  "a refresh token": "1//0gabcdefghijklmnopqrstuvwxyz1234567890",
  "a drive of Windows": "C:\\secrets\\token",
  "a share of Windows": "\\\\server\\secrets\\token",
  "a backslash": "secrets\\token",
  "the JSON of a key": keyJson,
  "the JSON of a key in lines": JSON.stringify(JSON.parse(keyJson), undefined, 2),
  "a key in PEM": privateKey,
  "a command": "$(gcloud auth print-access-token)",
  "a header": "Bearer ya29.canary-in-a-header",
  "a text in quotes": '"ya29.canary-in-quotes"',
  "a line break": "ya29.canary-before\nafter: header",
  "a zero byte": "ya29.canary-before\0after",
  "letters of another alphabet": "ya29.cаnаry-in-cyrillic",
};

const tokens: Readonly<Record<string, string>> = {
  "a token of Google": `ya29.${"a0AfB_byC-d".repeat(18)}`,
  "one with slashes": `ya29.${"abc/def+0".repeat(12)}==`,
  "one with dots at its end": `ya29.c.b0Aaekm1K${"j2_x".repeat(40)}............`,
  "an old one": "1/fFAGRNJru1FTz70BzhT3Zg",
  "a JSON Web Token": `eyJhbGciOiJSUzI1NiJ9.${"eyJpc3MiOiJ4In0".repeat(6)}.${"sig_-na".repeat(20)}`,
  "a word for a test": "a-token-of-a-test",
};

/** Where a token may be given, and what the client of that source then sends. */
const settings: Readonly<Record<string, (value: string) => TokenSource>> = {
  "gcp:accessToken": (value) => source({ "gcp:accessToken": value }),
  GOOGLE_OAUTH_ACCESS_TOKEN: (value) => source({}, { GOOGLE_OAUTH_ACCESS_TOKEN: value }),
  "a file that gcp:accessToken names": (value) => source({ "gcp:accessToken": file("holds", value) }),
  "gcp:accessToken, impersonating": (value) =>
    source({ "gcp:accessToken": value, "gcp:impersonateServiceAccount": "deployer@p.iam.gserviceaccount.com" }),
  "gcp:externalCredentials": (value) =>
    source({
      "gcp:externalCredentials": JSON.stringify({
        audience: "//iam/pool",
        serviceAccountEmail: "deployer@p.iam.gserviceaccount.com",
        identityToken: value,
      }),
    }),
};

const everythingOf = (error: unknown) =>
  inspect(error, { depth: 30, showHidden: true, maxStringLength: null, maxArrayLength: null });

describe("a text that is not a token", () => {
  it.each(Object.keys(settings))("is refused by its form and named by its setting: %s", async (setting) => {
    for (const [form, value] of Object.entries(notTokens)) {
      await attempt(form, setting, async () => {
        const tokenSeen = await tokenServer();
        const compute = await scriptedServer(answers(200, {}));
        const tokens = settings[setting]?.(value);
        const error = await failureOf(
          clientOf(compute.origin, tokens === undefined ? {} : { tokens }).request(getRequest, within(2_000)),
        );
        expect(error.effect).toBe("none");
        expect(error.message).toContain(/gcp:\w+|GOOGLE_\w+/.exec(setting)?.[0] ?? "?");
        const said = everythingOf(error);
        for (const line of value.split(/[\n\0]/).filter((part) => part.length > 12)) expect(said).not.toContain(line);
        expect([...compute.requests, ...tokenSeen.requests]).toEqual([]);
      });
    }
  });
});

describe("a text that is a token", () => {
  it.each(Object.entries(tokens))("is sent as it is: %s", async (form, value) => {
    await attempt(form, "gcp:accessToken", async () => {
      const compute = await scriptedServer(answers(200, { name: "r" }));
      await clientOf(compute.origin, { tokens: source({ "gcp:accessToken": value }) }).request(
        getRequest,
        within(2_000),
      );
      expect(compute.requests.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${value}`]);
    });
  });
});

describe("a token that no header can have", () => {
  const unsendable = {
    "a line break": "ya29.canary-of-a-server\r\nx-injected: yes",
    "a lone line feed": "ya29.canary-of-a-server\n",
    "a zero byte": "ya29.canary-of-a-server\0more",
    "a letter of another alphabet": "ya29.canary-of-a-sérver",
    "an emoji": "ya29.canary-of-a-server-😀",
    "a space": "ya29.canary-of-a server",
  };
  const service = "gcp:impersonateServiceAccount";
  const givers: Readonly<Record<string, (token: string) => Promise<TokenSource>>> = {
    "the token server of a key": async (token) => {
      await tokenServer(answers(200, { access_token: token, expires_in: 3600 }));
      return source({ "gcp:credentials": keyJson });
    },
    impersonation: async (token) => {
      await tokenServer(answers(200, { access_token: "ya29.of-the-key", expires_in: 3600 }), impersonated(token));
      return source({ "gcp:credentials": keyJson, [service]: "deployer@p.iam.gserviceaccount.com" });
    },
    "the key that impersonates": async (token) => {
      await tokenServer(answers(200, { access_token: token, expires_in: 3600 }), impersonated("ya29.fine"));
      return source({ "gcp:credentials": keyJson, [service]: "deployer@p.iam.gserviceaccount.com" });
    },
    "a source that is not ours": (token) =>
      Promise.resolve({ renewable: true, token: () => Promise.resolve(token), invalidate: () => undefined }),
  };

  it.each(Object.keys(givers))("is refused in words and never printed: %s", async (giver) => {
    for (const [what, token] of Object.entries(unsendable)) {
      await attempt(`a token with ${what}`, giver, async () => {
        const tokens = await givers[giver]?.(token);
        const compute = await scriptedServer(answers(200, {}));
        const error = await failureOf(
          clientOf(compute.origin, tokens === undefined ? {} : { tokens }).request(getRequest, within(2_000)),
        );
        expect(error.message).toMatch(/token.* characters .*no HTTP header can have|characters which no HTTP header/);
        expect(everythingOf(error)).not.toContain("canary");
        expect(compute.requests).toEqual([]);
      });
    }
  });
});
