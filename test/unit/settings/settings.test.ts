import { describe, expect, it } from "vitest";
import { captureMessage, file, key, login, privateKey, source } from "../../support/credentials";
import { Settings, type Environment } from "../../../provider/src/settings/settings";
import { providerNameKey, type SettingKey } from "../../../provider/src/settings/settingKeys";

/** Settings of a stack's configuration and an environment. */
const settings = (config: Record<string, string>, environment: Environment = {}) =>
  new Settings((key) => config[key], environment);

/** The documented table: each key, and its variables in order. */
const table: [key: SettingKey, ...variables: string[]][] = [
  ["gcp:project", "GOOGLE_PROJECT", "GOOGLE_CLOUD_PROJECT", "GCLOUD_PROJECT", "CLOUDSDK_CORE_PROJECT"],
  ["gcp:region", "GOOGLE_REGION", "GCLOUD_REGION", "CLOUDSDK_COMPUTE_REGION"],
  ["gcp:zone", "GOOGLE_ZONE", "GCLOUD_ZONE", "CLOUDSDK_COMPUTE_ZONE"],
  ["gcp:impersonateServiceAccount", "GOOGLE_IMPERSONATE_SERVICE_ACCOUNT"],
  ["gcp:userProjectOverride", "USER_PROJECT_OVERRIDE"],
  ["gcp:billingProject", "GOOGLE_BILLING_PROJECT", "GOOGLE_CLOUD_QUOTA_PROJECT"],
  ["gcp:requestReason", "CLOUDSDK_CORE_REQUEST_REASON"],
  ["gcp:computeCustomEndpoint", "GOOGLE_COMPUTE_CUSTOM_ENDPOINT"],
  ["gcp:allowPlainHttp", "GOOGLE_ALLOW_PLAIN_HTTP"],
  ["gcp:impersonateServiceAccountDelegates"],
  ["gcp:scopes"],
  ["gcp:requestTimeout"],
  ["gcp:defaultLabels"],
  ["gcp:universeDomain"],
  ["gcp:deletionPolicy"],
  ["gcp:addPulumiAttributionLabel"],
];

it.each(table)(
  "%s comes from the configuration, then from its variables in order: %s %s %s %s",
  (key, ...variables) => {
    const all = Object.fromEntries([...table.flatMap(([, ...names]) => names)].map((name) => [name, `from ${name}`]));
    expect(settings({ [key]: "configured" }, all).text(key)).toBe("configured");
    for (const [index, variable] of variables.entries()) {
      // Set and empty is not set.
      const empty = Object.fromEntries(variables.slice(0, index).map((name) => [name, ""]));
      expect(settings({ [key]: "" }, { ...all, ...empty }).text(key)).toBe(`from ${variable}`);
    }
    const none = Object.fromEntries(variables.map((name) => [name, ""]));
    expect(settings({}, { ...all, ...none }).text(key)).toBeUndefined();
  },
);

it.each<[text: string, read: (settings: Settings, key: SettingKey) => unknown, key: SettingKey, value: unknown]>([
  ["TRUE", (one, key) => one.flag(key), "gcp:userProjectOverride", true],
  ["0", (one, key) => one.flag(key), "gcp:userProjectOverride", false],
  ['["a","b"]', (one, key) => one.list(key), "gcp:scopes", ["a", "b"]],
  ["", (one, key) => one.list(key), "gcp:scopes", undefined],
  ['{"team":"net"}', (one, key) => one.map(key), "gcp:defaultLabels", { team: "net" }],
  ["1m30s", (one, key) => one.durationMs(key), "gcp:requestTimeout", 90_000],
])("the text %j is read by %s of %s as %j", (text, read, key, value) => {
  expect(read(settings({ [key]: text }), key)).toEqual(value);
});

describe("credentials", () => {
  const external = { audience: "//iam/pool", serviceAccountEmail: "a@b.iam", identityToken: "jwt-secret" };

  it.each([
    ["not JSON hidden", "audience"],
    [JSON.stringify({ ...external, identityToken: 5 }), "identityToken"],
  ])("that are external and %s name the missing member, and no value", (text, missing) => {
    const [problem, ...more] = settings({ "gcp:externalCredentials": text }).problems;
    expect(more).toEqual([]);
    expect(problem).toContain(`${missing} is missing`);
    expect(problem).not.toMatch(/hidden|jwt-secret/);
  });
});

describe("the endpoint", () => {
  const origin = "https://compute.example.com";

  it.each([
    ["/compute/beta/projects/p/global/routes", "/compute/v1"],
    ["/gateway/compute/v1beta1", "/gateway/compute/v1"],
    ["/v1/projects/p", "/v1"],
  ])("%s is refused, and %s is what to give", (path, suggestion) => {
    expect(settings({ "gcp:computeCustomEndpoint": origin + path }).problems).toEqual([
      `gcp:computeCustomEndpoint must end with the version of the API, v1; it is "${origin}${path}". Give: ${origin}${suggestion}`,
    ]);
  });

  it.each(["/compute/v1", "/gateway/compute/v1", "/gateway", "/proxy/beta"])("%s may be one", (path) => {
    expect(settings({ "gcp:computeCustomEndpoint": origin + path }).problems).toEqual([]);
  });
});

describe("the form of credentials", () => {
  const json = JSON.stringify;
  const notJson = "is not the JSON of credentials, or only a part of it. Give the whole file, or its path.";

  it.each<[what: string, value: string, says: string, inFile?: string]>([
    ["base64 in lines", `${Buffer.from(json(key)).toString("base64").slice(0, 76)}\nAAAA`, "is base64.", notJson],
    ["an access token", "ya29.hidden", "is an access token. Set gcp:accessToken", notJson],
    ["the bare key", privateKey, "is only a private key. Give the whole JSON", notJson],
    ["cut", json(key).slice(0, 500), notJson],
    ["without account and key", json({ client_email: "" }), "has no client_email and no private_key. Give"],
    [
      "with a key in one line",
      json({ ...key, private_key: privateKey.replaceAll("\n", "\\n") }),
      "has a private_key that is damaged: its line breaks are the two characters \\n.",
    ],
    ["of a client", json({ installed: { client_id: "c" } }), "has an OAuth client, and no credentials. Run `gcloud"],
  ])("that are %s show in the preview, those of a file at its use, and nothing of them", async (...row) => {
    const [, value, says, inFile = says] = row;
    const [problem, ...more] = settings({ "gcp:credentials": value }).problems;
    expect(more).toEqual([]);
    expect(problem).toContain(`gcp:credentials ${says}`);
    const path = file("unfit.json", value);
    const named = await captureMessage(source({ "gcp:credentials": path }));
    expect(named).toContain(`The file of gcp:credentials ${inFile}`);
    const GOOGLE_APPLICATION_CREDENTIALS = path;
    expect(await captureMessage(source({}, { GOOGLE_APPLICATION_CREDENTIALS }))).toBe(
      named.replace("gcp:credentials", "GOOGLE_APPLICATION_CREDENTIALS"),
    );
    for (const message of [problem, named]) expect(message).not.toMatch(/hidden|PRIVATE KEY|MII/);
  });

  it.each([
    json(key),
    json(login),
    json({ type: "gdch_service_account" }),
    // The library knows the usual token server.
    json({ type: "external_account", audience: "a", subject_token_type: "jwt", credential_source: { file: "f" } }),
    "./key.json",
    "~/key.json",
    "x".repeat(200),
  ])("that may be right are no problem: %#", (value) => {
    expect(settings({ "gcp:credentials": value }).problems).toEqual([]);
  });

  it.each([
    ["authorization: bearer ya29.hidden", 'must be the token alone. Leave out "Bearer".'],
    [json(key), "is JSON, and not an access token. Set gcp:credentials to the JSON of a key."],
  ])("of a token shows in the preview, that of a file at its use: %#", async (value, says) => {
    expect(settings({ "gcp:accessToken": value }).problems).toEqual([`gcp:accessToken ${says}`]);
    const environment = { GOOGLE_OAUTH_ACCESS_TOKEN: value };
    expect(settings({}, environment).problems).toEqual([`GOOGLE_OAUTH_ACCESS_TOKEN ${says}`]);
    const tokens = source({ "gcp:accessToken": file("token", value) });
    expect(await captureMessage(tokens)).toBe(`The file of gcp:accessToken ${says}`);
  });
});

describe("the problems of settings", () => {
  const wrong: [config: Record<string, string>, ...reasons: RegExp[]][] = [
    [{ "gcp:universeDomain": "https://example.com" }, /^gcp:universeDomain must be a domain/],
    [{ "gcp:universeDomain": "1.5" }, /^gcp:universeDomain must be a domain/],
    [
      { "gcp:scopes": '["compute.readonly","https://www.googleapis.com/auth/compute","Cloud Platform"]' },
      /^gcp:scopes\[0\] must be .* Give: https:\/\/www\.googleapis\.com\/auth\/compute\.readonly$/,
      /^gcp:scopes\[2\] must be .* Give: https:\/\/www\.googleapis\.com\/auth\/cloud-platform$/,
    ],
    [
      { "gcp:scopes": "compute" },
      /^gcp:scopes must be a list of texts\. Set it with: pulumi config set --path 'gcp:scopes\[0\]' <value>$/,
    ],
    [{ "gcp:providerName": "eu", "gcp:scopes": "[1]" }, /^scopes of the gce\.Provider "eu" must be a list of texts\.$/],
    [
      { "gcp:providerName": "eu", "gcp:accessToken": "t", "gcp:credentials": "/key.json" },
      /^accessToken of the gce\.Provider "eu" and credentials of the gce\.Provider "eu" are configured together; keep one\.$/,
    ],
    [
      { "gcp:providerName": "eu", "gcp:externalCredentials": "{}" },
      /^externalCredentials of the gce\.Provider "eu" must have .*; audience is missing\.$/,
    ],
    [{ "gcp:userProjectOverride": "yes" }, /^gcp:userProjectOverride must be true or false; it is "yes"\.$/],
    [
      { "gcp:requestTimeout": "soon", "gcp:defaultLabels": '["a"]' },
      /^gcp:requestTimeout/,
      /^gcp:defaultLabels must be a map of texts\. Set it with: pulumi config set --path 'gcp:defaultLabels\.<name>' <value>$/,
    ],
  ];

  it.each(wrong)("of %j say what to give", (config, ...reasons) => {
    const { problems } = settings(config);
    expect(problems).toHaveLength(reasons.length);
    for (const [index, reason] of reasons.entries()) expect(problems[index]).toMatch(reason);
  });

  const plain = {
    "gcp:computeCustomEndpoint": "http://emulator:8461/compute/v1",
    "gcp:allowPlainHttp": "true",
    "gcp:accessToken": "anything",
  };

  it.each<[what: string, config: Record<string, string>, environment: Environment, reason: RegExp | undefined]>([
    ["a token of the configuration", {}, {}, undefined],
    ["a token of the configuration beside another one", {}, { GOOGLE_OAUTH_ACCESS_TOKEN: "ya29.real" }, undefined],
    ["a permission of the environment", { "gcp:allowPlainHttp": "" }, { GOOGLE_ALLOW_PLAIN_HTTP: "1" }, undefined],
    ["a token of a gce.Provider", { [providerNameKey]: "ci" }, {}, undefined],
    [
      "a gce.Provider without a token",
      { [providerNameKey]: "ci", "gcp:accessToken": "" },
      { GOOGLE_OAUTH_ACCESS_TOKEN: "ya29.real" },
      /^allowPlainHttp of the gce\.Provider "ci" needs a token in its accessToken: .* is no secret: accessToken: "anything"$/,
    ],
    [
      "no permission",
      { "gcp:allowPlainHttp": "" },
      {},
      /: "http:\/\/emulator:8461" is plain http .* set gcp:allowPlainHttp to true, and/,
    ],
    [
      "a token of the environment",
      { "gcp:accessToken": "" },
      { GOOGLE_OAUTH_ACCESS_TOKEN: "ya29.real" },
      /does not send the credentials of GOOGLE_OAUTH_ACCESS_TOKEN there/,
    ],
    ["a credentials file", { "gcp:accessToken": "", "gcp:credentials": "/key.json" }, {}, /of gcp:credentials there/],
    ["the file of a token", { "gcp:accessToken": "/run/token" }, {}, /does not send the token of a file there/],
    [
      "impersonation",
      { "gcp:impersonateServiceAccount": "a@b.iam" },
      {},
      /gcp:impersonateServiceAccount asks for a token of a service account: remove it/,
    ],
  ])("of plain http to another machine with %s are told", (_what, config, environment, reason) => {
    const found = settings({ ...plain, ...config }, environment);
    expect(found.problems).toEqual(reason === undefined ? [] : [expect.stringMatching(reason)]);
    if (reason !== undefined) expect(() => found.endpoint()).toThrow(reason);
  });

  it("are absent if everything has the right form, whether or not a file exists", () => {
    const config = {
      "gcp:computeCustomEndpoint": "http://localhost:8461/compute/v1/",
      "gcp:scopes": '["https://www.googleapis.com/auth/compute.readonly"]',
      "gcp:credentials": "/nowhere/key.json",
      "gcp:universeDomain": "apis-tpc.goog",
    };
    expect(settings(config).problems).toEqual([]);
    expect(settings({}, { GOOGLE_COMPUTE_CUSTOM_ENDPOINT: "nowhere" }).problems).toEqual([
      expect.stringMatching(/^GOOGLE_COMPUTE_CUSTOM_ENDPOINT: "nowhere" is not a URL/),
    ]);
  });
});
