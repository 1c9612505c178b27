import { isLoopback, type Endpoint } from "../http/endpoint";
import { Settings, type ConfigReader, type Environment } from "./settings";
import { SettingError } from "./settingError";

/** The endpoint that a configuration names, and the one to which requests go without that configuration. */
export interface LostEndpoint {
  readonly configured: string;
  readonly otherwise: string;
  /** The configuration keeps requests away from any real service, and without it they can reach one. */
  readonly leavesEmulator: boolean;
}

/** The endpoint of its stack that a `gce.Provider` without an endpoint loses; `undefined` where it loses none. */
export function lostEndpoint(config: ConfigReader, environment: Environment): LostEndpoint | undefined {
  const configured = endpointUnder(config, environment);
  const otherwise = endpointUnder(() => undefined, environment);
  if (configured === undefined || otherwise === undefined) return undefined;
  const [from, to] = [formatAddress(configured), formatAddress(otherwise)];
  if (from === to) return undefined;
  return { configured: from, otherwise: to, leavesEmulator: isEmulator(configured) && !isEmulator(otherwise) };
}

/** `undefined` where the settings name no endpoint; that is refused where they are used. */
function endpointUnder(config: ConfigReader, environment: Environment): Endpoint | undefined {
  try {
    return new Settings(config, environment).address();
  } catch (error) {
    if (error instanceof SettingError) return undefined;
    throw error;
  }
}

/** No real service listens on this machine, or speaks plain http. */
function isEmulator({ origin, isExposed }: Endpoint): boolean {
  return isExposed || isLoopback(new URL(origin).hostname);
}

function formatAddress({ origin, basePath }: Endpoint): string {
  return `${origin}${basePath}`;
}
