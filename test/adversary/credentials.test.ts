import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { CredentialsUnavailableError } from "../../provider/src/http/errors/unsentError";
import type { TokenSource } from "../../provider/src/http/client";
import { secretSettings, settingKeys } from "../../provider/src/settings/settingKeys";
import { Settings } from "../../provider/src/settings/settings";
import { file, folder, key, login, privateKey, source, tokenServer } from "../support/credentials";
import { awsSource, externalCredentials, service_account_impersonation_url, sts } from "../support/externalAccount";
import { answers } from "../support/scriptedServer";
import { expectInWords } from "../support/mistakeWords";
import { forgetSecrets } from "../support/untilTestEnds";

afterEach(() => {
  forgetSecrets();
  vi.unstubAllEnvs();
});

/** The message of a resource or a function on such credentials. */
async function messageOf(tokens: TokenSource): Promise<string> {
  const error: unknown = await tokens.token().then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error === undefined ? "" : new CredentialsUnavailableError("get r", error).message;
}

it.each([500, 20_000])("credentials that have credentials in them, %d times, are refused in words", async (levels) => {
  const begin = '{"type":"new","source_credentials":';
  const path = file(`levels-${String(levels)}`, `${begin.repeat(levels)}{}${"}".repeat(levels)}`);
  expect(await messageOf(source({ "gcp:credentials": path }))).toContain(
    "has malformed source_credentials: the object has no client_email and no private_key.",
  );
});

const wrongValues: unknown[] = [{}, [], { lie: 1 }, ["lie"], "lie", "", 7, true, null, undefined];

/** Credentials of a workload, by where it has its proof. */
const workload = (credential_source: object) =>
  externalCredentials(sts, { service_account_impersonation_url, credential_source });
const ofUrl = workload({
  url: "https://oidc.googleapis.com/token",
  headers: { accept: "x" },
  format: { type: "json", subject_token_field_name: "token" },
});

/** Credentials of each type as they are right. */
const credentials: Readonly<Record<string, object>> = {
  service_account: key,
  authorized_user: login,
  external_account: ofUrl,
  "external_account, of a file": workload({ file: file("subject", "subject") }),
  "external_account, of AWS": workload(awsSource),
  "external_account, of a program": workload({ executable: { command: "true", timeout_millis: 5000 } }),
  external_account_authorized_user: externalCredentials(sts, {
    ...login,
    type: "external_account_authorized_user",
  }),
  impersonated_service_account: {
    type: "impersonated_service_account",
    service_account_impersonation_url,
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

/** The bodies that a token server may answer in the place of a token or a refusal. */
const tokenBodies = [
  ...wrongValues.map((value) => JSON.stringify(value) ?? ""),
  ...wrongValues.map((error) => JSON.stringify({ error })),
  ...wrongValues.map((value) => JSON.stringify({ error: { message: value, status: value, errors: value } })),
  ...wrongValues.map((value) =>
    JSON.stringify({ access_token: value, accessToken: value, token: value, expires_in: value }),
  ),
  ...wrongValues.map((value) => JSON.stringify({ access_token: "t", expires_in: value, error_description: value })),
];
const refusals = [400, 401, 500];

/** Each body as a token and as a refusal; each type of credentials meets another status with it. */
const tokenAnswers = (type: number) =>
  tokenBodies.flatMap((body, index) =>
    [200, refusals[(index + type) % refusals.length] ?? 400].map((status) =>
      answers(status, body, { "content-type": "application/json" }),
    ),
  );

describe.each(Object.entries(credentials).map(([type, right], index) => [type, right, index] as const))(
  "credentials of the type %s",
  (_type, right, index) => {
    it("are refused in words where a member is malformed, in a setting or as gcloud leaves them", async () => {
      const path = join(folder, "application_default_credentials.json");
      vi.stubEnv("CLOUDSDK_CONFIG", folder);
      await tokenServer(answers(400, { error: "invalid_grant", error_description: "no" }));
      let refused = 0;
      for (const [number, wrong] of [...variants(right)].entries()) {
        const json = JSON.stringify(wrong);
        // The one reads what the other does.
        if (number % 3 === 0) writeFileSync(path, json);
        const message = await messageOf(source(number % 3 === 0 ? {} : { "gcp:credentials": json }));
        expectInWords(message);
        if (message !== "") refused += 1;
        expect(message).not.toContain(privateKey.slice(40, 90));
      }
      expect(refused).toBeGreaterThan(10);
      rmSync(path);
    });

    it("get words out of whatever a token server answers", async () => {
      const scripts = tokenAnswers(index);
      const server = await tokenServer(...scripts);
      // A source that asks nobody says its one thing.
      do expectInWords(await messageOf(source({ "gcp:credentials": JSON.stringify(right) })));
      while (server.requests.length > 0 && server.requests.length < scripts.length);
    });
  },
);

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
