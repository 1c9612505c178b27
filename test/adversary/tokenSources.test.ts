import { constants, gzipSync } from "node:zlib";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { TokenSource } from "../../provider/src/http/client";
import { mostValues } from "../../provider/src/http/structure";
import {
  answersToken,
  captureMessage,
  impersonated,
  keyJson,
  login,
  metadataServer,
  source,
  tokenServer,
} from "../support/credentials";
import { brackets, endless, farTooManyBytes, json, mebibyte } from "../support/dearBodies";
import {
  account,
  awsSource,
  externalAccount,
  service_account_impersonation_url,
  sts,
} from "../support/externalAccount";
import { answers, scriptedServer, type Script } from "../support/scriptedServer";
import { connectProxy } from "../support/secureServer";
import { forgetSecrets } from "../support/untilTestEnds";

afterEach(() => {
  forgetSecrets();
  vi.unstubAllEnvs();
});

/** A source of tokens whose last server does that. */
type Way = (script: Script) => Promise<TokenSource>;

const way =
  (config: () => Readonly<Record<string, string>>, ...before: Script[]): Way =>
  async (script) => {
    await tokenServer(...before, script);
    return source(config());
  };

const workload = (more: object, ...before: Script[]) =>
  way(() => ({ "gcp:credentials": externalAccount(sts, more) }), ...before);

/** Every way to a token on which a server is asked. */
const ways: Readonly<Record<string, Way>> = {
  "a key": way(() => ({ "gcp:credentials": keyJson })),
  "a login": way(() => ({ "gcp:credentials": JSON.stringify(login) })),
  "a workload": workload({}),
  "the impersonation of a workload": workload({ service_account_impersonation_url }, answersToken("federated")),
  "the URL of what a workload exchanges": workload({
    credential_source: { url: "https://oidc.universe.example/token" },
  }),
  "a workload at AWS": workload({ credential_source: awsSource }),
  impersonation: way(() => ({ "gcp:accessToken": "mine", "gcp:impersonateServiceAccount": account })),
  "the metadata server": async (script) => {
    await metadataServer(script);
    return source({});
  },
  "a server behind a proxy": async (script) => {
    const { origin } = await scriptedServer(script);
    vi.stubEnv("NO_PROXY", "");
    vi.stubEnv("HTTPS_PROXY", (await connectProxy(Number(new URL(origin).port))).url);
    return source({ "gcp:credentials": externalAccount(origin) });
  },
};

const compressed = (text: string): Script => {
  const bytes = gzipSync(text, { level: constants.Z_BEST_COMPRESSION });
  return (_request, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(bytes);
  };
};

/** Answers that cost more than a token is worth, with what is said of each. */
const dearAnswers: readonly [what: string, script: Script, words: string][] = [
  ["a refusal of brackets", answers(400, `{"error":${brackets.slice(9)}`, json), "more than 1000 levels"],
  [
    "many values",
    answers(200, `[${"0,".repeat(mebibyte / 2 - 1)}`, json),
    `more than ${mostValues.toLocaleString("en-US")} values`,
  ],
  ["packed brackets", compressed(brackets.slice(1)), "more than 1000 levels"],
  ["a packed text of 16 MiB", compressed("x".repeat(16 * mebibyte)), "more than 1 MiB"],
];

/** The whole message of a token that a server does not give. */
const ends = (words: string) =>
  new RegExp(
    `^Could not get an access token with (gcp:(credentials|accessToken)|application default credentials): the token server${words}$`,
  );

describe.each(Object.entries(ways))("a server on the way to a token, of %s", (_way, open) => {
  it("is not followed to where it redirects", async () => {
    for (const status of [302, 307]) {
      const elsewhere = await scriptedServer(answersToken("stolen"));
      const tokens = await open(answers(status, {}, { location: `${elsewhere.origin}/token` }));
      expect(await captureMessage(tokens)).toMatch(
        ends(
          " answered with a redirect, which this package does not follow\\. Something between here and the service may be answering in its place\\.",
        ),
      );
      expect(elsewhere.requests).toEqual([]);
    }
  });

  it("is read no further than 1 MiB", async () => {
    const { script, taken } = endless();
    expect(await captureMessage(await open(script))).toMatch(ends("'s answer has more than 1 MiB, the limit"));
    // The sockets of both sides take some of it ahead.
    expect(taken.bytes).toBeLessThan(farTooManyBytes / 4);
  });

  it.each(dearAnswers)("may not answer with %s", async (_what, script, words) => {
    expect(await captureMessage(await open(script))).toMatch(ends(`'s answer has ${words}, the limit`));
  });
});

describe("the metadata server", () => {
  it("gives tokens for the scopes that are set", async () => {
    const server = await metadataServer(answersToken("first"));
    const scopes = [
      "https://www.googleapis.com/auth/compute",
      "https://www.googleapis.com/auth/devstorage.full_control",
    ];
    expect(await source({ "gcp:scopes": JSON.stringify(scopes) }).token()).toBe("first");
    const place = "/computeMetadata/v1/instance/service-accounts/default/token";
    expect(server.requests.map(({ method, url, headers }) => [method, url, headers["metadata-flavor"]])).toEqual([
      ["GET", `${place}?scopes=${encodeURIComponent(scopes.join(","))}`, "Google"],
    ]);
  });

  it("is never asked through a proxy, which would answer for another machine", async () => {
    const server = await metadataServer(answersToken("mine"));
    vi.stubEnv("NO_PROXY", "");
    vi.stubEnv("HTTPS_PROXY", "http://127.0.0.1:1");
    expect(await source({}).token()).toBe("mine");
    expect(server.requests).toHaveLength(1);
  });

  it("carries an impersonation, and names the project of the environment that pays for it", async () => {
    vi.stubEnv("GOOGLE_CLOUD_QUOTA_PROJECT", "billed");
    await metadataServer(answersToken("mine"));
    const iam = await tokenServer(impersonated("theirs"));
    expect(await source({ "gcp:impersonateServiceAccount": account }).token()).toBe("theirs");
    expect(iam.requests.map(({ headers }) => [headers.authorization, headers["x-goog-user-project"]])).toEqual([
      ["Bearer mine", "billed"],
    ]);
  });

  it("is looked for where nothing says that it is there, and known by any answer of its own", async () => {
    const server = await metadataServer(answers(404, "nothing here"), answersToken("mine"));
    vi.stubEnv("METADATA_SERVER_DETECTION", "ping-only");
    expect(await source({}).token()).toBe("mine");
    expect(server.requests.map(({ url }) => url.split("?")[0])).toEqual([
      "/computeMetadata/v1/instance/",
      "/computeMetadata/v1/instance/service-accounts/default/token",
    ]);
  });

  it("that another server stands for is not believed, nor one that the environment rules out", async () => {
    const { origin } = await scriptedServer(answersToken("stolen"));
    await metadataServer();
    vi.stubEnv("GCE_METADATA_HOST", new URL(origin).host);
    expect(await captureMessage(source({}))).toContain("does not answer as the metadata server of Google Cloud does");
    for (const [detection, why] of [
      ["", `No metadata server of Google Cloud answers at ${new URL(origin).host}.`],
      ["none", "METADATA_SERVER_DETECTION=none rules out a metadata server."],
    ] as const) {
      vi.stubEnv("METADATA_SERVER_DETECTION", detection);
      const message = await captureMessage(source({}));
      expect(message).toMatch(/^No credentials were found\. Set GOOGLE_OAUTH_ACCESS_TOKEN, /);
      expect(message).toContain(why);
    }
  });

  it.each(["", "null", "[]", '{"access_token":7}', '{"access_token":""}'])("gives no token with %j", async (body) => {
    await metadataServer(answers(200, body, json));
    expect(await captureMessage(source({}))).toContain("answers without a token");
  });
});
