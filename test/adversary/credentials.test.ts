import { execFileSync } from "node:child_process";
import { mkdirSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { plan } from "../../provider/src/cli/plan/command";
import type { TokenSource } from "../../provider/src/http/client";
import { CredentialsUnavailableError } from "../../provider/src/http/errors/unsentError";
import { selfSigned } from "../support/certificate";
import { captureMessage, file, folder, key, login, privateKey, source, tokenServer } from "../support/credentials";
import { mebibyte } from "../support/dearBodies";
import { awsSource, externalCredentials, service_account_impersonation_url, sts } from "../support/externalAccount";
import { expectInWords } from "../support/mistakeWords";
import { answers } from "../support/scriptedServer";
import { forgetSecrets } from "../support/untilTestEnds";

afterEach(() => {
  forgetSecrets();
  vi.unstubAllEnvs();
});

/** The message of a resource or a function on such credentials. */
async function messageOf(credentials: object): Promise<string> {
  const tokens = source({ "gcp:credentials": JSON.stringify(credentials) });
  const error: unknown = await tokens.token().then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error === undefined ? "" : new CredentialsUnavailableError("get r", error).message;
}

const wrongValues: unknown[] = [{ lie: 1 }, ["lie"], "", 7, null];

/** Credentials of a workload, by where it has its proof. */
const workload = (credential_source: object) =>
  externalCredentials(sts, { service_account_impersonation_url, credential_source });
const ofUrl = workload({
  url: "https://oidc.googleapis.com/token",
  headers: { accept: "x" },
  format: { type: "json", subject_token_field_name: "token" },
});

const workloadTokens = (credential_source: object) =>
  source({ "gcp:credentials": JSON.stringify(externalCredentials(sts, { credential_source })) });

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
const tokenBodies = wrongValues.flatMap((value) => [
  value,
  { error: value },
  { error: { message: value, status: value, errors: value } },
  { access_token: value, accessToken: value, token: value, expires_in: value },
  { access_token: "t", expires_in: value, error_description: value },
]);
const refusals = [400, 401, 500];

describe.each(Object.entries(credentials).map(([type, right], index) => [type, right, index] as const))(
  "credentials of the type %s",
  (_type, right, index) => {
    it("are refused in words where a member is malformed", async () => {
      await tokenServer(answers(400, { error: "invalid_grant", error_description: "no" }));
      let refused = 0;
      for (const wrong of variants(right)) {
        const message = await messageOf(wrong);
        expectInWords(message);
        if (message !== "") refused += 1;
        expect(message).not.toContain(privateKey.slice(40, 90));
      }
      expect(refused).toBeGreaterThan(10);
    });

    it("get words out of whatever a token server answers", async () => {
      // Each type meets another status with a body.
      const scripts = tokenBodies.flatMap((body, number) =>
        [200, refusals[(number + index) % refusals.length] ?? 400].map((status) =>
          answers(status, JSON.stringify(body), { "content-type": "application/json" }),
        ),
      );
      const server = await tokenServer(...scripts);
      // A source that asks nobody says its one thing.
      do expectInWords(await messageOf(right));
      while (server.requests.length > 0 && server.requests.length < scripts.length);
    });
  },
);

const [pipe, directory, large] = [join(folder, "pipe"), join(folder, "folder"), file("large", "")];
execFileSync("mkfifo", [pipe]);
mkdirSync(directory);
truncateSync(large, 2 ** 36);

/** Paths that would stop a process which reads them, or cost it dear, with what each is. */
const unfit: readonly (readonly [path: string, what: string])[] = [
  [large, "has more than 1 MiB"],
  [file("2 MiB", "x".repeat(2 * mebibyte)), "has more than 1 MiB"],
  [pipe, "is a pipe"],
  ["/dev/zero", "is a device"],
  [directory, "is a folder"],
];

const pair = selfSigned("a.example");
const certified = { cert_path: file("cert", pair.cert), key_path: file("key", pair.key) };

const certificate = (workloadFiles: object, more: object = {}) => {
  const certificate_config_location = file("config", JSON.stringify({ cert_configs: { workload: workloadFiles } }));
  return workloadTokens({ certificate: { certificate_config_location, ...more } });
};

/** The tokens of credentials that name a file, by what names it. */
const namedBy: readonly (readonly [name: string, tokens: (path: string) => TokenSource])[] = [
  ["gcp:accessToken", (path) => source({ "gcp:accessToken": path })],
  ["gcp:credentials", (path) => source({ "gcp:credentials": path })],
  ...["GOOGLE_OAUTH_ACCESS_TOKEN", "GOOGLE_CREDENTIALS", "GOOGLE_APPLICATION_CREDENTIALS"].map(
    (variable) => [variable, (path: string) => source({}, { [variable]: path })] as const,
  ),
  ["credential_source.file of the credentials", (path) => workloadTokens({ file: path })],
  [
    "output_file in credential_source.executable of the credentials",
    (path) => workloadTokens({ executable: { command: "absent", output_file: path } }),
  ],
  [
    "certificate_config_location of the credentials",
    (path) => workloadTokens({ certificate: { certificate_config_location: path } }),
  ],
  ["cert_path of the credentials", (path) => certificate({ ...certified, cert_path: path })],
  [
    "key_path of the file of certificate_config_location of the credentials",
    (path) => certificate({ ...certified, key_path: path }),
  ],
  ["trust_chain_path of the credentials", (path) => certificate(certified, { trust_chain_path: path })],
];

it.each(namedBy)("a file that %s names is refused at once where it is unfit", async (name, tokens) => {
  vi.stubEnv("GOOGLE_EXTERNAL_ACCOUNT_ALLOW_EXECUTABLES", "1");
  const server = await tokenServer();
  for (const [path, what] of unfit) {
    const message = await captureMessage(tokens(path));
    expect(message).toBe(
      `${name} names a file that ${what}. It must be a regular file of at most 1 MiB: write the token or key alone into one, and give its path.`,
    );
  }
  expect(server.requests).toEqual([]);
});

it("a file without end, or of too many values, is refused by a command, which reads pipes", () => {
  const printed: string[] = [];
  const terminal = { out: (text: string) => void printed.push(text), error: (text: string) => void printed.push(text) };
  const dear = file("dear", `[${"{},".repeat(2_500_000)}{}]`);
  for (const [path, what] of [
    ["/dev/zero", "has more than 256 MiB. Give the JSON that Pulumi wrote,"],
    [dear, "has more than 5,000,000 values. Give the JSON"],
    [directory, "is a folder. Give the JSON"],
  ] as const) {
    expect(plan([path], terminal)).toBe(2);
    expect(printed.splice(0).join("")).toContain(`${JSON.stringify(path)} ${what}`);
  }
});
