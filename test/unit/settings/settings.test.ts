import { describe, expect, it } from "vitest";
import { SettingError, Settings, type Environment, type SettingKey } from "../../../provider/src/settings/settings";

/** Settings of a stack's configuration and an environment. */
function settings(config: Record<string, string>, environment: Environment = {}): Settings {
  return new Settings((key) => config[key], environment);
}

/** The documented table: each key, and its variables in order. */
const table: [key: SettingKey, ...variables: string[]][] = [
  ["gcp:project", "GOOGLE_PROJECT", "GOOGLE_CLOUD_PROJECT", "GCLOUD_PROJECT", "CLOUDSDK_CORE_PROJECT"],
  ["gcp:region", "GOOGLE_REGION", "GCLOUD_REGION", "CLOUDSDK_COMPUTE_REGION"],
  ["gcp:zone", "GOOGLE_ZONE", "GCLOUD_ZONE", "CLOUDSDK_COMPUTE_ZONE"],
  ["gcp:impersonateServiceAccount", "GOOGLE_IMPERSONATE_SERVICE_ACCOUNT"],
  ["gcp:userProjectOverride", "USER_PROJECT_OVERRIDE"],
  ["gcp:billingProject", "GOOGLE_BILLING_PROJECT"],
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
const credentialTable: [from: string, ...variables: string[]][] = [
  ["accessToken", "GOOGLE_OAUTH_ACCESS_TOKEN"],
  ["credentials", "GOOGLE_CREDENTIALS", "GOOGLE_CLOUD_KEYFILE_JSON", "GCLOUD_KEYFILE_JSON"],
];
const everyVariable = [...table, ...credentialTable].flatMap(([, ...variables]) => variables);

describe("a setting", () => {
  it.each(table)("%s comes from the configuration, not from the environment", (key) => {
    const environment = Object.fromEntries(everyVariable.map((variable) => [variable, "environment"]));
    expect(settings({ [key]: "configured" }, environment).text(key)).toBe("configured");
  });

  it.each(
    table.flatMap(([key, ...variables]) =>
      variables.map((variable, index) => ({
        key,
        variable,
        later: variables.slice(index + 1),
        earlier: variables.slice(0, index),
      })),
    ),
  )("$key is $variable when nothing before it is set", ({ key, variable, later, earlier }) => {
    const environment: Environment = {
      [variable]: "this",
      ...Object.fromEntries(later.map((name) => [name, "a later one"])),
      // Set and empty is not set.
      ...Object.fromEntries(earlier.map((name) => [name, ""])),
    };
    expect(settings({}, environment).text(key)).toBe("this");
    expect(settings({ [key]: "" }, environment).text(key)).toBe("this");
  });

  it.each(table)("%s is read from no other variable", (key, ...variables) => {
    const others = everyVariable.filter((variable) => !variables.includes(variable));
    expect(settings({}, Object.fromEntries(others.map((name) => [name, "x"]))).text(key)).toBeUndefined();
  });
});

describe("a flag", () => {
  it.each([
    ["true", true],
    ["TRUE", true],
    ["True", true],
    ["1", true],
    ["false", false],
    ["0", false],
  ])("may be %s", (text, expected) => {
    expect(settings({ "gcp:userProjectOverride": text }).flag("gcp:userProjectOverride")).toBe(expected);
    expect(settings({}, { USER_PROJECT_OVERRIDE: text }).flag("gcp:userProjectOverride")).toBe(expected);
  });

  it("is off when it is not set", () => {
    expect(settings({}).flag("gcp:addPulumiAttributionLabel")).toBe(false);
  });

  it("that is neither names the place that sets it", () => {
    expect(() => settings({}, { USER_PROJECT_OVERRIDE: "yes" }).flag("gcp:userProjectOverride")).toThrow(
      'USER_PROJECT_OVERRIDE must be true or false; it is "yes".',
    );
  });
});

describe("a list", () => {
  it.each<[text: string | undefined, expected: string[] | undefined]>([
    ['["a","b"]', ["a", "b"]],
    ["[]", []],
    ["", undefined],
    [undefined, undefined],
  ])("of the text %j is %j", (text, expected) => {
    expect(settings(text === undefined ? {} : { "gcp:scopes": text }).list("gcp:scopes")).toEqual(expected);
  });

  it.each(["https://example.com/scope", "a,b", "[1]", '{"a":"b"}', '"a"', "null", "["])(
    "cannot be %s, and the error says how to set one",
    (text) => {
      expect(() => settings({ "gcp:scopes": text }).list("gcp:scopes")).toThrow(
        "gcp:scopes must be a list of texts. Set it with: pulumi config set --path 'gcp:scopes[0]' <value>",
      );
    },
  );
});

describe("a map", () => {
  it.each<[text: string | undefined, expected: Record<string, string>]>([
    ['{"team":"net"}', { team: "net" }],
    ["{}", {}],
    [undefined, {}],
  ])("of the text %j is %j", (text, expected) => {
    expect(settings(text === undefined ? {} : { "gcp:defaultLabels": text }).map("gcp:defaultLabels")).toEqual(
      expected,
    );
  });

  it.each(["team=net", '["a"]', '{"a":1}', "null", "5"])("cannot be %s, and the error says how to set one", (text) => {
    expect(() => settings({ "gcp:defaultLabels": text }).map("gcp:defaultLabels")).toThrow(
      "gcp:defaultLabels must be a map of texts. Set it with: pulumi config set --path 'gcp:defaultLabels.<name>' <value>",
    );
  });
});

describe("a duration", () => {
  it.each([
    ["120s", 120_000],
    ["2m", 120_000],
    ["1m30s", 90_000],
  ])("of %s is %d ms", (text, milliseconds) => {
    expect(settings({ "gcp:requestTimeout": text }).durationMs("gcp:requestTimeout")).toBe(milliseconds);
  });

  it("is absent when it is not set", () => {
    expect(settings({}).durationMs("gcp:requestTimeout")).toBeUndefined();
  });

  it.each(["60", "0", "0s", "-5s", "soon"])("cannot be %j", (text) => {
    expect(() => settings({ "gcp:requestTimeout": text }).durationMs("gcp:requestTimeout")).toThrow(
      `gcp:requestTimeout must be a duration such as "120s" or "2m"; it is "${text}".`,
    );
  });
});

describe("credentials", () => {
  const external = { audience: "//iam/pool", serviceAccountEmail: "a@b.iam", identityToken: "jwt-secret" };
  const allVariables = Object.fromEntries(credentialTable.flatMap(([, ...names]) => names.map((name) => [name, name])));

  it.each([
    ["gcp:accessToken", "token", { from: "accessToken", value: "token", setBy: "gcp:accessToken" }],
    ["gcp:credentials", "{}", { from: "credentials", value: "{}", setBy: "gcp:credentials" }],
    [
      "gcp:externalCredentials",
      JSON.stringify(external),
      { from: "externalCredentials", value: external, setBy: "gcp:externalCredentials" },
    ],
  ])("of %s in configuration keep every variable of the group unread", (key, value, expected) => {
    expect(settings({ [key]: value }, allVariables).credentials()).toEqual(expected);
  });

  it.each(
    credentialTable
      .flatMap(([from, ...variables]) => variables.map((variable) => ({ from, variable })))
      .map((row, index, rows) => ({ ...row, later: rows.slice(index + 1).map(({ variable }) => variable) })),
  )("are $variable when nothing before it is set", ({ from, variable, later }) => {
    const environment = { [variable]: "this", ...Object.fromEntries(later.map((name) => [name, "later"])) };
    expect(settings({}, environment).credentials()).toEqual({ from, value: "this", setBy: variable });
  });

  it("are the application's default when nothing is set", () => {
    expect(settings({ "gcp:accessToken": "" }, { GOOGLE_CREDENTIALS: "" }).credentials()).toEqual({
      from: "applicationDefault",
    });
  });

  it.each([
    [["gcp:accessToken", "gcp:credentials"], "gcp:credentials"],
    [["gcp:credentials", "gcp:externalCredentials"], "gcp:externalCredentials"],
    [["gcp:accessToken", "gcp:credentials", "gcp:externalCredentials"], "gcp:credentials"],
  ])("cannot be %j together, and the error shows how to remove one, and no value", (keys, removable) => {
    const config = Object.fromEntries(keys.map((key) => [key, "hidden"]));
    const message = messageOf(() => settings(config).credentials());
    expect(message).toBe(
      `${keys.join(" and ")} are configured together; keep one. To remove one: pulumi config rm ${removable}`,
    );
  });

  it.each<[text: string, missing: string]>([
    ["not JSON hidden", "audience"],
    ["null", "audience"],
    ["[]", "audience"],
    ['"hidden"', "audience"],
    [JSON.stringify({ ...external, serviceAccountEmail: "" }), "serviceAccountEmail"],
    [JSON.stringify({ ...external, identityToken: 5 }), "identityToken"],
  ])("that are external and %s name the missing member, and no value", (text, missing) => {
    const message = messageOf(() => settings({ "gcp:externalCredentials": text }).credentials());
    expect(message).toContain(`${missing} is missing`);
    expect(message).not.toMatch(/hidden|jwt-secret/);
  });
});

it("nothing is read before it is needed", () => {
  expect(() =>
    settings({ "gcp:scopes": "broken", "gcp:accessToken": "a", "gcp:credentials": "b" }).text("gcp:project"),
  ).not.toThrow();
});

function messageOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof SettingError) return error.message;
    throw error;
  }
  throw new Error("nothing was thrown");
}

describe("the problems of settings", () => {
  const wrong: [what: string, config: Record<string, string>, ...reasons: RegExp[]][] = [
    [
      "an endpoint that is no URL",
      { "gcp:computeCustomEndpoint": "compute.googleapis.com" },
      /^gcp:computeCustomEndpoint: "compute.googleapis.com" is not a URL\. Give the service root/,
    ],
    [
      "an endpoint in plain http",
      { "gcp:computeCustomEndpoint": "http://compute.example.com/compute/v1" },
      /^gcp:computeCustomEndpoint: .* a token would travel as plain text\. Use https/,
    ],
    [
      "an endpoint without a version",
      { "gcp:computeCustomEndpoint": "https://compute.googleapis.com/" },
      /must end with the version .* Give: https:\/\/compute\.googleapis\.com\/compute\/v1$/,
    ],
    [
      "a universe with a scheme",
      { "gcp:universeDomain": "https://example.com" },
      /^gcp:universeDomain must be a domain/,
    ],
    [
      "a timeout without a unit",
      { "gcp:requestTimeout": "60" },
      /^gcp:requestTimeout must be a duration .*; it is "60"\. Give its unit: 60s$/,
    ],
    [
      "scopes without their URLs",
      { "gcp:scopes": '["compute.readonly","https://www.googleapis.com/auth/compute","Cloud Platform"]' },
      /^gcp:scopes\[0\] must be .* Give: https:\/\/www\.googleapis\.com\/auth\/compute\.readonly$/,
      /^gcp:scopes\[2\] must be .* Give: https:\/\/www\.googleapis\.com\/auth\/cloud-platform$/,
    ],
    ["scopes that are no list", { "gcp:scopes": "compute" }, /^gcp:scopes must be a list of texts/],
    [
      "two credentials",
      { "gcp:accessToken": "ya29.secret", "gcp:credentials": "key.json" },
      /^gcp:accessToken and gcp:credentials are configured together.* pulumi config rm gcp:credentials$/,
    ],
    ["a flag that is neither", { "gcp:userProjectOverride": "yes" }, /^gcp:userProjectOverride must be true or false/],
    [
      "several",
      { "gcp:requestTimeout": "soon", "gcp:defaultLabels": "a" },
      /^gcp:requestTimeout/,
      /^gcp:defaultLabels/,
    ],
  ];

  it.each(wrong)("are %s, each with what to give", (_what, config, ...reasons) => {
    const { problems } = settings(config);
    expect(problems).toHaveLength(reasons.length);
    for (const [index, reason] of reasons.entries()) expect(problems[index]).toMatch(reason);
    expect(problems.join()).not.toContain("ya29");
  });

  it("name the variable that sets what is wrong", () => {
    expect(settings({}, { GOOGLE_COMPUTE_CUSTOM_ENDPOINT: "nowhere" }).problems).toEqual([
      expect.stringMatching(/^GOOGLE_COMPUTE_CUSTOM_ENDPOINT: "nowhere" is not a URL/),
    ]);
  });

  it("are empty if everything has the right form, whether or not a file exists", () => {
    const config = {
      "gcp:computeCustomEndpoint": "http://localhost:8461/compute/v1/",
      "gcp:requestTimeout": "1m30s",
      "gcp:scopes": '["https://www.googleapis.com/auth/compute.readonly"]',
      "gcp:credentials": "/nowhere/key.json",
      "gcp:defaultLabels": '{"team":"net"}',
      "gcp:userProjectOverride": "TRUE",
      "gcp:universeDomain": "apis-tpc.goog",
    };
    expect(settings(config).problems).toEqual([]);
    expect(settings({}).problems).toEqual([]);
  });
});
