import type { CallContext, ComputeClient } from "../../http/client";
import type { Answer } from "../../types/form";
import { callMethod, getObject, type Collection } from "../objects";
import { listProjectObjects } from "../ownedCollection";
import type { Operation } from "./operations";

/** Of a target SSL proxy, as far as it is read (public v1 reference). The rest is passed on as it is. */
export const proxyForm = {
  members: { id: "int64", name: "text", selfLink: "text", sslCertificates: { list: "text" }, certificateMap: "text" },
} as const;

export type ApiTargetSslProxy = Answer<typeof proxyForm>;

const proxies: Collection = { name: "targetSslProxies", scope: "global" };

export function getTargetSslProxy(
  client: ComputeClient,
  project: string,
  proxy: string,
  context: CallContext,
): Promise<ApiTargetSslProxy> {
  return getObject(client, proxies, { project, name: proxy }, proxyForm, context);
}

/** The proxies of a project, page by page. */
export function listTargetSslProxies(
  client: ComputeClient,
  project: string,
  context: CallContext,
  filter: string | undefined,
): AsyncGenerator<ApiTargetSslProxy, void, undefined> {
  return listProjectObjects(client, proxies, project, proxyForm, context, filter);
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
