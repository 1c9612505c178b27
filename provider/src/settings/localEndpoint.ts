import { isLoopback, type Endpoint } from "../http/endpoint";
import { SettingError, Settings, type ConfigReader, type Environment } from "./settings";

/**
 * The endpoint of this machine that the configuration names, and the one elsewhere to which requests go without that
 * configuration; `undefined` where the configuration keeps no request on this machine.
 */
export function localEndpoint(
  config: ConfigReader,
  environment: Environment,
): { readonly configured: string; readonly otherwise: string } | undefined {
  const configured = endpointUnder(config, environment);
  const otherwise = endpointUnder(() => undefined, environment);
  if (configured === undefined || otherwise === undefined) return undefined;
  if (!isLocal(configured) || isLocal(otherwise)) return undefined;
  return { configured: addressOf(configured), otherwise: addressOf(otherwise) };
}

/** `undefined` where the settings name no endpoint; that is refused where they are used. */
function endpointUnder(config: ConfigReader, environment: Environment): Endpoint | undefined {
  try {
    return new Settings(config, environment).endpoint();
  } catch (error) {
    if (error instanceof SettingError) return undefined;
    throw error;
  }
}

function isLocal({ origin }: Endpoint): boolean {
  return isLoopback(new URL(origin).hostname);
}

function addressOf({ origin, basePath }: Endpoint): string {
  return `${origin}${basePath}`;
}
