import { describe, expect, it } from "vitest";
import { Settings, type Environment, type SettingKey } from "../../../provider/src/settings/settings";

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
  ["1", (one, key) => one.flag(key), "gcp:userProjectOverride", true],
  ["0", (one, key) => one.flag(key), "gcp:userProjectOverride", false],
  ["", (one, key) => one.flag(key), "gcp:userProjectOverride", false],
  ['["a","b"]', (one, key) => one.list(key), "gcp:scopes", ["a", "b"]],
  ["[]", (one, key) => one.list(key), "gcp:scopes", []],
  ["", (one, key) => one.list(key), "gcp:scopes", undefined],
  ['{"team":"net"}', (one, key) => one.map(key), "gcp:defaultLabels", { team: "net" }],
  ["", (one, key) => one.map(key), "gcp:defaultLabels", {}],
  ["1m30s", (one, key) => one.durationMs(key), "gcp:requestTimeout", 90_000],
  ["", (one, key) => one.durationMs(key), "gcp:requestTimeout", undefined],
])("the text %j is read by %s of %s as %j", (text, read, key, value) => {
  expect(read(settings({ [key]: text }), key)).toEqual(value);
});

describe("credentials", () => {
  const external = { audience: "//iam/pool", serviceAccountEmail: "a@b.iam", identityToken: "jwt-secret" };

  it.each([
    ["not JSON hidden", "audience"],
    ["[]", "audience"],
    [JSON.stringify({ ...external, serviceAccountEmail: "" }), "serviceAccountEmail"],
    [JSON.stringify({ ...external, identityToken: 5 }), "identityToken"],
  ])("that are external and %s name the missing member, and no value", (text, missing) => {
    const [problem, ...more] = settings({ "gcp:externalCredentials": text }).problems;
    expect(more).toEqual([]);
    expect(problem).toContain(`${missing} is missing`);
    expect(problem).not.toMatch(/hidden|jwt-secret/);
  });
});

describe("the problems of settings", () => {
  const wrong: [config: Record<string, string>, ...reasons: RegExp[]][] = [
    [{ "gcp:universeDomain": "https://example.com" }, /^gcp:universeDomain must be a domain/],
    [{ "gcp:requestTimeout": "-5s" }, /^gcp:requestTimeout must be a duration/],
    [
      { "gcp:scopes": '["compute.readonly","https://www.googleapis.com/auth/compute","Cloud Platform"]' },
      /^gcp:scopes\[0\] must be .* Give: https:\/\/www\.googleapis\.com\/auth\/compute\.readonly$/,
      /^gcp:scopes\[2\] must be .* Give: https:\/\/www\.googleapis\.com\/auth\/cloud-platform$/,
    ],
    [
      { "gcp:scopes": "compute" },
      /^gcp:scopes must be a list of texts\. Set it with: pulumi config set --path 'gcp:scopes\[0\]' <value>$/,
    ],
    [{ "gcp:scopes": "[1]" }, /^gcp:scopes must be a list of texts/],
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
