import { afterEach, describe, expect, it, vi } from "vitest";
import {
  file,
  answersToken,
  key,
  keyJson,
  login,
  metadataServer,
  source,
  tokenServer,
} from "../../support/credentials";
import { account, externalAccount, service_account_impersonation_url, sts } from "../../support/externalAccount";
import { TokenError } from "../../../provider/src/http/errors/tokenError";
import type { Fault } from "../../../provider/src/http/errors/fault";
import { loopbackServer } from "../../support/loopbackServer";
import { answers, resets, scriptedServer, type Script } from "../../support/scriptedServer";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const loginJson = JSON.stringify(login);
const other = { type: "impersonated_service_account", service_account_impersonation_url, source_credentials: login };

/** The error of a token that a server does not give. */
async function captureFailure(config: Record<string, string>): Promise<TokenError> {
  const error: unknown = await source(config)
    .token()
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(TokenError);
  return error as TokenError;
}

describe("a token server in trouble", () => {
  const google = { error: { code: 503, status: "UNAVAILABLE", message: "try again later" } };
  const forms: [status: number, body: unknown, words: string][] = [
    [503, "upstream connect error", "HTTP 503: upstream connect error"],
    [502, "<html><title>Bad Gateway</title></html>", 'not an error of the service but a page titled "Bad Gateway"'],
    [503, google, "HTTP 503 UNAVAILABLE: try again later"],
    [429, { error: "slow_down", error_description: "Too many." }, "HTTP 429 slow_down: Too many."],
    [500, { error: "server_error" }, "HTTP 500 server_error: the answer says no more"],
    [500, { message: "no form" }, 'HTTP 500: {"message":"no form"}'],
    [500, "null", "HTTP 500: null"],
    [408, "", "HTTP 408: the answer has no body"],
  ];
  const external =
    (more: object = {}) =>
    () => ({
      "gcp:credentials": externalAccount(sts, more),
    });
  const impersonating = () => ({ "gcp:accessToken": "mine", "gcp:impersonateServiceAccount": account });
  const subject = { credential_source: { url: "https://metadata.universe.example/token" } };

  const credentials = (value: string) => () => ({ "gcp:credentials": value });
  const [fromGoogle, fromIam] = ["oauth2.googleapis.com", "iamcredentials.googleapis.com"];
  const throughIam = { service_account_impersonation_url };

  it.each<[what: string, config: () => Record<string, string>, host: string, ...before: Script[]]>([
    ["signs in", credentials(keyJson), fromGoogle],
    ["logs in", credentials(loginJson), fromGoogle],
    ["exchanges", external(), "sts.googleapis.com"],
    ["exchanges and impersonates", external(throughIam), fromIam, answersToken("federated")],
    ["gives what is exchanged", external(subject), "metadata.universe.example"],
    ["impersonates", impersonating, fromIam],
    ["impersonates by the file", credentials(JSON.stringify(other)), fromIam, answersToken("mine")],
  ])(
    "that %s is named with its status and words in each form, and asked once: others repeat",
    async (_what, config, host, ...before) => {
      for (const [status, body, words] of forms) {
        const server = await tokenServer(...before, answers(status, body, { "retry-after": "7" }));
        const { message, facts } = await captureFailure(config());
        expect(message).toContain(`${host} answers HTTP ${String(status)}`);
        expect(message).toContain(words);
        expect(message).not.toMatch(/undefined|\[object|unable/);
        expect(facts).toEqual({ fault: undefined, passing: "trouble", retryAfterSeconds: 7 });
        expect(server.requests).toHaveLength(before.length + 1);
      }
    },
  );

  it("that cannot be reached may be back soon, unless its certificate is wrong", async () => {
    const at = (origin: string) => ({ "gcp:credentials": externalAccount(origin) });
    const { origin } = await scriptedServer(resets());
    const reset = await captureFailure(at(origin));
    expect(reset.message).toMatch(/: the (other side closed the connection|connection was reset) \(\w+, http:/);
    expect(reset.facts).toEqual({ fault: { kind: "lateToken" }, passing: "unreached" });
    const gone = await loopbackServer(() => undefined);
    await gone.close();
    const absent = await captureFailure(at(gone.origin));
    expect(absent.message).toContain(`nothing listens there (ECONNREFUSED, ${gone.origin})`);
    expect(absent.facts).toEqual(reset.facts);
    const plain = await captureFailure(at(origin.replace("http:", "https:")));
    expect(plain.facts).toEqual({ fault: { kind: "notTls" } });
  });

  it.each<[status: number, text: string, fault: Fault | undefined]>([
    [403, "no scopes here", undefined],
    [404, "nothing here", { kind: "accountMissing" }],
  ])("that a virtual machine has for itself says why it refuses with %i", async (status, text, fault) => {
    const { origin } = await metadataServer(answers(status, text));
    const { message, facts } = await captureFailure({});
    const answer = `${new URL(origin).host} answers HTTP ${String(status)}: ${text}`;
    expect(message).toMatch(new RegExp(`application default credentials: ${answer}$`));
    expect(facts).toEqual({ fault, passing: undefined, retryAfterSeconds: undefined });
  });
});

describe("credentials that have come to their end", () => {
  const expired = "Token has been expired or revoked.";
  const raptEnded = { error_description: "reauth related error (invalid_rapt)", error_subtype: "invalid_rapt" };
  const reason = "HTTP 400 invalid_grant: ";
  const asksAgain = `${reason}the organization asks to log in again (invalid_rapt)`;

  it.each<[what: string, credentials: string, answer: object, words: string, fault?: Fault["kind"]]>([
    ["a login", loginJson, { error_description: expired }, reason + expired, "loginExpired"],
    ["a login, without a word", loginJson, {}, `${reason}the answer says no more`, "loginExpired"],
    ["a login that the organization ends", loginJson, raptEnded, asksAgain, "loginExpired"],
    ["a login of another account", JSON.stringify(other), { error_description: expired }, expired, "loginExpired"],
    ["a key", keyJson, { error_description: "Invalid JWT Signature." }, `${reason}Invalid JWT`, "keyRefused"],
    ["a client", loginJson, { error: "deleted_client" }, "HTTP 400 deleted_client"],
  ])("are final, and say what ended: %s", async (_what, credentials, answer, words, kind) => {
    const server = await tokenServer(answers(400, { error: "invalid_grant", ...answer }));
    const { message, facts } = await captureFailure({ "gcp:credentials": credentials });
    expect(message).toContain(`gcp:credentials: oauth2.googleapis.com answers `);
    expect(message).toContain(words);
    expect(message).not.toMatch(/undefined|[{}]/);
    expect(facts).toEqual({ fault: kind && { kind }, passing: undefined, retryAfterSeconds: undefined });
    expect(server.requests).toHaveLength(1);
  });
});

describe("the project that pays, by the credentials", () => {
  const quota_project_id = "billed-project";

  it.each<[what: string, credentials: object, config: Record<string, string>, quotaProject: string | undefined]>([
    ["a key", { ...key, quota_project_id }, {}, quota_project_id],
    ["a user", { ...login, quota_project_id }, {}, quota_project_id],
    ["an account that a user impersonates", { ...other, quota_project_id }, {}, quota_project_id],
    [
      "a user, and not of the account to impersonate",
      { ...login, quota_project_id },
      { "gcp:impersonateServiceAccount": account },
      undefined,
    ],
  ])("is that of %s", async (_what, credentials, config, quotaProject) => {
    const accessToken = { accessToken: "a", expireTime: new Date(Date.now() + 3_600_000).toISOString() };
    await tokenServer(answers(200, { access_token: "a", expires_in: 3600, ...accessToken }));
    const tokens = source({ "gcp:credentials": JSON.stringify(credentials), ...config });
    expect(await tokens.token()).toBe("a");
    expect(tokens.quotaProject).toBe(quotaProject);
    const GOOGLE_APPLICATION_CREDENTIALS = file("default.json", JSON.stringify(credentials));
    const defaultSource = source(config, { GOOGLE_APPLICATION_CREDENTIALS });
    expect(await defaultSource.token()).toBe("a");
    expect(defaultSource.quotaProject).toBe(quotaProject);
  });
});
