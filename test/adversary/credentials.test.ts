import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { plan } from "../../provider/src/cli/plan/command";
import { CredentialsUnavailableError } from "../../provider/src/http/errors/unsentError";
import type { TokenSource } from "../../provider/src/http/client";
import { secretSettings, settingKeys } from "../../provider/src/settings/settingKeys";
import { Settings } from "../../provider/src/settings/settings";
import { file, folder, key, privateKey, source, tokenServer } from "../support/credentials";
import { awsSource } from "../support/externalAccount";
import { answers, type Script } from "../support/scriptedServer";
import { expectInWords } from "../support/mistakeWords";
import { forgetSecrets } from "../support/untilTestEnds";

afterEach(() => {
  forgetSecrets();
  vi.unstubAllEnvs();
});

/** Paths that would stop a process which reads them, with what each is. */
const unfit: Readonly<Record<string, readonly [path: () => string, what: string]>> = {
  "a device without end": [() => "/dev/zero", "is a device"],
  "a pipe that nobody writes to": [() => named("pipe", (path) => execFileSync("mkfifo", [path])), "is a pipe"],
  "a folder": [() => named("folder", (path) => mkdirSync(path)), "is a folder"],
  "a file of many gigabytes": [
    () => named("large", (path) => (file("large", ""), truncateSync(path, 2 ** 36))),
    "has more than 1 MiB",
  ],
};

const made = new Map<string, string>();

/** A path in the folder of the tests; what is there is made once. */
function named(name: string, make: (path: string) => unknown): string {
  const path = made.get(name) ?? join(folder, name);
  if (!made.has(name)) make(path);
  made.set(name, path);
  return path;
}

const settings: Readonly<Record<string, (value: string) => TokenSource>> = {
  "gcp:accessToken": (value) => source({ "gcp:accessToken": value }),
  GOOGLE_OAUTH_ACCESS_TOKEN: (value) => source({}, { GOOGLE_OAUTH_ACCESS_TOKEN: value }),
  "gcp:credentials": (value) => source({ "gcp:credentials": value }),
  GOOGLE_CREDENTIALS: (value) => source({}, { GOOGLE_CREDENTIALS: value }),
  GOOGLE_APPLICATION_CREDENTIALS: (value) => source({}, { GOOGLE_APPLICATION_CREDENTIALS: value }),
};

/** The message of a resource or a function on such credentials. */
async function messageOf(tokens: TokenSource): Promise<string> {
  const error: unknown = await tokens.token().then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error === undefined ? "" : new CredentialsUnavailableError("get r", error).message;
}

describe.each(Object.entries(settings))("a file that %s names", (setting, tokens) => {
  it.each(Object.entries(unfit))("is refused at once where it is %s", async (_what, [path, what]) => {
    const message = await messageOf(tokens(path()));
    expect(message).toContain(
      `${setting} names a file that ${what}. It must be a regular file of at most 1 MiB: write the`,
    );
    expect(message).not.toContain(path());
  });
});

it("a file without end, or of too many values, is refused by a command, which reads pipes", () => {
  const said: string[] = [];
  const terminal = { out: (text: string) => void said.push(text), error: (text: string) => void said.push(text) };
  expect(plan(["/dev/zero"], terminal)).toBe(2);
  expect(said.join("")).toContain('"/dev/zero" has more than 256 MiB. Give the JSON that Pulumi wrote,');
  const dear = file("dear", `[${"{},".repeat(2_500_000)}{}]`);
  expect(plan([dear], terminal)).toBe(2);
  expect(said.join("")).toContain(`${JSON.stringify(dear)} has more than 5,000,000 values. Give the JSON`);
  expect(plan([folder], terminal)).toBe(2);
  expect(said.join("")).toContain(`${JSON.stringify(folder)} is a folder. Give the JSON`);
});

it.each([
  [20_000, "is malformed: it has more than 1000 levels."],
  [500, "has malformed source_credentials: the object has no client_email and no private_key."],
])("credentials that have credentials in them, %d times, are refused in words", async (levels, words) => {
  const begin = '{"type":"new","source_credentials":';
  const path = file(`levels-${String(levels)}`, `${begin.repeat(levels)}{}${"}".repeat(levels)}`);
  expect(await messageOf(source({ "gcp:credentials": path }))).toContain(words);
});

const wrongValues: unknown[] = [{}, [], { lie: 1 }, ["lie"], "lie", "", 7, true, null, undefined];

const external = {
  type: "external_account",
  audience: "//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/pool/providers/ci",
  subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
  token_url: "https://sts.googleapis.com/v1/token",
  service_account_impersonation_url:
    "https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/a@b.iam.gserviceaccount.com:generateAccessToken",
  credential_source: {
    url: "https://oidc.googleapis.com/token",
    headers: { accept: "x" },
    format: { type: "json", subject_token_field_name: "token" },
  },
};
const login = { type: "authorized_user", client_id: "c", client_secret: "s", refresh_token: "r" };

/** Credentials of each type as they are right. */
const credentials: Readonly<Record<string, object>> = {
  service_account: key,
  authorized_user: login,
  external_account: external,
  "external_account, of a file": { ...external, credential_source: { file: file("subject", "subject") } },
  "external_account, of AWS": {
    ...external,
    credential_source: awsSource,
  },
  "external_account, of a program": {
    ...external,
    credential_source: { executable: { command: "true", timeout_millis: 5000 } },
  },
  external_account_authorized_user: {
    ...login,
    type: "external_account_authorized_user",
    audience: external.audience,
    token_url: external.token_url,
  },
  impersonated_service_account: {
    type: "impersonated_service_account",
    service_account_impersonation_url: external.service_account_impersonation_url,
    source_credentials: login,
    delegates: [],
  },
};

/** Every object with one member of it, at whatever depth, replaced. */
function* variants(value: object): Generator<object> {
  for (const [name, member] of Object.entries(value)) {
    for (const wrong of wrongValues) yield { ...value, [name]: wrong };
    if (typeof member === "object" && member !== null && !Array.isArray(member))
      for (const variant of variants(member as object)) yield { ...value, [name]: variant };
  }
}

/** The answers that a token server may give in the place of a token or a refusal. */
const tokenAnswers: readonly Script[] = [
  ...[200, 400, 401, 500].flatMap((status) =>
    [
      ...wrongValues.map((value) => JSON.stringify(value) ?? ""),
      ...wrongValues.map((error) => JSON.stringify({ error })),
      ...wrongValues.map((value) => JSON.stringify({ error: { message: value, status: value, errors: value } })),
      ...wrongValues.map((value) =>
        JSON.stringify({ access_token: value, accessToken: value, token: value, expires_in: value }),
      ),
      ...wrongValues.map((value) => JSON.stringify({ access_token: "t", expires_in: value, error_description: value })),
    ].map((body) => answers(status, body, { "content-type": "application/json" })),
  ),
];

describe.each(Object.entries(credentials))("credentials of the type %s", (_type, right) => {
  it("are refused in words where a member is malformed", async () => {
    await tokenServer(answers(400, { error: "invalid_grant", error_description: "no" }));
    let refused = 0;
    for (const wrong of variants(right)) {
      const message = await messageOf(source({ "gcp:credentials": JSON.stringify(wrong) }));
      expectInWords(message);
      if (message !== "") refused += 1;
      expect(message).not.toContain(privateKey.slice(40, 90));
    }
    expect(refused).toBeGreaterThan(10);
  });

  it("are refused in words where the library itself finds a malformed file", async () => {
    const path = join(folder, "application_default_credentials.json");
    vi.stubEnv("CLOUDSDK_CONFIG", folder);
    await tokenServer(answers(400, { error: "invalid_grant", error_description: "no" }));
    for (const wrong of [...variants(right)].filter((_variant, number) => number % 3 === 0)) {
      writeFileSync(path, JSON.stringify(wrong));
      expectInWords(await messageOf(source({})));
    }
    rmSync(path);
  });

  it("get words out of whatever a token server answers", async () => {
    const server = await tokenServer(...tokenAnswers);
    // A source that asks nobody says its one thing.
    do expectInWords(await messageOf(source({ "gcp:credentials": JSON.stringify(right) })));
    while (server.requests.length > 0 && server.requests.length < tokenAnswers.length);
  });
});

describe("malformed configuration", () => {
  const externalCredentials = {
    audience: "//iam/pool",
    serviceAccountEmail: "a@b",
    identityToken: "header.claims.signature",
  };
  const values = [
    ...wrongValues.map((value) => JSON.stringify(value) ?? "undefined-text"),
    ...[...variants(externalCredentials)].map((value) => JSON.stringify(value)),
    "[[]]",
    '{"a":{}}',
    "[1,null]",
    "{",
    "Infinity",
  ];

  it.each(settingKeys)("is refused in words: %s", async (key) => {
    await tokenServer(answers(400, { error: "invalid_grant", error_description: "no" }));
    const token = isCredential(key) ? {} : { "gcp:accessToken": "ya29.token" };
    for (const value of values) {
      const config: Record<string, string> = { "gcp:project": "my-project", ...token, [key]: value };
      const settings = new Settings((name) => config[name], {});
      for (const problem of settings.problems) expectInWords(problem.replaceAll(value, ""));
      const made = await Promise.resolve()
        .then(() => source(config).token())
        .catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
      expectInWords(made.replaceAll(value, ""));
    }
  });
});

function isCredential(key: string): boolean {
  return secretSettings.some((name) => key === `gcp:${name}`);
}
