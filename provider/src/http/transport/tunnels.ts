import { Pool, ProxyAgent, type buildConnector, type Dispatcher } from "undici";
import { UnsentError } from "./body";

type Settings = Pool.Options & { connect: buildConnector.BuildOptions & { timeout: number } };

/** Connections to a service through a proxy, each in a tunnel of its own. */
export function tunnels(proxy: URL, settings: Settings): Dispatcher {
  const { timeout } = settings.connect;
  return new ProxyAgent({
    ...settings,
    uri: proxy.href,
    requestTls: settings.connect,
    proxyTls: { timeout },
    // What the proxy answers first is a part of making the connection.
    clientFactory: (address, options) => new Pool(address, { ...options, headersTimeout: timeout }),
    factory: (address, options) => new Pool(address, withFinalFailures(options)),
  });
}

/**
 * Where a proxy closes the connection instead of opening a tunnel, undici takes that for a connection that was lost
 * without work on it, and connects again at once and for ever. Under another code it is an end.
 */
function withFinalFailures(options: Pool.Options): Pool.Options {
  const connect = options.connect as buildConnector.connector;
  return {
    ...options,
    connect: (place: buildConnector.Options, callback: buildConnector.Callback) => {
      connect(place, (error, socket) => {
        if (error === null) callback(null, socket);
        else callback(new UnsentError(error), null);
      });
    },
  };
}
