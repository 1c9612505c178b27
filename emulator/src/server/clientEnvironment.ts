/** The project that everything begins with which names none. */
export const DEFAULT_PROJECT = "my-project";

/** Any text is taken as a token, unless an emulator is told to accept only some. */
export const ANY_TOKEN = "anything";

/**
 * The environment that points Pulumi, Terraform, gcloud and `pulumi-gce` at an emulator. The libraries of the official
 * clients read no variable for this: they are given the address in code.
 */
export function clientEnvironment(endpoint: string, project = DEFAULT_PROJECT): Record<string, string> {
  return {
    GOOGLE_COMPUTE_CUSTOM_ENDPOINT: `${endpoint}/`,
    GOOGLE_OAUTH_ACCESS_TOKEN: ANY_TOKEN,
    GOOGLE_PROJECT: project,
    CLOUDSDK_API_ENDPOINT_OVERRIDES_COMPUTE: `${endpoint}/`,
    CLOUDSDK_AUTH_ACCESS_TOKEN: ANY_TOKEN,
    CLOUDSDK_CORE_PROJECT: project,
  };
}

/** The commands that point a Pulumi program at an emulator. */
export function setupCommands(endpoint: string): string[] {
  const { protocol, hostname } = new URL(endpoint);
  const isExposed = protocol === "http:" && !isLoopback(hostname);
  return [
    `pulumi config set gcp:computeCustomEndpoint ${endpoint}`,
    ...(isExposed ? ["pulumi config set gcp:allowPlainHttp true"] : []),
    `pulumi config set gcp:project ${DEFAULT_PROJECT}`,
    "pulumi config set --secret gcp:accessToken anything",
  ];
}

/** True if only this machine reaches a host. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || /^\[?::1\]?$/.test(host) || /^127(\.\d{1,3}){3}$/.test(host);
}
