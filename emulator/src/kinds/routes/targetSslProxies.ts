import { requireObject, validateCallBody } from "../collection";
import { mutationQuery, type Call } from "../endpoint";
import { conditionNotMet, invalidField } from "../../basics/errors";
import { officialOwnFields } from "../generic/officialFields";
import { mergeObject, type JsonObject, type Resource } from "../../basics/json";
import { areWellFormed, PathTemplate } from "../../basics/links";
import { projectCollection } from "../objects/projectCollection";
import type { Fields, FieldContext } from "../../basics/schema";
import { updateObject } from "../objects/update";

const MAP_HOST = "//certificatemanager.googleapis.com/";
/** Names of the Certificate Manager, which need not begin with a letter. */
const MAP_NAME = /^[a-z0-9-]{1,63}$/;
const mapTemplate = new PathTemplate("projects/{project}/locations/global/certificateMaps/{certificateMap}");

/** The one spelling that the service takes. Certificate maps belong to another service: whether one exists is not checked. */
function canonicalMap(value: string, { field }: FieldContext): string {
  const values = value.startsWith(MAP_HOST) ? mapTemplate.match(value.slice(MAP_HOST.length)) : undefined;
  const { certificateMap = "", ...place } = values ?? {};
  if (values === undefined || !MAP_NAME.test(certificateMap) || !areWellFormed(value, place))
    throw invalidField(field, value, `Must be ${MAP_HOST}${mapTemplate.text}.`);
  return value;
}

const setCertificateMapFields: Fields = { certificateMap: { type: "string", canonical: canonicalMap } };

/** Target SSL proxies. */
export const targetSslProxies = projectCollection({
  collection: "targetSslProxies",
  scope: "global",
  kind: "compute#targetSslProxy",
  fields: { ...officialOwnFields("TargetSslProxy"), ...setCertificateMapFields },
  complete: (object) => ({ proxyHeader: "NONE", ...object }),
  endpoints: [
    {
      method: "POST",
      path: "/compute/v1/projects/{project}/global/targetSslProxies/{targetSslProxy}/setCertificateMap",
      query: mutationQuery,
      body: setCertificateMapFields,
      operationType: "setCertificateMap",
      permissions: ["compute.targetSslProxies.setCertificateMap"],
      handle: setCertificateMap,
    },
  ],
});

/** Anything but a list with something in it means that there are none. */
function hasCertificates({ sslCertificates }: Resource): boolean {
  return Array.isArray(sslCertificates) && sslCertificates.length > 0;
}

function setCertificateMap(call: Call): JsonObject {
  const proxy = requireObject(call, targetSslProxies);
  const { value } = validateCallBody(call, setCertificateMapFields, "insert");
  const { certificateMap } = value;
  if (certificateMap === undefined && !hasCertificates(proxy.resource)) {
    // In the words that were seen for HTTPS proxies.
    throw conditionNotMet(
      proxy.path,
      "Certificate Map or at least 1 SSL certificate must be specified for setting certificate map in TargetSslProxy.",
    );
  }
  return updateObject(call, proxy, {
    apply: (proxy) => mergeObject(proxy, { certificateMap: certificateMap ?? null }),
  });
}
