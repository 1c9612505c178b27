import { execFileSync } from "node:child_process";
import { mkdirSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { plan } from "../../provider/src/cli/plan/command";
import type { TokenSource } from "../../provider/src/http/client";
import { selfSigned } from "../support/certificate";
import { captureMessage, file, folder, source, tokenServer } from "../support/credentials";
import { mebibyte } from "../support/dearBodies";
import { externalCredentials, service_account_impersonation_url, sts } from "../support/externalAccount";
import { forgetSecrets } from "../support/untilTestEnds";

afterEach(() => {
  forgetSecrets();
  vi.unstubAllEnvs();
});

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

const { cert, key } = selfSigned("a.example");
const certified = { cert_path: file("cert", cert), key_path: file("key", key) };

const workload = (credential_source: object) =>
  source({ "gcp:credentials": JSON.stringify(externalCredentials(sts, { credential_source })) });
const certificate = (workloadFiles: object, more: object = {}) => {
  const certificate_config_location = file("config", JSON.stringify({ cert_configs: { workload: workloadFiles } }));
  return workload({ certificate: { certificate_config_location, ...more } });
};

/** The tokens of credentials that name a file, by what names it. */
const namedBy: readonly (readonly [name: string, tokens: (path: string) => TokenSource])[] = [
  ["gcp:accessToken", (path) => source({ "gcp:accessToken": path })],
  ["gcp:credentials", (path) => source({ "gcp:credentials": path })],
  ...["GOOGLE_OAUTH_ACCESS_TOKEN", "GOOGLE_CREDENTIALS", "GOOGLE_APPLICATION_CREDENTIALS"].map(
    (variable) => [variable, (path: string) => source({}, { [variable]: path })] as const,
  ),
  ["credential_source.file of the credentials", (path) => workload({ file: path })],
  [
    "credential_source.file of the credentials",
    (path) => {
      const source_credentials = externalCredentials(sts, { credential_source: { file: path } });
      const outer = { type: "impersonated_service_account", service_account_impersonation_url, source_credentials };
      return source({ "gcp:credentials": JSON.stringify(outer) });
    },
  ],
  [
    "output_file in credential_source.executable of the credentials",
    (path) => workload({ executable: { command: "absent", output_file: path } }),
  ],
  [
    "certificate_config_location of the credentials",
    (path) => workload({ certificate: { certificate_config_location: path } }),
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
