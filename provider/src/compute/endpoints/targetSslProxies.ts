import type { CallContext, ComputeClient } from "../../http/client";
import { getObject } from "../objects";
import type { Operation } from "./operations";
import { path } from "../../names/path";

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

export function getTargetSslProxy(
  client: ComputeClient,
  project: string,
  proxy: string,
  context: CallContext,
): Promise<ApiTargetSslProxy> {
  return getObject(client, { name: "targetSslProxies", scope: "global" }, { project, name: proxy }, context);
}

/**
 * Endpoint 10.
 *
 * @param certificateMap in its canonical spelling; left out, the proxy has none from then on
 */
export async function setCertificateMap(
  client: ComputeClient,
  project: string,
  proxy: string,
  certificateMap: string | undefined,
  requestId: string,
  context: CallContext,
): Promise<Operation> {
  return client.request<Operation>(
    {
      action: `setCertificateMap projects/${project}/global/targetSslProxies/${proxy}`,
      method: "POST",
      path: path`projects/${project}/global/targetSslProxies/${proxy}/setCertificateMap`,
      query: { requestId },
      body: certificateMap === undefined ? {} : { certificateMap },
      permissions: [
        "compute.targetSslProxies.setCertificateMap",
        // The specification says that the field needs a permission of its own, and not which; this is the one of
        // the public reference.
        ...(certificateMap === undefined ? [] : ["certificatemanager.certmaps.use"]),
      ],
      project,
    },
    context,
  );
}
