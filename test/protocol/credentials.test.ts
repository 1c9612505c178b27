import { generateKeyPairSync } from "node:crypto";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { answers, scriptedServer, type Script } from "../support/scriptedServer";
import { credentialFile, startCredentialProvider } from "../support/credentialProvider";
import { project, routePath } from "../support/routeProvider";

/** The one token that the emulator takes in the tests of sources: who has it got it from the right place. */
const good = "ya29.the-right-token";

const account = "network@my-project.iam.gserviceaccount.com";
const { privateKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" },
});
const keyJson = JSON.stringify({
  type: "service_account",
  project_id: "my-project",
  private_key_id: "id",
  private_key: privateKey,
  client_email: account,
});
const subjectToken = "the.subject.token-of-the-pipeline";

/** Every server of tokens in one: what each of Google's answers to its own request. */
const tokenServer: Script = (request, response) => {
  const expireTime = new Date(Date.now() + 3_600_000).toISOString();
  const { authorization } = request.headers;
  const said = new URLSearchParams(request.body);
  const found: [boolean, object][] = [
    [/\/oauth2\.googleapis\.com\/token$/.test(request.url) && said.has("assertion"), { access_token: good }],
    [
      /\/sts.*\/v1\/token$/.test(request.url) && said.get("subject_token") === subjectToken,
      { access_token: "federated" },
    ],
    [
      /:generateAccessToken$/.test(request.url) && /^Bearer (federated|mine)$/.test(authorization ?? ""),
      { accessToken: good, expireTime },
    ],
    [/computeMetadata.*\/token/.test(request.url), { access_token: good }],
  ];
  const [, answer] = found.find(([fits]) => fits) ?? [];
  if (answer === undefined && request.url.includes("computeMetadata")) answers(200, {}, flavor)(request, response);
  else if (answer === undefined)
    answers(400, { error: "invalid_grant", error_description: "refused" })(request, response);
  else answers(200, { expires_in: 3600, token_type: "Bearer", ...answer }, flavor)(request, response);
};
const flavor = { "metadata-flavor": "Google" };

interface Source {
  config?: Record<string, string>;
  environment?: Record<string, string>;
}

const workloadFile = (origin: string) => ({
  type: "external_account",
  audience: "//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/pool/providers/ci",
  subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
  token_url: `${origin}/sts/v1/token`,
  service_account_impersonation_url: `${origin}/v1/projects/-/serviceAccounts/${account}:generateAccessToken`,
  credential_source: { file: credentialFile(subjectToken) },
});
const external = JSON.stringify({
  audience: "//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/pool/providers/ci",
  serviceAccountEmail: account,
  identityToken: subjectToken,
});
const wrong = "ya29.the-wrong-token";

/** Every source of credentials, in the order in which they are preferred. Each row has the rows below it set up too, and wrong. */
const sources: Record<string, (origin: string) => Source> = {
  "an access token in the configuration": () => ({ config: { "gcp:accessToken": good } }),
  "a file with an access token, named in the configuration": () => ({
    config: { "gcp:accessToken": credentialFile(`${good}\n`) },
  }),
  "a key as JSON in the configuration": () => ({ config: { "gcp:credentials": keyJson } }),
  "a key file, named in the configuration": () => ({ config: { "gcp:credentials": credentialFile(keyJson) } }),
  "a workload identity file, named in the configuration": (origin) => ({
    config: { "gcp:credentials": credentialFile(JSON.stringify(workloadFile(origin))) },
  }),
  "gcp:externalCredentials": () => ({ config: { "gcp:externalCredentials": external } }),
  GOOGLE_OAUTH_ACCESS_TOKEN: () => ({
    environment: { GOOGLE_OAUTH_ACCESS_TOKEN: good, GOOGLE_CREDENTIALS: "{}", GOOGLE_CLOUD_KEYFILE_JSON: "{}" },
  }),
  GOOGLE_CREDENTIALS: () => ({ environment: { GOOGLE_CREDENTIALS: keyJson, GOOGLE_CLOUD_KEYFILE_JSON: "{}" } }),
  GOOGLE_CLOUD_KEYFILE_JSON: () => ({
    environment: { GOOGLE_CLOUD_KEYFILE_JSON: keyJson, GCLOUD_KEYFILE_JSON: "{}" },
  }),
  GCLOUD_KEYFILE_JSON: () => ({
    environment: { GCLOUD_KEYFILE_JSON: keyJson, GOOGLE_APPLICATION_CREDENTIALS: credentialFile("{}") },
  }),
  GOOGLE_APPLICATION_CREDENTIALS: (origin) => ({
    environment: { GOOGLE_APPLICATION_CREDENTIALS: credentialFile(JSON.stringify(workloadFile(origin))) },
  }),
  "the metadata server of the machine": (origin) => ({
    environment: { GCE_METADATA_HOST: new URL(origin).host, METADATA_SERVER_DETECTION: "assume-present" },
  }),
};
/** Whatever the environment has, configuration comes before it. */
const wrongEnvironment = {
  GOOGLE_OAUTH_ACCESS_TOKEN: wrong,
  GOOGLE_CREDENTIALS: "{}",
  GOOGLE_APPLICATION_CREDENTIALS: "/nowhere.json",
};

describe("a route is made with", () => {
  it.each(Object.keys(sources))("%s", async (name) => {
    const server = await scriptedServer(tokenServer);
    const { config, environment } = (sources[name] ?? expect.fail())(server.origin);
    const { emulator, provider, inputs } = await startCredentialProvider({
      ...(config === undefined ? {} : { config }),
      environment: {
        ...(config === undefined ? {} : wrongEnvironment),
        ...environment,
        NODE_OPTIONS: `--require=${fileURLToPath(new URL("../support/googleServers.cjs", import.meta.url))}`,
        TEST_TOKEN_SERVER: server.origin,
      },
      secrets: [good, wrong, privateKey.slice(40, 100), subjectToken, "federated"],
    });
    emulator.tokens({ [good]: {} });
    expect((await provider.create(await inputs())).id).toBe(routePath);
  });
});

describe("every request", () => {
  const override = { "gcp:userProjectOverride": "true", "gcp:requestReason": "ticket 17" };

  it.each<[string, Record<string, string>, string | undefined]>([
    ["charges the billing project", { ...override, "gcp:billingProject": "billed-project" }, "billed-project"],
    ["charges the project of the resource, without one", override, project],
    ["charges nobody without userProjectOverride", { "gcp:billingProject": "billed-project" }, undefined],
  ])("%s", async (_what, config, charged) => {
    const { emulator, provider, inputs } = await startCredentialProvider({
      config: { "gcp:accessToken": "t", ...config },
    });
    const { id, outs } = await provider.create(await inputs());
    await provider.delete(id, outs);
    expect(emulator.requests().length).toBeGreaterThan(4);
    for (const { headers } of emulator.requests()) {
      expect(headers["x-goog-user-project"]).toBe(charged);
      expect(headers["x-goog-request-reason"]).toBe(config["gcp:requestReason"]);
    }
  });
});
