import { SEED_DEFAULTS } from "./seeds/options";

/** The commands that point a Pulumi program at an emulator. */
export function setupCommands(endpoint: string): string[] {
  return [
    `pulumi config set gcp:computeCustomEndpoint ${endpoint}`,
    `pulumi config set gcp:project ${SEED_DEFAULTS.project}`,
    "pulumi config set --secret gcp:accessToken anything",
  ];
}
