/** Where a `gce.Provider` says its name: its settings are its own, and what is missing is to be given to it. */
export const providerNameKey = "gcp:providerName" as const;

/** One key of the table in the documentation: its variables in order of preference. */
export const settingVariables = {
  "gcp:project": ["GOOGLE_PROJECT", "GOOGLE_CLOUD_PROJECT", "GCLOUD_PROJECT", "CLOUDSDK_CORE_PROJECT"],
  "gcp:region": ["GOOGLE_REGION", "GCLOUD_REGION", "CLOUDSDK_COMPUTE_REGION"],
  "gcp:zone": ["GOOGLE_ZONE", "GCLOUD_ZONE", "CLOUDSDK_COMPUTE_ZONE"],
  "gcp:impersonateServiceAccount": ["GOOGLE_IMPERSONATE_SERVICE_ACCOUNT"],
  "gcp:userProjectOverride": ["USER_PROJECT_OVERRIDE"],
  "gcp:billingProject": ["GOOGLE_BILLING_PROJECT", "GOOGLE_CLOUD_QUOTA_PROJECT"],
  "gcp:requestReason": ["CLOUDSDK_CORE_REQUEST_REASON"],
  "gcp:computeCustomEndpoint": ["GOOGLE_COMPUTE_CUSTOM_ENDPOINT"],
  "gcp:allowPlainHttp": ["GOOGLE_ALLOW_PLAIN_HTTP"],
  "gcp:impersonateServiceAccountDelegates": [],
  "gcp:scopes": [],
  "gcp:requestTimeout": [],
  "gcp:defaultLabels": [],
  "gcp:universeDomain": [],
  "gcp:deletionPolicy": [],
  "gcp:addPulumiAttributionLabel": [],
  [providerNameKey]: [],
} as const satisfies Record<string, readonly string[]>;

export type SettingKey = keyof typeof settingVariables;

/** Credentials are one group: if configuration has any of the three, no variable of the group is read. */
export const credentialVariables = {
  accessToken: ["GOOGLE_OAUTH_ACCESS_TOKEN"],
  credentials: ["GOOGLE_CREDENTIALS", "GOOGLE_CLOUD_KEYFILE_JSON", "GCLOUD_KEYFILE_JSON"],
} as const;

/** The variable of the file of application default credentials. */
export const defaultCredentialsVariable = "GOOGLE_APPLICATION_CREDENTIALS";

/** The settings whose values are secrets, by their names without `gcp:`. */
export const secretSettings: readonly string[] = [...Object.keys(credentialVariables), "externalCredentials"];

/** Every key that means something here. */
export const settingKeys: readonly string[] = [
  ...Object.keys(settingVariables),
  ...secretSettings.map((name) => `gcp:${name}`),
];
