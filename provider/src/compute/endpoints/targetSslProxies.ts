import type { CallContext, ComputeClient } from "../../http/client";
import { callMethod, getObject, type Collection } from "../objects";
import type { Operation } from "./operations";

/** A target SSL proxy as the API has it (public v1 reference). */
export interface ApiTargetSslProxy {
  kind?: string;
  id?: string;
  creationTimestamp?: string;
  name: string;
  description?: string;
  selfLink?: string;
  service?: string;
  sslCertificates?: string[];
  certificateMap?: string;
  proxyHeader?: string;
  sslPolicy?: string;
}

const proxies: Collection = { name: "targetSslProxies", scope: "global" };

export function getTargetSslProxy(
  client: ComputeClient,
  project: string,
  proxy: string,
  context: CallContext,
): Promise<ApiTargetSslProxy> {
  return getObject(client, proxies, { project, name: proxy }, context);
}

/**
 * Endpoint 10.
 *
 * @param certificateMap in its canonical spelling; left out, the proxy has none from then on
 */
export function setCertificateMap(
  client: ComputeClient,
  project: string,
  proxy: string,
  certificateMap: string | undefined,
  requestId: string,
  context: CallContext,
): Promise<Operation> {
  const isSet = certificateMap !== undefined;
  const request = {
    query: { requestId },
    body: isSet ? { certificateMap } : {},
    // The specification says that the field needs a permission of its own, and not which; this is the one of the public
    // reference.
    permissions: ["compute.targetSslProxies.setCertificateMap", ...(isSet ? ["certificatemanager.certmaps.use"] : [])],
  };
  return callMethod(client, proxies, { project, name: proxy }, "setCertificateMap", request, context);
}
